import { dateText, dayNumberOf, minutesADay, minutesOf, timeText } from '../time/clock.ts'
import type { LocalTime } from '../time/wall-clock.ts'

/** Reads "2027-02-06T09:00". */
export const splitLocalTime = (local: string): LocalTime => {
  const [date = '', time = ''] = local.split('T')
  return { date, time }
}

export const joinLocalTime = ({ date, time }: LocalTime): string => `${date}T${time}`

const toMinutes = ({ date, time }: LocalTime) => (dayNumberOf(date) ?? 0) * minutesADay + (minutesOf(time) ?? 0)

export const minutesBetween = (start: LocalTime, end: LocalTime) => toMinutes(end) - toMinutes(start)

/** Adds minutes to a local time. It does not consider clock changes. */
export function addMinutes(start: LocalTime, minutes: number): LocalTime {
  const total = toMinutes(start) + minutes
  const dayNumber = Math.floor(total / minutesADay)
  return { date: dateText(dayNumber), time: timeText(total - dayNumber * minutesADay) }
}

type JoinTimes = { starts: string; joinFrom: string | null }

/** How many minutes before the start joining opens. Null: at once. */
export const joinMinutesOf = ({ starts, joinFrom }: JoinTimes): number | null =>
  joinFrom === null ? null : minutesBetween(splitLocalTime(joinFrom), splitLocalTime(starts))

/** When joining opens if it opens so many minutes before this start. */
export const joinFromOf = (start: LocalTime, joinMinutes: number | null): string | null =>
  joinMinutes === null ? null : joinLocalTime(addMinutes(start, -joinMinutes))
