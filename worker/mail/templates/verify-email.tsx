import { Action, Paragraph, Title } from './parts.tsx'
import type { MailTemplate } from './template.ts'

export const verifyEmail: MailTemplate<'verify-email'> = {
  subject: (_, platform) => `Your link to ${platform.name}`,
  preview: () => 'One tap, and you are in. The link works once, for a day.',
  Content: ({ data, platform, productUrl }) => (
    <>
      <Title>Verify your email</Title>
      <Paragraph>One tap, and your {platform.name} account is yours. The link works once, for a day.</Paragraph>
      <Action href={`${productUrl}/verify-email?token=${data.token}`}>Verify my email</Action>
      <Paragraph>If you did not sign up, leave this mail alone: without the link nothing happens.</Paragraph>
    </>
  ),
  reason: (platform) => `You get this because someone signed up for ${platform.name} with this address.`,
  sample: { token: 'A'.repeat(43) },
}
