import { Action, Given, Paragraph, Title } from './parts.tsx'
import type { MailTemplate } from './template.ts'

export const accountExists: MailTemplate<'account-exists'> = {
  subject: (_, platform) => `You already have a ${platform.name} account`,
  preview: () => 'Log in, or set a new password.',
  Content: ({ data, productUrl }) => (
    <>
      <Title>You are here already</Title>
      <Paragraph>
        Hello <Given>{data.username}</Given>, someone just tried to sign up with this address. If it was you: you have an account, so log
        in. If you forgot your password, the login page helps.
      </Paragraph>
      <Action href={`${productUrl}/login`}>Log in</Action>
    </>
  ),
  reason: (platform) => `You get this because someone tried to sign up for ${platform.name} with this address.`,
  sample: { username: 'Maya Rivera' },
}
