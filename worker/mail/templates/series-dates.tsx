import type { MailData } from '../../../domain/mail/contract.ts'
import { Facts, LinkedFact, TextLink } from './parts.tsx'
import { sampleGame } from './seat-facts.tsx'

export type Series = NonNullable<MailData<'series-joined'>['series']>

const sampleDate = (id: number, day: string, more: Partial<Series['dates'][number]> = {}): Series['dates'][number] => ({
  eventId: `game-${id}`,
  when: `Saturday, ${day}, 7:00 to 9:00 AM CST`,
  whenForReader: '2:00 to 4:00 PM your time',
  placeName: 'Northside Courts',
  hasSeat: true,
  ticketCode: 'K7Q-4MX',
  leaveWords: 'Leave by Friday 7 PM',
  ...more,
})

export const sampleSeries: Series = {
  title: 'Saturday sunrise open play',
  first: { eventId: 'game-1', game: sampleGame },
  dates: [
    sampleDate(1, 'Nov 21'),
    sampleDate(2, 'Nov 28', { ticketCode: 'P3N-8RT', leaveWords: 'Leave by Friday, November 27, 7 PM' }),
    sampleDate(3, 'Dec 5', { hasSeat: false, ticketCode: null }),
  ],
}

export const formatDates = (count: number) => (count === 1 ? 'one date' : `${count} dates`)

/** What is known about each date, which links to its page. */
const describeDate = ({ whenForReader, placeName, hasSeat, ticketCode }: Series['dates'][number], noSeat: string) =>
  [whenForReader, placeName, ticketCode && `ticket ${ticketCode}`, !hasSeat && noSeat].filter(Boolean).join(' · ')

/** A seat can be given up by the link of its date. */
export const SeriesDates = ({ dates, productUrl, noSeat }: { dates: Series['dates']; productUrl: string; noSeat: string }) => (
  <Facts>
    {dates.map((date) => (
      <LinkedFact
        key={date.eventId}
        href={`${productUrl}/evt/${date.eventId}`}
        title={date.when}
        action={date.hasSeat && <TextLink href={`${productUrl}/evt/${date.eventId}?open=leave`}>{date.leaveWords}</TextLink>}
      >
        {describeDate(date, noSeat)}
      </LinkedFact>
    ))}
  </Facts>
)
