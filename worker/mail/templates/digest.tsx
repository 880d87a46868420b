import { mailTopics } from '../../../domain/mail/topics.ts'
import { Action, Facts, LinkedFact, Paragraph, Title, UserText } from './parts.tsx'
import type { MailTemplate } from './template.ts'

const formatTitle = (total: number, topic: keyof typeof mailTopics) =>
  `${total} ${total === 1 ? 'notification' : 'notifications'}: ${mailTopics[topic].title}`

/** Several notifications of one topic. A single one has its own text as its subject. */
export const digest: MailTemplate<'digest'> = {
  subject: ({ notices: [first], total, topic }) => (total === 1 && first ? first.title : formatTitle(total, topic)),
  preview: ({ notices }) => notices.map(({ title }) => title).join(' · '),
  Content: ({ data: { username, notices, total, topic }, productUrl }) => (
    <>
      <Title>{formatTitle(total, topic)}</Title>
      <Paragraph>
        Hello <UserText>{username}</UserText>, this is new since our last email about this topic.
      </Paragraph>
      <Facts>
        {notices.map(({ key, title, text, path }) => (
          <LinkedFact key={key} href={productUrl + path} title={title}>
            {text}
          </LinkedFact>
        ))}
      </Facts>
      {total > notices.length && <Paragraph>And {total - notices.length} more.</Paragraph>}
      <Action href={`${productUrl}/notifications`}>See all notifications</Action>
    </>
  ),
  reason: (platform) =>
    `You get this email because you have an account on ${platform.name} and emails about this topic are on. You choose how often they come in your settings.`,
  sample: {
    username: 'Maya Rivera',
    topic: 'eventCreatedJoin',
    total: 3,
    notices: [
      { key: 'a', title: 'Dana Alvarez joined Open play', text: 'Sat, Nov 28, 9:00 AM, Northside Courts', path: '/evt/open-play' },
      { key: 'b', title: 'Sam Lee joined Open play', text: 'Sat, Nov 28, 9:00 AM, Northside Courts', path: '/evt/open-play' },
    ],
  },
}
