import { formatEventTime, formatTimeRange } from '../time/format-event-time.ts'
import { formatIn, writeDate } from '../time/write-time.ts'

const locale = 'en-US'

const dayOptions = { weekday: 'long', month: 'short', day: 'numeric' } as const

/** Formats a moment in the venue's time zone with the name of the zone: "Saturday, Nov 28, 12:00 PM CST". */
export const formatFullMoment = (instant: number, { timeZone, now }: { timeZone: string; now: number }): string =>
  writeDate(instant, { timeZone, now, locale }, { ...dayOptions, hour: 'numeric', minute: '2-digit', timeZoneName: 'short' })

type When = { startsAt: number; endsAt: number; timeZone: string }

/** "Saturday, Nov 28, 12:00 to 2:00 PM CST", with the year if it is not the current one. */
export function formatWhen({ startsAt, endsAt, timeZone }: When, now: number): string {
  const zone = formatIn(locale, timeZone, { timeZoneName: 'short' })
    .formatToParts(startsAt)
    .find(({ type }) => type === 'timeZoneName')?.value
  const date = writeDate(startsAt, { timeZone, now, locale }, dayOptions)
  return `${date}, ${formatTimeRange(startsAt, endsAt, timeZone, locale)} ${zone ?? ''}`.trim()
}

/** The same in the time zone of the reader: "2:00 to 4:00 PM your time". Null if it is the same time, or if we do not know the zone. */
export const formatWhenForReader = ({ startsAt, endsAt, timeZone }: When, readerZone: string | null, now: number): string | null =>
  readerZone === null ? null : formatEventTime({ startsAt, endsAt, venueZone: timeZone, viewerZone: readerZone, now, locale }).viewerTime

/** When and where a game is, for a message in which it is named. */
export const formatWhenAndWhere = (
  { startsAt, timeZone, placeName }: { startsAt: number; timeZone: string; placeName: string },
  now: number,
): string => `${formatFullMoment(startsAt, { timeZone, now })}, ${placeName}`
