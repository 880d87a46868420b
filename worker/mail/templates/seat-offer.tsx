import { formatFullMoment } from '../../../domain/events/format-when.ts'
import type { MailData } from '../../../domain/mail/contract.ts'
import { Action, Paragraph, Title, UserText } from './parts.tsx'
import type { MailTemplate } from './template.ts'

type Times = Pick<MailData<'seat-offer'>, 'startsAt' | 'expiresAt' | 'timeZone' | 'offeredAt'>

/**
 * In the time zone of the place, with its name, because we do not know where the person reads the email. Offers that an older release
 * queued have no `offeredAt`, but they end within hours.
 */
const format = (at: number, { timeZone, expiresAt, offeredAt = expiresAt }: Times) => formatFullMoment(at, { timeZone, now: offeredAt })
const formatStart = (times: Times) => format(times.startsAt, times)
const formatExpiry = (times: Times) => format(times.expiresAt, times)

/** One link for both answers. It opens a page with buttons, so that a mail scanner that opens the link gives no answer. */
export const seatOffer: MailTemplate<'seat-offer'> = {
  subject: ({ title }) => `A seat is free: ${title}`,
  preview: (data) => `Accept until ${formatExpiry(data)}.`,
  Content: ({ data, productUrl }) => (
    <>
      <Title>{data.seats === 1 ? 'A seat is free for you' : `${data.seats} seats are free for you`}</Title>
      <Paragraph>
        Hello <UserText>{data.username}</UserText>, you were next on the waitlist for <UserText>{data.title}</UserText> at{' '}
        <UserText>{data.placeName}</UserText> on {formatStart(data)}.
      </Paragraph>
      <Paragraph>
        We are holding {data.seats === 1 ? 'it' : 'them'} for you until {formatExpiry(data)}. After that, the next person on the waitlist
        gets an offer.
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
    offeredAt: 1795190000000,
    token: 'A'.repeat(43),
  },
}
