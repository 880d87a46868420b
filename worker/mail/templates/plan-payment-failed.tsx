import { formatDay } from './format-day.ts'
import { Action, Paragraph, Title, UserText } from './parts.tsx'
import type { MailTemplate } from './template.ts'

export const planPaymentFailed: MailTemplate<'plan-payment-failed'> = {
  subject: ({ plan, isLast }) => (isLast ? `Last reminder: ${plan} is not paid` : `We could not charge the card for ${plan}`),
  preview: ({ endsAt }) => `Change the card by ${formatDay(endsAt)}, and nothing changes.`,
  Content: ({ data: { plan, team, endsAt }, productUrl }) => (
    <>
      <Title>The payment did not go through</Title>
      <Paragraph>
        We could not charge the card for {plan}
        {team !== null && (
          <>
            {' '}
            of <UserText>{team}</UserText>
          </>
        )}
        . Maybe it has expired, or the bank refused the payment.
      </Paragraph>
      <Paragraph>
        Everything stays as it is until {formatDay(endsAt)}. If it is not paid by then, the plan ends. Nothing is deleted.
      </Paragraph>
      <Action href={`${productUrl}/settings?tab=payments`}>Change the card</Action>
    </>
  ),
  reason: (platform) => `You get this email because you pay for a plan on ${platform.name}, or own a community that has it.`,
  sample: { username: 'Maya', plan: 'Varsity', team: 'Sunset Smashers', endsAt: 1795266000000, isLast: false },
}
