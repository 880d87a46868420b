import { formatTimeRange } from '../time/format-event-time.ts'
import { formatIn, plainSpaces } from '../time/write-time.ts'

const locale = 'en-US'

/** The year, for a date that is not in the current year of its time zone. */
export function yearOptions(instant: number, timeZone: string, now: number): Intl.DateTimeFormatOptions {
  const year = formatIn(locale, timeZone, { year: 'numeric' })
  return year.format(instant) === year.format(now) ? {} : { year: 'numeric' }
}

const dayOptions = { weekday: 'long', month: 'short', day: 'numeric' } as const

const write = (instant: number, timeZone: string, options: Intl.DateTimeFormatOptions) =>
  plainSpaces(formatIn(locale, timeZone, options).format(instant))

/** Formats a moment in the venue's time zone with the name of the zone: "Saturday, Nov 28, 12:00 PM CST". */
export const formatFullMoment = (instant: number, { timeZone, now }: { timeZone: string; now: number }): string =>
  write(instant, timeZone, {
    ...dayOptions,
    ...yearOptions(instant, timeZone, now),
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  })

type When = { startsAt: number; endsAt: number; timeZone: string }

/** "Saturday, Nov 28, 12:00 to 2:00 PM CST", with the year if it is not the current one. */
export function formatWhen({ startsAt, endsAt, timeZone }: When, now: number): string {
  const zone = formatIn(locale, timeZone, { timeZoneName: 'short' })
    .formatToParts(startsAt)
    .find(({ type }) => type === 'timeZoneName')?.value
  const date = write(startsAt, timeZone, { ...dayOptions, ...yearOptions(startsAt, timeZone, now) })
  return `${date}, ${formatTimeRange(startsAt, endsAt, timeZone, locale)} ${zone ?? ''}`.trim()
}

/** When and where a game is, for a message in which it is named. */
export const formatWhenAndWhere = (
  { startsAt, timeZone, placeName }: { startsAt: number; timeZone: string; placeName: string },
  now: number,
): string => `${formatFullMoment(startsAt, { timeZone, now })}, ${placeName}`
