import { formatMoney } from '../../../domain/format-money.ts'
import type { FormMailDue, FormNews } from '../../../domain/mail/form-mails.ts'
import { writeTime } from '../../../domain/time/write-time.ts'
import { Action, Fact, Facts, Paragraph, Title, UserText } from './parts.tsx'
import type { MailTemplate } from './template.ts'

const words: Record<FormNews, { title: string; text: string }> = {
  accepted: { title: 'We have your answers', text: 'There is nothing else to do.' },
  asked: { title: 'We have your answers', text: 'An organizer looks at them, and you get an email when they have decided.' },
  waiting: { title: 'You are in line', text: 'What you chose is full. You get an email when there is a place for you.' },
  payable: {
    title: 'Pay to keep your place',
    text: 'There is a place for you. The link opens what you sent, and you can pay there within a day.',
  },
  paying: { title: 'Pay to keep your place', text: 'Your place is held for an hour. The link opens what you sent, and you can pay there.' },
  partDue: { title: 'A payment is due', text: 'The link opens what you sent, and you can pay the next part there.' },
  refunded: { title: 'You get money back', text: 'Your bank shows it in 5 to 10 days.' },
  refundedByHand: { title: 'You get money back', text: 'The organizers say that they gave it to you by hand.' },
  refundStuck: {
    title: 'We cannot send your money back now',
    text: 'We can no longer use the Stripe account of the organizers. They must connect it again, or give you the money themselves. We have told them.',
  },
  reminder: { title: 'A payment is open', text: 'The link opens what you sent, and you can pay there.' },
  message: { title: 'A message from the organizers', text: 'They wrote to you about what you sent:' },

  begun: {
    title: 'Go on with your form',
    text: 'The link opens what you have entered. It works for 30 days. Whoever has it can read your answers.',
  },
  missing: {
    title: 'Only you can add what is missing',
    text: 'An organizer filled this form for you. The link opens what only you can say, such as your signature.',
  },
  filled: { title: 'An organizer filled a form for you', text: 'You are in. There is nothing else to do.' },
  filledPayable: {
    title: 'Pay to keep your place',
    text: 'An organizer filled this form for you. Your place is held for a day. The link opens the form, and you can pay there.',
  },
  ended: { title: 'Not paid in time', text: 'Your place is free for others now. Send the form again if you still want it.' },
  declined: { title: 'Not accepted', text: 'The organizers could not accept what you sent.' },
}

/** "$30, by December 1, 2026". The email may be read much later, so it always names the year. */
const writeDue = ({ on, ...money }: FormMailDue): string =>
  on === null
    ? formatMoney(money)
    : `${formatMoney(money)}, by ${writeTime(Date.parse(on), 'UTC', { year: 'numeric', month: 'long', day: 'numeric' }, 'en-US')}`

/** Somebody else has sent it, or nobody yet. */
const links: Partial<Record<FormNews, string>> = { begun: 'Go on', missing: 'Go on', filled: 'See the form', filledPayable: 'See the form' }

export const formNews: MailTemplate<'form-news'> = {
  subject: ({ title, news }) => `${words[news].title}: ${title}`,
  preview: ({ news }) => words[news].text,
  Content: ({ data: { title, team, news, reason, path, due }, productUrl }) => (
    <>
      <Title>{words[news].title}</Title>
      <Paragraph>
        <UserText>{title}</UserText>, <UserText>{team}</UserText>. {words[news].text}
      </Paragraph>
      {reason !== null && (
        <Paragraph>
          <UserText>{reason}</UserText>
        </Paragraph>
      )}
      {due && (
        <Facts>
          <Fact label="To pay">{writeDue(due)}</Fact>
        </Facts>
      )}
      {path !== null && <Action href={`${productUrl}${path}`}>{links[news] ?? 'See what you sent'}</Action>}
    </>
  ),
  reason: (platform) => `You get this email because your address was entered in a form on ${platform.name}.`,
  sample: {
    title: 'Spring league registration',
    team: 'Sunset Smashers',
    news: 'partDue',
    reason: null,
    due: { amount: 3000, currency: 'usd', on: '2026-12-01' },
    path: '/form/form-1/submission-1?key=abc',
  },
}
