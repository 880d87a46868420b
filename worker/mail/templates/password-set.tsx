import { Action, Paragraph, Title, UserText } from './parts.tsx'
import type { MailTemplate } from './template.ts'

export const passwordSet: MailTemplate<'password-set'> = {
  subject: ({ isFirst }, platform) =>
    isFirst ? `Your ${platform.name} account has a password` : `Your ${platform.name} password was changed`,
  preview: () => 'If this was you, you do not need to do anything.',
  Content: ({ data, productUrl }) => (
    <>
      <Title>{data.isFirst ? 'Your account has a password' : 'Your password was changed'}</Title>
      <Paragraph>
        Hello <UserText>{data.username}</UserText>,{' '}
        {data.isFirst
          ? 'you can now log in with your email and the password that was just set.'
          : 'your password was just changed, and all your other devices were signed out.'}
      </Paragraph>
      <Paragraph>
        If this was you, you do not need to do anything. If not, please set a new password. Also set a new password for your email account,
        because the person who did this may have read your emails.
      </Paragraph>
      <Action href={`${productUrl}/forgot-password`}>Set a new password</Action>
    </>
  ),
  reason: (platform) => `You get this email because it is about the security of your ${platform.name} account.`,
  sample: { username: 'Maya Rivera', isFirst: false },
}
