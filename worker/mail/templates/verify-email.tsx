import { addReturnPath } from '../../../domain/access/rules.ts'
import type { MailData } from '../../../domain/mail/contract.ts'
import { Action, Paragraph, Title } from './parts.tsx'
import type { MailTemplate } from './template.ts'

const linkTo = ({ token, next }: MailData<'verify-email'>) => {
  const path = `/verify-email?token=${token}`
  return next ? addReturnPath(path, next) : path
}

export const verifyEmail: MailTemplate<'verify-email'> = {
  subject: (_, platform) => `Verify your email for ${platform.name}`,
  preview: () => 'Open the link to finish signing up. It works once and expires after one day.',
  Content: ({ data, platform, productUrl }) => (
    <>
      <Title>Verify your email</Title>
      <Paragraph>Open the link to finish signing up for {platform.name}. It works once and expires after one day.</Paragraph>
      <Action href={`${productUrl}${linkTo(data)}`}>Verify my email</Action>
      <Paragraph>If you did not sign up, you can ignore this email. Nothing happens unless you open the link.</Paragraph>
    </>
  ),
  reason: (platform) => `You get this email because someone signed up for ${platform.name} with this address.`,
  sample: { token: 'A'.repeat(43) },
}
