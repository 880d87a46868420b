import { formatExactMoney } from '../../domain/money.ts'
import { type Dispute, type DisputedKind, lostWords, payerWords } from '../../domain/orders/disputes.ts'
import type { StatusTone } from '../ui/status.tsx'
import { writeDay } from './plan-holder.ts'

type Words = { label: string; tone: StatusTone; text: string }

/** What a dispute means for the host, and what to do next. */
export function describeDispute({ state, respondBy, amount, currency }: Dispute, kind: DisputedKind, now: number): Words {
  const money = formatExactMoney({ amount, currency })
  const answer = respondBy === null ? 'Answer at Stripe.' : `Answer at Stripe by ${writeDay(respondBy, now)}.`
  const words: Record<Dispute['state'], Words> = {
    'needs-response': {
      label: 'Disputed',
      tone: 'bad',
      text: `The bank of ${payerWords[kind]} has taken ${money} until it decides. ${answer} Without an answer you lose the money.`,
    },
    'under-review': { label: 'Disputed', tone: 'warn', text: `The bank has ${money} and your answer, and decides in a few weeks.` },
    won: { label: 'Dispute won', tone: 'good', text: `You won the dispute. Stripe gives ${money} back to you.` },
    lost: { label: 'Dispute lost', tone: 'bad', text: `The bank gave ${money} to ${payerWords[kind]}. ${lostWords[kind]}` },
    'warning-needs-response': { label: 'Bank asks', tone: 'warn', text: `A bank asks about ${money}. You still have the money. ${answer}` },
    'warning-under-review': { label: 'Bank asks', tone: 'quiet', text: `A bank asks about ${money}, and has your answer.` },
    'warning-closed': { label: 'Bank asked', tone: 'quiet', text: `A bank asked about ${money}. You keep the money.` },
  }
  return words[state]
}
