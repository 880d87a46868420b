import { formatExactMoney } from '../../domain/money.ts'
import type { PaymentResult } from '../../domain/payments/contract.ts'
import { teamPath } from '../../domain/teams/paths.ts'
import { LinkButton } from '../ui/button.tsx'
import { PaymentsLink } from './payments-link.tsx'
import { ResultMessage } from './result-message.tsx'

type PlanBought = Extract<PaymentResult['bought'], { kind: 'plan' }>

/** A plan, or the card that is used for one. */
export function PlanResult({ state, bought, paid }: PaymentResult & { bought: PlanBought | null }) {
  if (state === 'open') {
    return (
      <ResultMessage
        title="Your payment is on its way"
        text="Stripe still waits for the money. This page changes once it has arrived. You can also close it: nothing is lost."
        links={<PaymentsLink />}
      />
    )
  }
  if (state === 'failed') {
    return (
      <ResultMessage
        mood="sad"
        title="The payment did not go through"
        text="Nothing was charged. You can try it again at any time."
        links={<PaymentsLink />}
      />
    )
  }
  if (!bought) {
    // A page for a card takes no money.
    return paid && paid.amount > 0 ? (
      <ResultMessage mood="happy" title="Your payment has arrived" text={`You paid ${formatExactMoney(paid)}.`} links={<PaymentsLink />} />
    ) : (
      <ResultMessage mood="happy" title="Your card is saved" text="It is used from the next payment on." links={<PaymentsLink />} />
    )
  }
  const { plan, team, goesBack } = bought
  if (goesBack) {
    const money =
      paid && paid.amount > 0 ? `${formatExactMoney(paid)} goes back to you. Your bank shows it in 5 to 10 days.` : 'Nothing was charged.'
    return (
      <ResultMessage
        title="There was a plan already"
        text={`Somebody bought a plan${team ? ` for ${team.name}` : ''} in the same moment, so this one has ended. ${money}`}
        links={<PaymentsLink />}
      />
    )
  }
  const amount =
    paid && paid.amount > 0
      ? `You paid ${formatExactMoney(paid)}. The invoice is in Payments.`
      : 'Your free trial has started. Nothing was charged yet.'
  return team ? (
    <ResultMessage
      mood="happy"
      title={`${team.name} is on ${plan}`}
      text={`${amount} Next, invite more people.`}
      links={
        <>
          <LinkButton variant="primary" to={teamPath(team.id)}>
            Open {team.name}
          </LinkButton>
          <LinkButton to={`${teamPath(team.id)}/people`}>People</LinkButton>
        </>
      }
    />
  ) : (
    <ResultMessage
      mood="happy"
      title={`You have ${plan}`}
      text={`${amount} Next, find a game.`}
      links={
        <>
          <LinkButton variant="primary" to="/discover">
            Discover
          </LinkButton>
          <PaymentsLink />
        </>
      }
    />
  )
}
