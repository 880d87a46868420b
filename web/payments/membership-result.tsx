import { restGoesBack } from '../../domain/memberships/news.ts'
import { typeTexts } from '../../domain/memberships/texts.ts'
import { formatExactMoney } from '../../domain/money.ts'
import type { PaymentResult } from '../../domain/payments/contract.ts'
import { LinkButton } from '../ui/button.tsx'
import { ResultMessage } from './result-message.tsx'

type MembershipBought = Extract<PaymentResult['bought'], { kind: 'membership' }>

export function MembershipResult({ state, bought: { name, type, team, goesBack }, paid }: PaymentResult & { bought: MembershipBought }) {
  const membership = `“${name}” of ${team.name}.`
  const links = (
    <>
      <LinkButton variant="primary" to={`/discover?team=${encodeURIComponent(team.id)}`}>
        See its games
      </LinkButton>
      <LinkButton to="/subscriptions">Your Subscriptions</LinkButton>
    </>
  )
  if (state === 'open')
    return (
      <ResultMessage
        title="Your payment is on its way"
        text={`${membership} Stripe still waits for the money. This page changes once it has arrived.`}
        links={links}
      />
    )
  if (state === 'failed')
    return <ResultMessage mood="sad" title="The payment did not go through" text={`Nothing was charged. ${membership}`} links={links} />
  if (goesBack)
    return (
      <ResultMessage
        mood="sad"
        title="This membership has ended"
        text={`${membership} It is no longer sold, because ${team.name} was deleted or its host is no longer paid through us. ${restGoesBack}`}
        links={<LinkButton to="/subscriptions">Your Subscriptions</LinkButton>}
      />
    )
  const amount = paid && paid.amount > 0 ? ` You paid ${formatExactMoney(paid)}.` : ''
  return <ResultMessage mood="happy" title="You have a membership" text={`${membership}${amount} ${typeTexts[type].gives}`} links={links} />
}
