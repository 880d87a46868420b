import { Action, Paragraph, Title, UserText } from './parts.tsx'
import type { MailTemplate } from './template.ts'

export const googleDisconnected: MailTemplate<'google-disconnected'> = {
  subject: (_, platform) => `Google is disconnected from your ${platform.name} account`,
  preview: () => 'If this was you, you do not need to do anything.',
  Content: ({ data, productUrl }) => (
    <>
      <Title>Google is disconnected</Title>
      <Paragraph>
        Hello <UserText>{data.username}</UserText>, Google was just disconnected from your account. You log in with your email and your
        password from now on.
      </Paragraph>
      <Paragraph>If this was you, you do not need to do anything. If not, please set a new password. This signs out all devices.</Paragraph>
      <Action href={`${productUrl}/forgot-password`}>Set a new password</Action>
    </>
  ),
  reason: (platform) => `You get this email because it is about the security of your ${platform.name} account.`,
  sample: { username: 'Maya Rivera' },
}
