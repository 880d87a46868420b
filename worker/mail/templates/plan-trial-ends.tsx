import { formatDay } from './format-day.ts'
import { Action, Paragraph, Title, UserText } from './parts.tsx'
import type { MailTemplate } from './template.ts'

export const planTrialEnds: MailTemplate<'plan-trial-ends'> = {
  subject: ({ plan, endsAt }) => `Your trial of ${plan} ends on ${formatDay(endsAt)}`,
  preview: ({ price }) => `Then it costs ${price}. You can cancel before.`,
  Content: ({ data: { plan, team, price, endsAt }, productUrl }) => (
    <>
      <Title>Your trial ends soon</Title>
      <Paragraph>
        You try {plan}
        {team !== null && (
          <>
            {' '}
            with <UserText>{team}</UserText>
          </>
        )}
        . On {formatDay(endsAt)} we charge your card for the first time. The plan then costs {price}.
      </Paragraph>
      <Paragraph>If you do not want it, cancel before that day, and you pay nothing.</Paragraph>
      <Action href={`${productUrl}/settings?tab=payments`}>See your plan</Action>
    </>
  ),
  reason: (platform) => `You get this email because you try a plan on ${platform.name}.`,
  sample: { username: 'Maya', plan: 'Varsity', team: 'Sunset Smashers', price: '$15 a month', endsAt: 1795266000000 },
}
