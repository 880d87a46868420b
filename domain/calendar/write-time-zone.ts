import { dateText, weekdayOf } from '../time/clock.ts'
import { listOffsetPeriods, type OffsetPeriod } from '../time/offset-periods.ts'
import { day, minute } from '../time/spans.ts'
import { wallText } from './content-lines.ts'
import { weekdayCode } from './write-rule.ts'

/** A moment at which a zone's clocks change. `from` and `to` are the offsets from UTC before and after it. */
type Change = { at: number; from: number; to: number }

/** How many years we compare to find a yearly rule. With fewer years, a fourth Sunday looks the same as a last Sunday. */
const sampledYears = 8
const week = 7 * day

/** Writes a VTIMEZONE with all clock changes of the zone between `from` and `to`. */
export function writeTimeZone(timeZone: string, from: number, to: number): string[] {
  const years = [yearOf(from) - 1, Math.max(yearOf(to) + 1, yearOf(from) + sampledYears)] as const
  const periods = listOffsetPeriods(timeZone, startOfYear(years[0]), startOfYear(years[1]), week)
  const changes = changesBetween(periods)
  const initialOffset = periods[0]?.offset ?? 0
  const [first] = changes
  const observances = [
    ...(first && first.at <= from ? [] : [writeObservance({ at: -initialOffset, from: initialOffset, to: initialOffset }, null)]),
    ...groupChanges(changes).flatMap((group) => {
      const rule = findYearlyRule(group, years[1] - years[0])
      const [start] = group
      if (rule && start) return [writeObservance(start, rule)]
      return group.filter(({ at }) => at <= to).map((change) => writeObservance(change, null))
    }),
  ]
  return ['BEGIN:VTIMEZONE', `TZID:${timeZone}`, ...observances.flat(), 'END:VTIMEZONE']
}

const yearOf = (instant: number) => new Date(instant).getUTCFullYear()
const startOfYear = (year: number) => Date.UTC(year, 0, 1)

const changesBetween = (periods: readonly OffsetPeriod[]): Change[] =>
  periods.slice(1).map(({ start, offset }, index) => ({ at: start, from: periods[index]?.offset ?? offset, to: offset }))

const groupChanges = (changes: readonly Change[]): Change[][] =>
  Object.values(Object.groupBy(changes, ({ from, to }) => `${from} ${to}`)).map((group) => group ?? [])

/** The yearly rule that these changes follow, such as "the second Sunday of March at 2:00". Null if they follow none. */
function findYearlyRule(changes: readonly Change[], years: number): string | null {
  if (changes.length !== years) return null
  const dates = changes.map(({ at, from }) => {
    const wall = at + from
    const dayNumber = Math.floor(wall / day)
    const [year = 0, month = 1, dayOfMonth = 1] = dateText(dayNumber).split('-').map(Number)
    const daysInMonth = new Date(Date.UTC(year, month, 0)).getUTCDate()
    return {
      year,
      time: wall - dayNumber * day,
      month,
      weekday: weekdayOf(dayNumber),
      nth: Math.ceil(dayOfMonth / 7),
      isLast: dayOfMonth + 7 > daysInMonth,
    }
  })
  const [first] = dates
  const isSame = (key: 'time' | 'month' | 'weekday' | 'nth') => dates.every((date) => date[key] === first?.[key])
  if (!first || !isSame('time') || !isSame('month') || !isSame('weekday')) return null
  if (new Set(dates.map(({ year }) => year)).size !== years) return null
  const position = dates.every(({ isLast }) => isLast) ? -1 : isSame('nth') ? first.nth : null
  return position === null ? null : `RRULE:FREQ=YEARLY;BYMONTH=${first.month};BYDAY=${position}${weekdayCode[first.weekday]}`
}

/** A change that moves the clocks forward starts daylight time; any other change starts standard time. */
function writeObservance({ at, from, to }: Change, rule: string | null): string[] {
  const kind = to > from ? 'DAYLIGHT' : 'STANDARD'
  return [
    `BEGIN:${kind}`,
    `DTSTART:${wallText(at + from)}`,
    `TZOFFSETFROM:${offsetText(from)}`,
    `TZOFFSETTO:${offsetText(to)}`,
    ...(rule ? [rule] : []),
    `END:${kind}`,
  ]
}

function offsetText(offset: number): string {
  const minutes = Math.round(Math.abs(offset) / minute)
  const digits = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join('')
  return `${offset < 0 ? '-' : '+'}${digits}`
}
