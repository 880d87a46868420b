import { Action, Paragraph, Title, UserText } from './parts.tsx'
import type { MailTemplate } from './template.ts'

export const emailChanged: MailTemplate<'email-changed'> = {
  subject: (_, platform) => `Your ${platform.name} email was changed`,
  preview: ({ email, isOld }) =>
    isOld ? `It is now ${email}. If this was you, you do not need to do anything.` : 'Log in with this address from now on.',
  Content: ({ data, productUrl }) => (
    <>
      <Title>Your email was changed</Title>
      {data.isOld ? (
        <>
          <Paragraph>
            Hello <UserText>{data.username}</UserText>, you now log in with <UserText>{data.email}</UserText>, and we send our emails there.
            If this was you, you do not need to do anything.
          </Paragraph>
          <Paragraph>
            If this was not you, please reply to this email right away, and we will help you get your account back. Also set a new password
            for your email account, because the person who did this may have read your emails.
          </Paragraph>
        </>
      ) : (
        <>
          <Paragraph>
            Hello <UserText>{data.username}</UserText>, you now log in with <UserText>{data.email}</UserText>, and we send our emails here.
            Your devices stay signed in, and your email settings have not changed.
          </Paragraph>
          <Action href={`${productUrl}/settings?tab=general`}>See your devices</Action>
        </>
      )}
    </>
  ),
  reason: (platform) => `You get this email because it is about the security of your ${platform.name} account.`,
  sample: { username: 'Maya Rivera', email: 'maya.rivera@example.com', isOld: true },
}
