import { Action, Given, Paragraph, Title } from './parts.tsx'
import type { MailTemplate } from './template.ts'

export const emailChanged: MailTemplate<'email-changed'> = {
  subject: (_, platform) => `Your ${platform.name} email was changed`,
  preview: ({ email, isOld }) =>
    isOld ? `It is ${email} now. If that was you, all is well.` : 'From now on you log in with this address.',
  Content: ({ data, productUrl }) => (
    <>
      <Title>Your email was changed</Title>
      {data.isOld ? (
        <>
          <Paragraph>
            Hello <Given>{data.username}</Given>, your account is now opened with <Given>{data.email}</Given>, and our mails go there. If
            that was you, there is nothing to do.
          </Paragraph>
          <Paragraph>
            If it was not you, answer this mail right away and we will help you get your account back. And set a new password for your
            mailbox: whoever did this may have read your mail.
          </Paragraph>
        </>
      ) : (
        <>
          <Paragraph>
            Hello <Given>{data.username}</Given>, from now on you log in with <Given>{data.email}</Given>, and our mails come here. Your
            devices stay signed in, and what you wanted no mail about stays off.
          </Paragraph>
          <Action href={`${productUrl}/settings?tab=general`}>See your devices</Action>
        </>
      )}
    </>
  ),
  reason: (platform) => `You get this because it is about the safety of your ${platform.name} account.`,
  sample: { username: 'Maya Rivera', email: 'maya.rivera@example.com', isOld: true },
}
