import { dateText, weekdayOf } from '../time/clock.ts'
import { day, minute } from '../time/spans.ts'
import { type Stretch, zoneStretches } from '../time/zone-stretches.ts'
import { wallText } from './content-lines.ts'
import { weekdayCode } from './write-rule.ts'

type Change = { at: number; from: number; to: number }

/** By how many years a habit shows: fewer could not tell a fourth Sunday from a last one. */
const sampledYears = 8
const week = 7 * day

/** VTIMEZONE for all instants from `from` to `to`, as the zone's clocks really go. */
export function writeTimeZone(timeZone: string, from: number, to: number): string[] {
  const years = [yearOf(from) - 1, Math.max(yearOf(to) + 1, yearOf(from) + sampledYears)] as const
  const stretches = zoneStretches(timeZone, startOfYear(years[0]), startOfYear(years[1]), week)
  const changes = changesBetween(stretches)
  const before = stretches[0]?.offset ?? 0
  const [first] = changes
  const observances = [
    ...(first && first.at <= from ? [] : [writeObservance({ at: -before, from: before, to: before }, null)]),
    ...groupChanges(changes).flatMap((group) => {
      const habit = findHabit(group, years[1] - years[0])
      const [start] = group
      if (habit && start) return [writeObservance(start, habit)]
      return group.filter(({ at }) => at <= to).map((change) => writeObservance(change, null))
    }),
  ]
  return ['BEGIN:VTIMEZONE', `TZID:${timeZone}`, ...observances.flat(), 'END:VTIMEZONE']
}

const yearOf = (instant: number) => new Date(instant).getUTCFullYear()
const startOfYear = (year: number) => Date.UTC(year, 0, 1)

const changesBetween = (stretches: readonly Stretch[]): Change[] =>
  stretches.slice(1).map(({ start, offset }, index) => ({ at: start, from: stretches[index]?.offset ?? offset, to: offset }))

const groupChanges = (changes: readonly Change[]): Change[][] =>
  Object.values(Object.groupBy(changes, ({ from, to }) => `${from} ${to}`)).map((group) => group ?? [])

/** "The second Sunday of March at two": the rule that all of a zone's like changes follow through every year, if there is one. */
function findHabit(changes: readonly Change[], years: number): string | null {
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
  const [one] = dates
  const isSame = (key: 'time' | 'month' | 'weekday' | 'nth') => dates.every((date) => date[key] === one?.[key])
  if (!one || !isSame('time') || !isSame('month') || !isSame('weekday')) return null
  if (new Set(dates.map(({ year }) => year)).size !== years) return null
  const which = dates.every(({ isLast }) => isLast) ? -1 : isSame('nth') ? one.nth : null
  return which === null ? null : `RRULE:FREQ=YEARLY;BYMONTH=${one.month};BYDAY=${which}${weekdayCode[one.weekday]}`
}

/** Where clocks go forward is called daylight time; what follows is the zone's standard. */
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
