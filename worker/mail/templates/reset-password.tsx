import { Action, Paragraph, Title, UserText } from './parts.tsx'
import type { MailTemplate } from './template.ts'

export const resetPassword: MailTemplate<'reset-password'> = {
  subject: () => 'Set a new password',
  preview: () => 'The link works once and expires after one hour.',
  Content: ({ data, productUrl }) => (
    <>
      <Title>Set a new password</Title>
      <Paragraph>
        Hello <UserText>{data.username}</UserText>, here is the link you asked for. It works once and expires after one hour. Setting a new
        password signs you out everywhere.
      </Paragraph>
      <Action href={`${productUrl}/forgot-password?token=${data.token}`}>Choose a new password</Action>
      <Paragraph>If you did not ask for this, you can ignore this email. Your password stays the same.</Paragraph>
    </>
  ),
  reason: (platform) => `You get this email because someone asked for a new ${platform.name} password for this address.`,
  sample: { username: 'Maya Rivera', token: 'A'.repeat(43) },
}
