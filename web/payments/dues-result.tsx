import { duesPath } from '../../domain/dues/paths.ts'
import { formatExactMoney } from '../../domain/money.ts'
import type { PaymentResult } from '../../domain/payments/contract.ts'
import { teamPath } from '../../domain/teams/paths.ts'
import { LinkButton } from '../ui/button.tsx'
import { ResultMessage } from './result-message.tsx'

type DuesPaid = Extract<PaymentResult['bought'], { kind: 'dues' }>

export function DuesResult({ state, bought: { title, team, goesBack }, paid }: PaymentResult & { bought: DuesPaid }) {
  const dues = `“${title}” of ${team.name}.`
  const links = (
    <>
      <LinkButton variant="primary" to={duesPath(team.id)}>
        See your dues
      </LinkButton>
      <LinkButton to={teamPath(team.id)}>Open {team.name}</LinkButton>
    </>
  )
  if (state === 'open')
    return (
      <ResultMessage
        title="Your payment is on its way"
        text={`${dues} Stripe still waits for the money. This page changes once it has arrived.`}
        links={links}
      />
    )
  if (state === 'failed')
    return <ResultMessage mood="sad" title="The payment did not go through" text={`Nothing was charged. ${dues}`} links={links} />
  const amount = paid ? formatExactMoney(paid) : 'The money'
  return goesBack ? (
    <ResultMessage
      title="This was paid already"
      text={`${dues} ${amount} goes back to you. Your bank shows it in 5 to 10 days.`}
      links={links}
    />
  ) : (
    <ResultMessage
      mood="happy"
      title="Your dues are paid"
      text={`${dues} You paid ${amount}. The receipt is in your email.`}
      links={links}
    />
  )
}
