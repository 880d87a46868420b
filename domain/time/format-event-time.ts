import { day, minute } from './spans.ts'
import { instantToLocal, offsetAt } from './wall-clock.ts'
import { formatIn, plainSpaces, writeDate, writeTime } from './write-time.ts'

export type EventTime = {
  startsAt: number
  endsAt: number
  venueZone: string
  viewerZone: string
  /** A date in another year is shown with its year. */
  now: number
  locale?: string | undefined
}

export type FormattedEventTime = {
  /** The date at the venue: 2026-11-21 */
  date: string
  /** Saturday, November 21 */
  day: string
  /** 7:00 to 9:00 AM */
  time: string
  /** Central Time, an hour ahead of yours */
  zoneText: string
  /** 6:00 to 8:00 AM your time, with the day if it is another day for the viewer. Null if both zones have the same time. */
  viewerTime: string | null
  /** Sat 7:00 AM */
  short: string
  /** Nov */
  monthBadge: string
  /** 21 */
  dayBadge: string
}

/** Formats an event's time in the venue's time zone, and in the viewer's zone if it differs. */
export function formatEventTime(time: EventTime): FormattedEventTime {
  const { startsAt, endsAt, venueZone, viewerZone, now, locale } = time
  const write = (options: Intl.DateTimeFormatOptions) => writeTime(startsAt, venueZone, options, locale)
  const { date } = instantToLocal(startsAt, venueZone)
  const ahead = (offsetAt(startsAt, venueZone) - offsetAt(startsAt, viewerZone)) / minute
  return {
    date,
    day: writeDate(startsAt, { timeZone: venueZone, now, locale }, longDay),
    time: formatTimeRange(startsAt, endsAt, venueZone, locale),
    zoneText: `${formatZone(time)}${ahead === 0 ? '' : `, ${formatOffset(Math.abs(ahead))} ${ahead > 0 ? 'ahead of' : 'behind'} yours`}`,
    viewerTime: ahead === 0 ? null : formatViewerTime(time, date),
    short: `${write({ weekday: 'short' })} ${write(clock)}`,
    monthBadge: write({ month: 'short' }),
    dayBadge: write({ day: 'numeric' }),
  }
}

const clock = { hour: 'numeric', minute: '2-digit' } as const
const longDay = { weekday: 'long', month: 'long', day: 'numeric' } as const

/** We name the end day only of events that are longer: an evening that ends after midnight does not need it. */
const halfDay = day / 2

/** "7:00 to 9:00 AM" in this zone. */
export function formatTimeRange(startsAt: number, endsAt: number, zone: string, locale: string | undefined): string {
  const format = formatIn(locale, zone, clock)
  const end = plainSpaces(format.format(endsAt))
  const isOneDay = instantToLocal(startsAt, zone).date === instantToLocal(endsAt, zone).date
  if (!isOneDay && endsAt - startsAt > halfDay) {
    // The reader knows the year of the start, so the end day has one only if it is another year.
    return `${plainSpaces(format.format(startsAt))} to ${writeDate(endsAt, { timeZone: zone, now: startsAt, locale }, longDay)}, ${end}`
  }
  return `${isOneDay ? formatStart(format, startsAt, endsAt) : plainSpaces(format.format(startsAt))} to ${end}`
}

/** Formats the start without AM or PM if the end has the same one: "7:00 to 9:00 AM". */
function formatStart(format: Intl.DateTimeFormat, startsAt: number, endsAt: number): string {
  const parts = format.formatToParts(startsAt)
  const dayPeriod = parts.at(-1)
  const isShared = dayPeriod?.type === 'dayPeriod' && format.formatToParts(endsAt).at(-1)?.value === dayPeriod.value
  const shown = isShared ? parts.slice(0, -1) : parts
  return plainSpaces(shown.map(({ value }) => value).join('')).trim()
}

/** The name that people use ("Central Time"). The zone's id names a city, which may be far away. */
function formatZone({ venueZone, startsAt, locale }: EventTime): string {
  const parts = formatIn(locale, venueZone, { timeZoneName: 'longGeneric' }).formatToParts(startsAt)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? venueZone
}

function formatOffset(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  if (hours === 0) return rest === 30 ? 'half an hour' : `${rest} minutes`
  const whole = hours === 1 ? 'an hour' : `${hours} hours`
  if (rest === 0) return whole
  if (rest === 30) return hours === 1 ? 'an hour and a half' : `${hours} and a half hours`
  return `${whole} and ${rest} minutes`
}

function formatViewerTime({ startsAt, endsAt, viewerZone, now, locale }: EventTime, venueDate: string): string {
  const words = `${formatTimeRange(startsAt, endsAt, viewerZone, locale)} your time`
  if (instantToLocal(startsAt, viewerZone).date === venueDate) return words
  return `${writeDate(startsAt, { timeZone: viewerZone, now, locale }, longDay)}, ${words}`
}
