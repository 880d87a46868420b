import { Action, Facts, LinkedFact, Paragraph, Title, UserText } from './parts.tsx'
import type { MailTemplate } from './template.ts'

type Data = Parameters<MailTemplate<'new-messages'>['subject']>[0]

/** The words are filled in right before the email is sent. */
const listWords = ({ conversations }: Data) => conversations.flatMap(({ id, words }) => (words ? [{ id, ...words }] : []))

function writeSubject(data: Data): string {
  const [first, ...more] = listWords(data)
  return first && more.length === 0 ? first.title : `New messages in ${data.conversations.length} conversations`
}

/** Says in which conversations there is something new, and from whom. It never has the words of a message. */
export const newMessages: MailTemplate<'new-messages'> = {
  subject: writeSubject,
  preview: (data) =>
    listWords(data)
      .map(({ title, text }) => [title, text].filter(Boolean).join('. '))
      .join(' · '),
  Content: ({ data, productUrl }) => {
    const [first, ...more] = listWords(data)
    const hello = (
      <>
        Hello <UserText>{data.username}</UserText>,
      </>
    )
    if (first && more.length === 0)
      return (
        <>
          <Title>
            <UserText>{first.title}</UserText>
          </Title>
          <Paragraph>
            {hello} this is waiting for you. <UserText>{first.text}</UserText>
          </Paragraph>
          <Action href={`${productUrl}/messages/${first.id}`}>Open the conversation</Action>
        </>
      )
    return (
      <>
        <Title>What you have not read</Title>
        <Paragraph>{hello} this is new in your conversations.</Paragraph>
        <Facts>
          {listWords(data).map(({ id, title, text }) => (
            <LinkedFact key={id} href={`${productUrl}/messages/${id}`} title={title}>
              {text}
            </LinkedFact>
          ))}
        </Facts>
        <Action href={`${productUrl}/messages`}>See all messages</Action>
      </>
    )
  },
  reason: (platform, data) => {
    const [first, ...more] = listWords(data)
    return first && more.length === 0
      ? `Why you get this email from ${platform.name}: ${first.reason} You can mute the conversation at its top.`
      : `You get this email from ${platform.name} because you are in these conversations. You choose how often it comes in your settings.`
  },
  sample: {
    userId: 'maya',
    username: 'Maya Rivera',
    topic: 'teamMessage',
    conversations: [
      {
        id: 'team_sunset-smashers',
        since: 4,
        words: {
          title: '3 new messages in Sunset Smashers',
          text: 'From Dana Alvarez and Sam Lee.',
          reason: 'You are a member of this community.',
        },
      },
    ],
  },
}
