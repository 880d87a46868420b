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
        Hello <Given>{data.username}</Given>,{data.text ? ' ' : ' there is news for you.'}
        <Given>{data.text}</Given>
      </Paragraph>
      <Action href={productUrl + data.path}>Have a look</Action>
    </>
  ),
  reason: (platform) => `You get this because you have an account on ${platform.name} and this kind of mail is on.`,
  sample: {
    username: 'Maya Rivera',
    topic: 'connections',
    title: 'Dana Alvarez wants to connect',
    text: 'You both play pickleball in Austin.',
    path: '/connect',
  },
}
