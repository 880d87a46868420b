import { Action, Paragraph, Title, UserText } from './parts.tsx'
import type { MailTemplate } from './template.ts'

export const emailChange: MailTemplate<'email-change'> = {
  subject: () => 'Confirm your new email',
  preview: () => 'Confirm this address to log in with it. The link works once and expires after one day.',
  Content: ({ data, platform, productUrl }) => (
    <>
      <Title>Is this your new email?</Title>
      <Paragraph>
        Hello <UserText>{data.username}</UserText>, you asked to use this address for your {platform.name} account. The link works once and
        expires after one day.
      </Paragraph>
      <Action href={`${productUrl}/change-email?token=${data.token}`}>Use this email</Action>
      <Paragraph>If you did not ask for this, you can ignore this email. Nothing changes unless you open the link.</Paragraph>
    </>
  ),
  reason: (platform) => `You get this email because someone asked to use this address for their ${platform.name} account.`,
  sample: { username: 'Maya Rivera', token: 'A'.repeat(43) },
}
