import { formatFullMoment } from '../../../domain/events/format-when.ts'
import type { MailData } from '../../../domain/mail/contract.ts'
import { Action, Paragraph, Title, UserText } from './parts.tsx'
import type { MailTemplate } from './template.ts'

const format = (at: number, { timeZone, offeredAt }: MailData<'friend-seat'>) => formatFullMoment(at, { timeZone, now: offeredAt })

/** One link for both answers. It opens a page with buttons, so that a mail scanner that opens the link gives no answer. */
export const friendSeat: MailTemplate<'friend-seat'> = {
  subject: ({ friendName, title }) => `${friendName} holds a seat for you: ${title}`,
  preview: (data) => `${format(data.startsAt, data)}, ${data.placeName}. Answer by ${format(data.expiresAt, data)}.`,
  Content: ({ data, productUrl }) => (
    <>
      <Title>
        <UserText>{data.friendName}</UserText> holds a seat for you
      </Title>
      <Paragraph>
        Hello <UserText>{data.username}</UserText>, <UserText>{data.friendName}</UserText> plays <UserText>{data.title}</UserText> at{' '}
        <UserText>{data.placeName}</UserText> on {format(data.startsAt, data)}, and wants you to come along.
      </Paragraph>
      <Paragraph>
        The seat is held until {format(data.expiresAt, data)}.{' '}
        {data.price
          ? `Price: ${data.price}. You pay once you accept, and are not on the list until you have paid. Without an answer, `
          : 'You are not on the list until you accept, and without an answer '}
        the seat is free for others.
      </Paragraph>
      <Action href={`${productUrl}/seat-offer?token=${data.token}`}>Accept or decline</Action>
    </>
  ),
  reason: (platform) => `You get this email because you are connected with a player on ${platform.name}.`,
  unsubscribeName: 'emails about your games',
  sample: {
    username: 'Maya Rivera',
    friendName: 'Dana Alvarez',
    title: 'Saturday sunrise open play',
    startsAt: 1795266000000,
    timeZone: 'America/Chicago',
    placeName: 'Northside Courts',
    expiresAt: 1795200000000,
    offeredAt: 1795190000000,
    price: '$15',
    token: 'A'.repeat(43),
  },
}
