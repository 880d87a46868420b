import { Action, Given, Paragraph, Title } from './parts.tsx'
import type { MailTemplate } from './template.ts'

/** By the clocks at the place, and saying so: where the mail is read nobody knows. */
const timeWords = (at: number, timeZone: string) =>
  new Intl.DateTimeFormat('en-US', {
    timeZone,
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(at)

/** One link for both answers: it opens a page that asks, so that whoever scans mails answers nothing. */
export const seatOffer: MailTemplate<'seat-offer'> = {
  subject: ({ title }) => `A seat is free: ${title}`,
  preview: ({ expiresAt, timeZone }) => `It is held for you until ${timeWords(expiresAt, timeZone)}.`,
  Content: ({ data, productUrl }) => (
    <>
      <Title>{data.seats === 1 ? 'A seat is free for you' : `${data.seats} seats are free for you`}</Title>
      <Paragraph>
        Hello <Given>{data.username}</Given>, you were next on the waitlist for <Given>{data.title}</Given> at{' '}
        <Given>{data.placeName}</Given> on {timeWords(data.startsAt, data.timeZone)}.
      </Paragraph>
      <Paragraph>
        It is held for you until {timeWords(data.expiresAt, data.timeZone)}. After that it goes to the next person waiting.
      </Paragraph>
      <Action href={`${productUrl}/seat-offer?token=${data.token}`}>Accept or decline</Action>
    </>
  ),
  reason: (platform) => `You get this email because you are on the waitlist of a game on ${platform.name}.`,
  sample: {
    username: 'Maya Rivera',
    title: 'Saturday sunrise open play',
    startsAt: 1795266000000,
    timeZone: 'America/Chicago',
    placeName: 'Northside Courts',
    seats: 1,
    expiresAt: 1795200000000,
    token: 'A'.repeat(43),
  },
}
