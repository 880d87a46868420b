import { formatExactMoney } from '../../domain/money.ts'
import type { PaymentResult } from '../../domain/payments/contract.ts'
import { PaymentsLink } from './payments-link.tsx'
import { ResultMessage } from './result-message.tsx'

type CardAdded = Extract<PaymentResult['bought'], { kind: 'card' }>

/** Whether a new card for a plan is used, and whether it has paid what was due. */
export function CardResult({ bought: { plan, outcome }, paid }: PaymentResult & { bought: CardAdded }) {
  switch (outcome) {
    case 'paid':
      return (
        <ResultMessage
          mood="happy"
          title="Your plan is paid"
          text={`${paid ? `You paid ${formatExactMoney(paid)} for ${plan}.` : `${plan} is paid.`} Your new card is used from now on.`}
          links={<PaymentsLink />}
        />
      )
    case 'declined':
      return (
        <ResultMessage
          mood="sad"
          title="Your bank declined"
          text={`Your card is saved, but it could not pay for ${plan}. Ask your bank, or add another card.`}
          links={<PaymentsLink />}
        />
      )
    case 'unused':
      return (
        <ResultMessage
          title="This card is not used"
          text={`You can no longer pay for ${plan}, or there is a newer card. Nothing was charged.`}
          links={<PaymentsLink />}
        />
      )
    case 'saved':
      return (
        <ResultMessage
          mood="happy"
          title="Your card is saved"
          text={`${plan} is paid with it from the next payment on.`}
          links={<PaymentsLink />}
        />
      )
  }
}
