import { Action, Given, Paragraph, Title } from './parts.tsx'
import type { MailTemplate } from './template.ts'

export const emailChange: MailTemplate<'email-change'> = {
  subject: () => 'Confirm your new email',
  preview: () => 'One tap, and this address is yours to log in with. The link works once, for a day.',
  Content: ({ data, platform, productUrl }) => (
    <>
      <Title>Is this your new email?</Title>
      <Paragraph>
        Hello <Given>{data.username}</Given>, you asked to use this address for your {platform.name} account. The link works once, for a
        day.
      </Paragraph>
      <Action href={`${productUrl}/change-email?token=${data.token}`}>Use this email</Action>
      <Paragraph>If you did not ask for it, leave this mail alone: without the link nothing happens.</Paragraph>
    </>
  ),
  reason: (platform) => `You get this because someone asked to use this address for their ${platform.name} account.`,
  sample: { username: 'Maya Rivera', token: 'A'.repeat(43) },
}
