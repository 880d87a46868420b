import type { DraftTimeRange } from '../../domain/availability/drafts.ts'
import { dayNumberOf, minutesADay, minutesOf } from '../../domain/time/clock.ts'
import { day as dayInMs, minute } from '../../domain/time/spans.ts'
import { writeDate } from '../../domain/time/write-time.ts'

const timeFormat = new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' })
const hourFormat = new Intl.DateTimeFormat(undefined, { hour: 'numeric', timeZone: 'UTC' })

/** '17:00' in the format of the viewer's country. The end of the day is "Midnight". */
export function formatTime(time: string | null): string {
  const minutes = minutesOf(time)
  if (minutes === null) return ''
  return minutes === minutesADay ? 'Midnight' : timeFormat.format(minutes * minute)
}

export const formatHour = (hour: number) => hourFormat.format(hour * 60 * minute)

/** We use non-breaking spaces: a line may break between two ranges, but not within a range. */
export const formatRange = (range: DraftTimeRange) => formatStartAndEnd(range).replace(/\s/g, '\u00a0')

function formatStartAndEnd({ startTime, endTime }: DraftTimeRange): string {
  const [start, end] = [minutesOf(startTime), minutesOf(endTime)]
  if (start === null || end === null) return ''
  if (start === 0 && end === minutesADay) return 'All day'
  // Intl cannot format these two: it would add dates to a range that ends at midnight, and during editing the end may come first.
  if (end === minutesADay) return `${timeFormat.format(start * minute)} – midnight`
  if (end <= start) return `${timeFormat.format(start * minute)} – ${timeFormat.format(end * minute)}`
  return timeFormat.formatRange(start * minute, end * minute)
}

export const formatRanges = (timeRanges: readonly DraftTimeRange[]) =>
  timeRanges.length > 0 ? timeRanges.map(formatRange).filter(Boolean).join(', ') : 'Unavailable all day'

export function formatDuration(minutes: number): string {
  const [hours, restMinutes] = [Math.floor(minutes / 60), minutes % 60]
  return [hours > 0 && `${hours} h`, restMinutes > 0 && `${restMinutes} min`].filter(Boolean).join(' ')
}

/** "Monday, March 9": a date 'YYYY-MM-DD' in words, with the year if it is not the current year. */
export function formatDate(date: string, today: string): string {
  const context = { timeZone: 'UTC', now: Date.parse(today) }
  return writeDate((dayNumberOf(date) ?? 0) * dayInMs, context, { weekday: 'long', month: 'long', day: 'numeric' })
}
