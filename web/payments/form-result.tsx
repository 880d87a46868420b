import { payBalancePath, submissionPath } from '../../domain/forms/paths.ts'
import { formatExactMoney } from '../../domain/money.ts'
import type { PaymentResult } from '../../domain/payments/contract.ts'
import { PaidWords } from '../forms/payment/paid-words.tsx'
import { LinkButton } from '../ui/button.tsx'
import { ResultMessage } from './result-message.tsx'

type FormPaid = Extract<PaymentResult['bought'], { kind: 'form' }>

export function FormResult({
  state,
  bought: { title, formId, submissionId, team, givesPlace, goesBack, lastWords },
  paid,
}: PaymentResult & { bought: FormPaid }) {
  const form = `“${title}” of ${team.name}.`
  const thankYouUrl = lastWords?.thankYouUrl ?? null
  const links = (
    <>
      {thankYouUrl !== null && (
        <LinkButton variant="primary" to={thankYouUrl}>
          Go on
        </LinkButton>
      )}
      <LinkButton variant={thankYouUrl === null ? 'primary' : 'plain'} to={submissionPath(formId, submissionId)}>
        See what you sent
      </LinkButton>
      <LinkButton to={payBalancePath(formId, submissionId)}>Your payments</LinkButton>
    </>
  )
  if (state === 'open')
    return (
      <ResultMessage
        title="Your payment is on its way"
        text={`${form} Stripe still waits for the money. This page changes once it has arrived.`}
        links={links}
      />
    )
  if (state === 'failed')
    return <ResultMessage mood="sad" title="The payment did not go through" text={`Nothing was charged. ${form}`} links={links} />
  const amount = paid ? formatExactMoney(paid) : 'The money'
  if (goesBack)
    return (
      <ResultMessage
        title="Your payment came too late"
        text={`${form} There is no place any longer, or this was paid already. ${amount} goes back to you. Your bank shows it in 5 to 10 days.`}
        links={links}
      />
    )
  return (
    <ResultMessage
      mood="happy"
      title={givesPlace ? 'You are in' : 'Your payment has arrived'}
      text={`${form} You paid ${amount}. The receipt is in your email.`}
      links={links}
    >
      {lastWords && <PaidWords address={{ id: formId, submissionId, key: undefined }} words={lastWords} />}
    </ResultMessage>
  )
}
