import { Paragraph, Title, UserText } from './parts.tsx'
import type { MailTemplate } from './template.ts'

export const accountDeleted: MailTemplate<'account-deleted'> = {
  subject: (_, platform) => `Your ${platform.name} account is deleted`,
  preview: () => 'Your data is deleted. This is the last email you will get from us.',
  Content: ({ data }) => (
    <>
      <Title>Your account is deleted</Title>
      <Paragraph>
        Goodbye, <UserText>{data.username}</UserText>. We deleted your profile, picture, settings and lists, and signed you out everywhere.
        If others still need a record of something you did, it no longer shows your name.
      </Paragraph>
      <Paragraph>
        If this was not you, please reply to this email. We cannot restore the account, but we want to know. You can sign up again with this
        address at any time.
      </Paragraph>
    </>
  ),
  reason: (platform) => `You get this email because your ${platform.name} account was deleted. We will not send you any more emails.`,
  sample: { username: 'Maya Rivera' },
}
