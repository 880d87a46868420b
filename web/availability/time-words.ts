import type { DraftTimeRange } from '../../domain/availability/drafts.ts'
import { dayNumberOf, minutesADay, minutesOf } from '../../domain/time/clock.ts'
import { day as dayOfMs, minute } from '../../domain/time/spans.ts'

const clock = new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' })
const wholeHour = new Intl.DateTimeFormat(undefined, { hour: 'numeric', timeZone: 'UTC' })

/** '17:00' as the viewer's country writes it; the end of a day in a word. */
export function timeWords(time: string | null): string {
  const minutes = minutesOf(time)
  if (minutes === null) return ''
  return minutes === minutesADay ? 'Midnight' : clock.format(minutes * minute)
}

export const hourWords = (hour: number) => wholeHour.format(hour * 60 * minute)

/** In one piece: a line may break between ranges, not within one. */
export const rangeWords = (range: DraftTimeRange) => writeRange(range).replace(/\s/g, '\u00a0')

function writeRange({ startTime, endTime }: DraftTimeRange): string {
  const [start, end] = [minutesOf(startTime), minutesOf(endTime)]
  if (start === null || end === null) return ''
  if (start === 0 && end === minutesADay) return 'All day'
  // From one date to the next Intl would name the dates too, and a range may be the wrong way round while it is edited.
  if (end === minutesADay) return `${clock.format(start * minute)} – midnight`
  if (end <= start) return `${clock.format(start * minute)} – ${clock.format(end * minute)}`
  return clock.formatRange(start * minute, end * minute)
}

export const dayWords = (timeRanges: readonly DraftTimeRange[]) =>
  timeRanges.length > 0 ? timeRanges.map(rangeWords).filter(Boolean).join(', ') : 'Unavailable all day'

export function durationWords(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return [hours > 0 && `${hours} h`, rest > 0 && `${rest} min`].filter(Boolean).join(' ')
}

const dateFormats = {
  /** Monday, March 9 */
  long: new Intl.DateTimeFormat(undefined, { weekday: 'long', month: 'long', day: 'numeric', timeZone: 'UTC' }),
  /** With its year, for a date that is not near. */
  full: new Intl.DateTimeFormat(undefined, { weekday: 'long', month: 'long', day: 'numeric', year: 'numeric', timeZone: 'UTC' }),
}

/** A plain date; its year is said where it is not this one. */
export function dateWords(date: string, today: string): string {
  const format = date.slice(0, 4) === today.slice(0, 4) ? dateFormats.long : dateFormats.full
  return format.format((dayNumberOf(date) ?? 0) * dayOfMs)
}
