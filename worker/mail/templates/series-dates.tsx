import type { MailData } from '../../../domain/mail/contract.ts'
import { Facts, LinkedFact } from './parts.tsx'

export type Series = NonNullable<MailData<'series-joined'>['series']>

export const sampleSeries: Series = {
  title: 'Saturday sunrise open play',
  dates: [
    { eventId: 'game-1', when: 'Saturday, Nov 21, 7:00 to 9:00 AM CST', placeName: 'Northside Courts', hasSeat: true },
    { eventId: 'game-2', when: 'Saturday, Nov 28, 7:00 to 9:00 AM CST', placeName: 'Northside Courts', hasSeat: true },
    { eventId: 'game-3', when: 'Saturday, Dec 5, 7:00 to 9:00 AM CST', placeName: 'Northside Courts', hasSeat: false },
  ],
}

export const formatDates = (count: number) => (count === 1 ? 'one date' : `${count} dates`)

/** Each date links to its page. */
export const SeriesDates = ({ dates, productUrl, noSeat }: { dates: Series['dates']; productUrl: string; noSeat: string }) => (
  <Facts>
    {dates.map(({ eventId, when, placeName, hasSeat }) => (
      <LinkedFact key={eventId} href={`${productUrl}/evt/${eventId}`} title={when}>
        {hasSeat || noSeat === '' ? placeName : `${placeName} · ${noSeat}`}
      </LinkedFact>
    ))}
  </Facts>
)
