import { minutesOf, type Weekday, weekdays } from '../time/clock.ts'
import { day } from '../time/spans.ts'
import type { Availability } from './contract.ts'

/**
 * How similar the usual hours of two people are, in words. The answer must not let anyone rebuild a person's week by changing
 * their own hours and asking again, not even with many accounts and over many days. So two rules hold:
 *
 * - An answer depends on the other person's hours only through their `WeekSummary`: six parts of the week with three levels each.
 *   There are 3^6 = 729 summaries. So everything that all answers together can ever reveal about one state of a person's hours is
 *   less than ten bits. Dates, time zones and the time of the question have no influence.
 * - The viewer's own hours count only after they have stood for a day, so each account gets at most one new answer a day.
 */
export const hoursTogetherBuckets = ['none', 'aLittle', 'some', 'aLot'] as const
export type HoursTogether = (typeof hoursTogetherBuckets)[number]

type Week = Availability['weeklyAvailability']

/** How long hours must stand before they count in answers about other people. */
export const settleTime = day

/** `weeklySince` is when the hours last changed. `earlierWeekly` are the hours that counted at that time. */
type StoredWeek = { weekly: Week; weeklySince: number; earlierWeekly: Week | null }

/** The hours that count in answers about other people. Null on the first day. */
export const pickSettledWeek = ({ weekly, weeklySince, earlierWeekly }: StoredWeek, now: number): Week | null =>
  weeklySince <= now - settleTime ? weekly : earlierWeekly

const weekend: readonly Weekday[] = ['saturday', 'sunday']

/** Mornings, afternoons and evenings, in minutes since midnight. */
const partsOfDay = [
  { from: 0, to: 12 * 60 },
  { from: 12 * 60, to: 17 * 60 },
  { from: 17 * 60, to: 24 * 60 },
]

/** The hours in each part of the week: mornings, afternoons and evenings, from Monday to Friday and on the weekend. */
function countHoursInParts(week: Week): number[] {
  return [false, true].flatMap((isWeekend) =>
    partsOfDay.map(({ from, to }) => {
      const ranges = weekdays.filter((weekday) => weekend.includes(weekday) === isWeekend).flatMap((weekday) => week[weekday].timeRanges)
      const minutes = ranges.reduce((sum, { startTime, endTime }) => {
        const start = Math.max(from, minutesOf(startTime) ?? to)
        const end = Math.min(to, minutesOf(endTime) ?? from)
        return sum + Math.max(0, end - start)
      }, 0)
      return minutes / 60
    }),
  )
}

type Level = 'none' | 'few' | 'many'

/** All that answers may reveal about a person's hours: one level for each of the six parts of the week. */
export type WeekSummary = readonly Level[]

const minFewHours = 1
const minManyHours = 5

export const summarizeWeek = (week: Week): WeekSummary =>
  countHoursInParts(week).map((hours) => (hours < minFewHours ? 'none' : hours < minManyHours ? 'few' : 'many'))

/** How many hours a person with this level is taken to have in a part of the week. */
const assumedHours: Record<Level, number> = { none: 0, few: 3, many: Number.POSITIVE_INFINITY }

const minSomeHours = 4
const minALotOfHours = 10

/** Compares the viewer's own hours with the summary of the other person. Null if one of them has no hours. */
export function compareHours(ownWeek: Week | null, otherWeek: Week | null): HoursTogether | null {
  if (!ownWeek || !otherWeek) return null
  const summary = summarizeWeek(otherWeek)
  const similarHours = countHoursInParts(ownWeek).reduce(
    (sum, hours, index) => sum + Math.min(hours, assumedHours[summary[index] ?? 'none']),
    0,
  )
  if (similarHours === 0) return 'none'
  return similarHours < minSomeHours ? 'aLittle' : similarHours < minALotOfHours ? 'some' : 'aLot'
}
