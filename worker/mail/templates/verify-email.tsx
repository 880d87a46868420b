import { Action, Paragraph, Title } from './parts.tsx'
import type { MailTemplate } from './template.ts'

export const verifyEmail: MailTemplate<'verify-email'> = {
  subject: (_, platform) => `Verify your email for ${platform.name}`,
  preview: () => 'Open the link to finish signing up. It works once and expires after one day.',
  Content: ({ data, platform, productUrl }) => (
    <>
      <Title>Verify your email</Title>
      <Paragraph>Open the link to finish signing up for {platform.name}. It works once and expires after one day.</Paragraph>
      <Action href={`${productUrl}/verify-email?token=${data.token}`}>Verify my email</Action>
      <Paragraph>If you did not sign up, you can ignore this email. Nothing happens unless you open the link.</Paragraph>
    </>
  ),
  reason: (platform) => `You get this email because someone signed up for ${platform.name} with this address.`,
  sample: { token: 'A'.repeat(43) },
}
