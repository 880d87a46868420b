import type { ActivityId } from '../activities.ts'
import { dateText, dayNumberOf, minutesOf, weekdayOf } from '../time/clock.ts'
import type { LocalTime } from '../time/wall-clock.ts'

/** How many seats a game of this activity usually has. */
const defaultSeats: Partial<Record<ActivityId, number>> = {
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

/** For pickleball (two courts) and for every activity that is not in the table. */
const fallbackSeats = 8

export const defaultSeatsFor = (activity: ActivityId): number => defaultSeats[activity] ?? fallbackSeats

export const defaultMinutes = 120
export const defaultMaxGuests = 1
export const defaultLeaveMinutes = 12 * 60

const evening = '18:00'
const morning = '09:00'
/** We never suggest a start within the next hour: nobody could come on such short notice. */
const minNoticeMinutes = 60

const isWeekend = (dayNumber: number) => ['saturday', 'sunday'].includes(weekdayOf(dayNumber))

/** The next times when people usually play: evenings, and mornings on weekends. The form begins with the first one. */
export function suggestStarts(now: LocalTime): LocalTime[] {
  const today = dayNumberOf(now.date) ?? 0
  const clock = minutesOf(now.time) ?? 0
  const isAhead = (dayNumber: number, time: string) => dayNumber > today || (minutesOf(time) ?? 0) >= clock + minNoticeMinutes
  const starts = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((daysAhead) => {
    const dayNumber = today + daysAhead
    const isNear = daysAhead < 2
    const times = isWeekend(dayNumber) ? (isNear ? [morning, evening] : [morning]) : isNear ? [evening] : []
    return times.filter((time) => isAhead(dayNumber, time)).map((time) => ({ date: dateText(dayNumber), time }))
  })
  return starts.slice(0, 4)
}

/** The next date with the same weekday, from tomorrow on, at the same time. */
export function findNextSameWeekday({ date, time }: LocalTime, today: string): LocalTime {
  const tomorrow = (dayNumberOf(today) ?? 0) + 1
  const weekday = weekdayOf(dayNumberOf(date) ?? tomorrow)
  const daysAhead = [0, 1, 2, 3, 4, 5, 6].find((days) => weekdayOf(tomorrow + days) === weekday) ?? 0
  return { date: dateText(tomorrow + daysAhead), time }
}
