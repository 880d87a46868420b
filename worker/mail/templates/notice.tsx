import { Action, Given, Paragraph, Title } from './parts.tsx'
import type { MailTemplate } from './template.ts'

/** Whatever happened, in the words of the feature that told of it. */
export const notice: MailTemplate<'notice'> = {
  subject: ({ title }) => title,
  preview: ({ text, title }) => text || title,
  Content: ({ data, productUrl }) => (
    <>
      <Title>
        <Given>{data.title}</Given>
      </Title>
      <Paragraph>
        Hello <Given>{data.username}</Given>,{data.text ? ' ' : ' you have a new notification.'}
        <Given>{data.text}</Given>
      </Paragraph>
      <Action href={productUrl + data.path}>View details</Action>
    </>
  ),
  reason: (platform) => `You get this email because you have an account on ${platform.name} and emails about this topic are on.`,
  sample: {
    username: 'Maya Rivera',
    topic: 'connections',
    title: 'Dana Alvarez wants to connect',
    text: 'You both play pickleball in Austin.',
    path: '/connect',
  },
}
