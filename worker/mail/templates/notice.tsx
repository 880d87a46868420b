import { Action, Paragraph, Title, UserText } from './parts.tsx'
import type { MailTemplate } from './template.ts'

/** The email of a notification, with the title and text that the feature wrote. */
export const notice: MailTemplate<'notice'> = {
  subject: ({ title }) => title,
  preview: ({ text, title }) => text || title,
  Content: ({ data, productUrl }) => (
    <>
      <Title>
        <UserText>{data.title}</UserText>
      </Title>
      <Paragraph>
        Hello <UserText>{data.username}</UserText>,{data.text ? '' : ' you have a new notification.'}
      </Paragraph>
      {data.text && (
        <Paragraph>
          <UserText>{data.text}</UserText>
        </Paragraph>
      )}
      {data.calendarFile && (
        <Paragraph>
          If you added the game to your calendar, the attached file {data.calendarFile} it. Did you add it with a link to Google or Outlook?
          Then please {data.calendarFile === 'removes' ? 'remove' : 'change'} it there yourself.
        </Paragraph>
      )}
      <Action href={productUrl + data.path}>View details</Action>
    </>
  ),
  reason: (platform, { reason }) =>
    reason
      ? `Why you get this email from ${platform.name}: ${reason}`
      : `You get this email because you have an account on ${platform.name} and emails about this topic are on.`,
  sample: {
    username: 'Maya Rivera',
    topic: 'connections',
    title: 'Dana Alvarez wants to connect',
    text: 'You both play pickleball in Austin.',
    path: '/connect',
    reason: 'Someone asked to connect with you.',
  },
}
