import { formatExactMoney, type Money } from '../money.ts'

type PlanNews = { title: string; text: string }

/** Something of a payment for a plan went back at Stripe. */
export function planRefundWords(plan: string, { paid, refunded }: { paid: Money; refunded: number }): PlanNews {
  const back = formatExactMoney({ ...paid, amount: refunded })
  return {
    title: `We refunded ${back} of your payment for ${plan}`,
    text:
      refunded < paid.amount
        ? `You paid ${formatExactMoney(paid)}, and ${back} go back to your card within 10 days. This does not change the plan.`
        : 'All that you paid goes back to your card within 10 days. This does not change the plan.',
  }
}

/**
 * What whoever paid for a plan is told about a dispute. `lost`: we have lost it, so the plan has ended. `lost-earlier`: the payment was for a
 * time before the plan was paid for again, or the plan had ended. `won-late`: the plan ended before the bank decided.
 */
export type PlanDisputeNews = 'opened' | 'won' | 'won-late' | 'lost' | 'lost-earlier'

export function planDisputeWords(news: PlanDisputeNews, plan: string, money: Money): PlanNews {
  const amount = formatExactMoney(money)
  const words: Record<PlanDisputeNews, PlanNews> = {
    opened: {
      title: `Your bank has taken back ${amount} for ${plan}`,
      text: 'Somebody told the bank that this payment is wrong. Nothing changes until the bank decides. If the bank keeps the money and nothing else was paid, the plan ends at once. If it was a mistake, ask your bank to stop.',
    },
    won: {
      title: `Your payment of ${amount} for ${plan} counts`,
      text: 'Your bank has decided that the payment was right. The plan goes on.',
    },
    'won-late': {
      title: `Your payment of ${amount} for ${plan} counts`,
      text: 'Your bank has decided that the payment was right. The plan has ended meanwhile. You can choose one under Payments.',
    },
    lost: {
      title: `${plan} has ended, because its payment was taken back`,
      text: `Your bank has given back ${amount}. What is not paid cannot go on, so the plan has ended. You can choose a plan under Payments.`,
    },
    'lost-earlier': {
      title: `Your bank has given back ${amount} for ${plan}`,
      text: 'That payment was for a time that is over, so nothing changes now.',
    },
  }
  return words[news]
}
