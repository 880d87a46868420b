import { Action, Paragraph, Title, UserText } from './parts.tsx'
import type { MailTemplate } from './template.ts'

export const accountExists: MailTemplate<'account-exists'> = {
  subject: (_, platform) => `You already have a ${platform.name} account`,
  preview: () => 'Log in, or set a new password.',
  Content: ({ data, productUrl }) => (
    <>
      <Title>You already have an account</Title>
      <Paragraph>
        Hello <UserText>{data.username}</UserText>, someone just tried to sign up with this address. If it was you, please log in instead,
        because you already have an account. If you forgot your password, you can set a new one on the login page.
      </Paragraph>
      <Action href={`${productUrl}/login`}>Log in</Action>
    </>
  ),
  reason: (platform) => `You get this email because someone tried to sign up for ${platform.name} with this address.`,
  sample: { username: 'Maya Rivera' },
}
