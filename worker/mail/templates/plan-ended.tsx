import { Action, Paragraph, Title, UserText } from './parts.tsx'
import type { MailTemplate } from './template.ts'

export const planEnded: MailTemplate<'plan-ended'> = {
  subject: ({ plan }) => `${plan} has ended`,
  preview: () => 'It was not paid. Nothing was deleted.',
  Content: ({ data: { plan, team }, productUrl }) => (
    <>
      <Title>{plan} has ended</Title>
      <Paragraph>
        We could not charge the card for two weeks, so the plan
        {team !== null && (
          <>
            {' '}
            of <UserText>{team}</UserText>
          </>
        )}{' '}
        has ended. You owe nothing, and nothing was deleted. What is over the limits of the free plan stays, but you cannot add more.
      </Paragraph>
      <Action href={`${productUrl}/settings?tab=payments`}>Choose a plan</Action>
    </>
  ),
  reason: (platform) => `You get this email because you paid for a plan on ${platform.name}, or own the community that had it.`,
  sample: { username: 'Maya', plan: 'Varsity', team: 'Sunset Smashers' },
}
