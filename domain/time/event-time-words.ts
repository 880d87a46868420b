import { day, minute } from './spans.ts'
import { instantToLocal, offsetAt } from './wall-clock.ts'
import { formatIn, plainSpaces, writeTime } from './write-time.ts'

export type EventTime = {
  startsAt: number
  endsAt: number
  venueZone: string
  viewerZone: string
  /** With it a date of another year says so. */
  now?: number | undefined
  locale?: string | undefined
}

export type EventTimeWords = {
  /** The date on the venue's wall calendar, for a date badge. */
  date: string
  /** Saturday, November 21 */
  day: string
  /** 7:00 to 9:00 AM */
  time: string
  /** Central Time, an hour ahead of yours */
  zoneWords: string
  /** 6:00 to 8:00 AM your time, with the day where it is another one; null where both clocks agree. */
  yours: string | null
  /** Sat 7:00 AM */
  short: string
  /** Nov */
  monthBadge: string
  /** 21 */
  dayBadge: string
}

/** When an event is, by the clocks at its place, and what that is for who looks at it. */
export function eventTimeWords(time: EventTime): EventTimeWords {
  const { startsAt, endsAt, venueZone, viewerZone, now, locale } = time
  const write = (options: Intl.DateTimeFormatOptions) => writeTime(startsAt, venueZone, options, locale)
  const { date } = instantToLocal(startsAt, venueZone)
  const isThisYear = now === undefined || instantToLocal(now, venueZone).date.slice(0, 4) === date.slice(0, 4)
  const ahead = (offsetAt(startsAt, venueZone) - offsetAt(startsAt, viewerZone)) / minute
  return {
    date,
    day: write(isThisYear ? longDay : { ...longDay, year: 'numeric' }),
    time: rangeWords(startsAt, endsAt, venueZone, locale),
    zoneWords: `${zoneName(time)}${ahead === 0 ? '' : `, ${distanceWords(Math.abs(ahead))} ${ahead > 0 ? 'ahead of' : 'behind'} yours`}`,
    yours: ahead === 0 ? null : yourWords(time, date),
    short: `${write({ weekday: 'short' })} ${write(clock)}`,
    monthBadge: write({ month: 'short' }),
    dayBadge: write({ day: 'numeric' }),
  }
}

const clock = { hour: 'numeric', minute: '2-digit' } as const
const longDay = { weekday: 'long', month: 'long', day: 'numeric' } as const

/** An evening that ends after midnight needs no second day; a weekend does. */
const halfDay = day / 2

function rangeWords(startsAt: number, endsAt: number, zone: string, locale: string | undefined): string {
  const format = formatIn(locale, zone, clock)
  const end = plainSpaces(format.format(endsAt))
  const isOneDay = instantToLocal(startsAt, zone).date === instantToLocal(endsAt, zone).date
  if (!isOneDay && endsAt - startsAt > halfDay) {
    return `${plainSpaces(format.format(startsAt))} to ${formatIn(locale, zone, longDay).format(endsAt)}, ${end}`
  }
  return `${isOneDay ? sharedStart(format, startsAt, endsAt) : plainSpaces(format.format(startsAt))} to ${end}`
}

/** The start without the AM or PM that the end says for both. */
function sharedStart(format: Intl.DateTimeFormat, startsAt: number, endsAt: number): string {
  const parts = format.formatToParts(startsAt)
  const half = parts.at(-1)
  const isShared = half?.type === 'dayPeriod' && format.formatToParts(endsAt).at(-1)?.value === half.value
  const shown = isShared ? parts.slice(0, -1) : parts
  return plainSpaces(shown.map(({ value }) => value).join('')).trim()
}

/** As people call it: the zone's own name is that of a city, which may be far away. */
function zoneName({ venueZone, startsAt, locale }: EventTime): string {
  const parts = formatIn(locale, venueZone, { timeZoneName: 'longGeneric' }).formatToParts(startsAt)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? venueZone
}

function distanceWords(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  if (hours === 0) return rest === 30 ? 'half an hour' : `${rest} minutes`
  const whole = hours === 1 ? 'an hour' : `${hours} hours`
  if (rest === 0) return whole
  if (rest === 30) return hours === 1 ? 'an hour and a half' : `${hours} and a half hours`
  return `${whole} and ${rest} minutes`
}

function yourWords({ startsAt, endsAt, viewerZone, locale }: EventTime, venueDate: string): string {
  const words = `${rangeWords(startsAt, endsAt, viewerZone, locale)} your time`
  if (instantToLocal(startsAt, viewerZone).date === venueDate) return words
  return `${formatIn(locale, viewerZone, longDay).format(startsAt)}, ${words}`
}
