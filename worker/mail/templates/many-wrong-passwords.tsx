import { Action, Paragraph, Title, UserText } from './parts.tsx'
import type { MailTemplate } from './template.ts'

export const manyWrongPasswords: MailTemplate<'many-wrong-passwords'> = {
  subject: (_, platform) => `Someone is guessing your ${platform.name} password`,
  preview: () => 'Nobody got in. You can set a new password to be sure.',
  Content: ({ data, productUrl }) => (
    <>
      <Title>Someone is guessing your password</Title>
      <Paragraph>
        Hello <UserText>{data.username}</UserText>, someone tried many wrong passwords for your account. Nobody got in, and we have slowed
        these attempts down. You can still log in on the devices you have used before.
      </Paragraph>
      <Paragraph>
        If you use the same password elsewhere, or if it is easy to guess, please set a new one. After that you can log in on any device.
      </Paragraph>
      <Action href={`${productUrl}/forgot-password`}>Set a new password</Action>
    </>
  ),
  reason: (platform) => `You get this email because it is about the security of your ${platform.name} account.`,
  sample: { username: 'Maya Rivera' },
}
