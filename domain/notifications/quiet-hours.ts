import * as v from 'valibot'
import { dateText, minutesADay, minutesOf, weekdayOf, weekdays } from '../time/clock.ts'
import { localToInstant } from '../time/local-time.ts'
import { localDayOf } from '../time/wall-clock.ts'

const TimeOfDay = v.pipe(
  v.string(),
  v.check((text) => (minutesOf(text) ?? minutesADay) < minutesADay, 'must be a time like 22:00'),
)

/** The hours in which nothing may ring, in the time zone of the person. */
export const QuietHours = v.pipe(
  v.object({
    from: TimeOfDay,
    /** On the next day if it is before `from`. */
    to: TimeOfDay,
    /** The days on which they begin. */
    days: v.pipe(
      v.array(v.picklist(weekdays)),
      v.minLength(1, 'Choose at least one day.'),
      v.maxLength(weekdays.length),
      v.check((days) => new Set(days).size === days.length, 'must name each day once'),
    ),
    /** An offer of a seat may ring, because it is gone in the morning. */
    letsOffersThrough: v.boolean(),
  }),
  v.forward(
    v.check(({ from, to }) => from !== to, 'The end must differ from the start.'),
    ['to'],
  ),
)
export type QuietHours = v.InferOutput<typeof QuietHours>

export const suggestedQuietHours: QuietHours = { from: '22:00', to: '07:00', days: [...weekdays], letsOffersThrough: true }

/** The end of the quiet hours that a moment is in; null if it is in none. */
export function findQuietEnd({ from, to, days }: QuietHours, { now, timeZone }: { now: number; timeZone: string }): number | null {
  const today = localDayOf(now, timeZone)
  for (const first of [today - 1, today]) {
    if (!days.includes(weekdayOf(first))) continue
    const start = findInstant(first, from, timeZone)
    const end = findInstant(to > from ? first : first + 1, to, timeZone)
    if (start <= now && now < end) return end
  }
  return null
}

/** A time that the clocks skip on that day counts as the first one after it. */
function findInstant(dayNumber: number, time: string, timeZone: string): number {
  const found = localToInstant(dateText(dayNumber), time, timeZone)
  if (found.fault === null) return found.instant
  if (found.fault === 'skipped') return found.next.instant
  throw new Error(`No such time: ${time} in ${timeZone}`)
}
