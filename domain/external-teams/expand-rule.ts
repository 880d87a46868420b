import { RRuleTemporal } from 'rrule-temporal'
import type { Interval } from '../time/spans.ts'
import { readTime } from './feed-times.ts'

/** A rule with the start of its series. `start` and the results are times on the clock of `zone`. */
export type RepeatRule = { rule: string; start: number; isDate: boolean; zone: string }

const frequencies = new Set(['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'])
/** The parts of a rule whose values are lists, and how many values we accept. No game needs more. */
const maxValues: Readonly<Record<string, number>> = {
  BYDAY: 14,
  BYMONTHDAY: 31,
  BYMONTH: 12,
  BYSETPOS: 10,
  BYWEEKNO: 53,
  BYYEARDAY: 60,
  BYHOUR: 4,
  BYMINUTE: 4,
  BYSECOND: 1,
}
const maxRuleLength = 500
/** A rule that ends after a number of dates is counted from its first date, so the number is limited. */
const maxCount = 1000
const maxInterval = 1000

/**
 * How many dates the rules of one calendar may cost together, because a Worker may not compute for long. A rule costs at least as much as
 * one game a day, and a rule that the library gave up on costs far more.
 */
const maxCost = 20_000
const costOfRule = 200
const costOfFailure = 4000

/**
 * Makes a function that expands the rules of one calendar, and stops when they cost too much together. It returns null for a rule that
 * we do not read: one that is malformed, or repeats more often than any game.
 */
export function createRuleExpander(): (rule: RepeatRule, window: Interval) => number[] | null {
  let cost = 0
  return (series, window) => {
    const parts = readParts(series.rule)
    if (!parts) return null
    const times = Math.max(1, countValues(parts, 'BYHOUR')) * Math.max(1, countValues(parts, 'BYMINUTE'))
    cost += times * Math.max(costOfRule, Number(parts.get('COUNT') ?? 0))
    if (cost > maxCost) return null
    const dates = expand(series, parts, window)
    if (!dates) cost += costOfFailure
    return dates
  }
}

const countValues = (parts: ReadonlyMap<string, string>, name: string) => parts.get(name)?.split(',').length ?? 0

/** The parts of a rule. Null if it is none that we read. */
function readParts(rule: string): Map<string, string> | null {
  if (rule.length > maxRuleLength) return null
  const parts = new Map<string, string>()
  for (const part of rule.toUpperCase().split(';').filter(Boolean)) {
    const [, name, value] = /^([A-Z]+)=([A-Z0-9,+-]+)$/.exec(part) ?? []
    if (name === undefined || value === undefined || parts.has(name)) return null
    const max = maxValues[name]
    if (max === undefined ? !['FREQ', 'INTERVAL', 'COUNT', 'UNTIL', 'WKST'].includes(name) : value.split(',').length > max) return null
    parts.set(name, value)
  }
  const isWhole = (name: string, max: number) => {
    const value = parts.get(name)
    return value === undefined || (/^\d+$/.test(value) && Number(value) >= 1 && Number(value) <= max)
  }
  const isReadable = frequencies.has(parts.get('FREQ') ?? '') && isWhole('INTERVAL', maxInterval) && isWhole('COUNT', maxCount)
  return isReadable ? parts : null
}

function expand({ start, isDate, zone }: RepeatRule, parts: ReadonlyMap<string, string>, window: Interval): number[] | null {
  const until = parts.get('UNTIL')
  const end = until === undefined ? null : readUntil(until)
  if (until !== undefined && end === null) return null
  const ruleZone = isDate ? 'UTC' : zone
  const words = [...parts].flatMap(([name, value]) => (name === 'UNTIL' ? (end === null ? [] : [`UNTIL=${end}`]) : [`${name}=${value}`]))
  try {
    const rule = new RRuleTemporal({
      rruleString: `DTSTART;TZID=${ruleZone}:${toText(start)}\nRRULE:${words.join(';')}`,
      maxIterations: 1200,
      maxCandidateEvaluations: 10_000,
      cache: false,
    })
    // A wall clock is at most a day away from UTC.
    const dates = rule.between(new Date(window.start), new Date(window.end), true)
    return dates.map((date) => Date.UTC(date.year, date.month - 1, date.day, date.hour, date.minute, date.second))
  } catch (error) {
    // The library throws plain errors for rules that are malformed or cost too much.
    if (error instanceof Error) return null
    throw error
  }
}

/** The last instant of a rule in UTC. A date alone means the end of that day. */
function readUntil(text: string): string | null {
  const time = readTime(text, null)
  if (!time) return null
  return time.isDate ? text : text.endsWith('Z') ? text : text.slice(0, 8)
}

const toText = (wall: number) => new Date(wall).toISOString().slice(0, 19).replace(/[-:]/g, '')
