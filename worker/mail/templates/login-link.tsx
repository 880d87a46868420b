import { addReturnPath } from '../../../domain/access/rules.ts'
import { Action, Paragraph, Title, UserText } from './parts.tsx'
import type { MailTemplate } from './template.ts'

export const loginLink: MailTemplate<'login-link'> = {
  subject: (_, platform) => `Log in to ${platform.name}`,
  preview: () => 'The link works once and expires after one hour.',
  Content: ({ data, productUrl }) => {
    const path = `/verify-email?token=${data.token}&for=login`
    return (
      <>
        <Title>Log in by this link</Title>
        <Paragraph>
          Hello <UserText>{data.username}</UserText>, here is the link you asked for. It logs you in without a password, works once, and
          expires after one hour.
        </Paragraph>
        <Action href={`${productUrl}${data.next ? addReturnPath(path, data.next) : path}`}>Log in</Action>
        <Paragraph>
          If you did not ask for this, you can ignore this email. Do not forward it: whoever has the link can log in as you.
        </Paragraph>
      </>
    )
  },
  reason: (platform) => `You get this email because someone asked for a link to log in to ${platform.name} with this address.`,
  sample: { username: 'Maya Rivera', token: 'A'.repeat(43), next: '/evt/demo-sunrise?open=ticket' },
}
