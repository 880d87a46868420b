import { Paragraph, TextLink, Title, UserText } from './parts.tsx'
import { CalendarLinks, SeatFacts, WalletLink } from './seat-facts.tsx'
import { formatDates, type Series, SeriesDates, sampleSeries } from './series-dates.tsx'
import type { MailTemplate } from './template.ts'

const countSeats = ({ dates }: Series) => dates.filter(({ hasSeat }) => hasSeat).length

/** All dates with a seat are attached in one file. */
export const seriesJoined: MailTemplate<'series-joined'> = {
  subject: ({ series }) => (series ? `You are in: ${series.title}, ${formatDates(countSeats(series))}` : 'You are in'),
  preview: ({ series }) => series?.dates[0]?.when ?? '',
  Content: ({ data: { username, series }, productUrl }) => {
    if (!series) return null
    const { title, first, dates } = series
    const ticketUrl = `${productUrl}/evt/${first?.eventId}?open=ticket`
    return (
      <>
        <Title>
          You are in: <UserText>{title}</UserText>
        </Title>
        <Paragraph>
          Hello <UserText>{username}</UserText>, you have a seat in {formatDates(countSeats(series))}. This is the first:
        </Paragraph>
        {first && <SeatFacts game={first.game} ticketUrl={ticketUrl} />}
        <Paragraph>All dates:</Paragraph>
        <SeriesDates dates={dates} productUrl={productUrl} noSeat="no seat yet: you are waiting" />
        <Paragraph>
          The attached file adds all dates with a seat to any calendar app. Or{' '}
          <TextLink href={`${productUrl}/settings?tab=calendar`}>let your calendar follow your games</TextLink>, also when they change.
        </Paragraph>
        {first && (
          <Paragraph>
            Only the first date: <CalendarLinks calendars={first.game.calendars} />
          </Paragraph>
        )}
        {first && <WalletLink wallets={first.game.wallets} ticketUrl={ticketUrl} />}
        <Paragraph>
          If you cannot come to a date, leave it, so that the seat goes to somebody else. If you leave later than written there, the hosts
          see that you left late.
        </Paragraph>
      </>
    )
  },
  reason: (platform) => `You get this email because you have seats in several games on ${platform.name}.`,
  unsubscribeName: 'emails about your games',
  sample: { username: 'Maya Rivera', userId: 'person-1', entryIds: ['joiner-1', 'joiner-2', 'joiner-3'], series: sampleSeries },
}
