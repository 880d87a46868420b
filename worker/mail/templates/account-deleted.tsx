import { Given, Paragraph, Title } from './parts.tsx'
import type { MailTemplate } from './template.ts'

export const accountDeleted: MailTemplate<'account-deleted'> = {
  subject: (_, platform) => `Your ${platform.name} account is deleted`,
  preview: () => 'This is your receipt. It is the last mail you get from us.',
  Content: ({ data }) => (
    <>
      <Title>Your account is deleted</Title>
      <Paragraph>
        Goodbye, <Given>{data.username}</Given>. Your profile, your picture, your settings and your lists are erased, and you are signed out
        everywhere. Where others still need a record of what you did, it no longer says who you are.
      </Paragraph>
      <Paragraph>
        If it was not you, answer this mail. We cannot bring the account back, but we want to know. You can sign up again with this address
        at any time.
      </Paragraph>
    </>
  ),
  reason: (platform) => `You get this as the receipt for deleting your ${platform.name} account. There are no further mails.`,
  sample: { username: 'Maya Rivera' },
}
