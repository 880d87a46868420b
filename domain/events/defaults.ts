import type { ActivityId } from '../activities.ts'
import { dateText, dayNumberOf, minutesOf, weekdayOf } from '../time/clock.ts'
import type { LocalTime } from '../time/wall-clock.ts'

/** How many it takes as people mostly play it. */
const seats: Partial<Record<ActivityId, number>> = {
  badminton: 4,
  baseball: 18,
  basketball: 10,
  'board-games': 6,
  bowling: 6,
  chess: 8,
  cornhole: 4,
  cricket: 22,
  cycling: 12,
  dance: 16,
  'disc-golf': 4,
  dodgeball: 12,
  esports: 10,
  'field-hockey': 16,
  'flag-football': 14,
  football: 22,
  futsal: 10,
  golf: 4,
  handball: 14,
  hiking: 12,
  'ice-hockey': 12,
  kickball: 18,
  lacrosse: 20,
  'martial-arts': 12,
  padel: 4,
  racquetball: 4,
  'roller-derby': 12,
  rugby: 14,
  running: 12,
  skateboarding: 12,
  soccer: 14,
  softball: 18,
  squash: 4,
  'table-tennis': 4,
  'tabletop-rpg': 6,
  tennis: 4,
  'ultimate-frisbee': 14,
  volleyball: 12,
  walking: 12,
  'water-polo': 14,
  yoga: 12,
}

/** Two pickleball courts, and whatever else is not in the table. */
const usualSeats = 8

export const seatsFor = (activity: ActivityId): number => seats[activity] ?? usualSeats

export const usualMinutes = 120
export const usualGuests = 1
export const usualLeaveMinutes = 12 * 60

const evening = '18:00'
const morning = '09:00'
/** Nobody comes to what was put up a moment ago. */
const leastNotice = 60

const isWeekend = (dayNumber: number) => ['saturday', 'sunday'].includes(weekdayOf(dayNumber))

/** When people mostly play from here on: evenings, and the mornings of a weekend. The first is where a form begins. */
export function suggestStarts(now: LocalTime): LocalTime[] {
  const today = dayNumberOf(now.date) ?? 0
  const clock = minutesOf(now.time) ?? 0
  const isAhead = (dayNumber: number, time: string) => dayNumber > today || (minutesOf(time) ?? 0) >= clock + leastNotice
  const slots = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((ahead) => {
    const dayNumber = today + ahead
    const isNear = ahead < 2
    const times = isWeekend(dayNumber) ? (isNear ? [morning, evening] : [morning]) : isNear ? [evening] : []
    return times.filter((time) => isAhead(dayNumber, time)).map((time) => ({ date: dateText(dayNumber), time }))
  })
  return slots.slice(0, 4)
}

/** The next day of that weekday, from tomorrow on, at the same time. */
export function nextLike({ date, time }: LocalTime, today: string): LocalTime {
  const from = (dayNumberOf(today) ?? 0) + 1
  const wanted = weekdayOf(dayNumberOf(date) ?? from)
  const ahead = [0, 1, 2, 3, 4, 5, 6].find((days) => weekdayOf(from + days) === wanted) ?? 0
  return { date: dateText(from + ahead), time }
}
