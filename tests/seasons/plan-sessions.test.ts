import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AppError } from '../../domain/errors.ts'
import { planSessions } from '../../domain/seasons/plan-sessions.ts'
import { maxSessions } from '../../domain/seasons/results-contract.ts'
import { dateText, dayNumberOf, timeText, type Weekday, weekdays } from '../../domain/time/clock.ts'
import { day, minute } from '../../domain/time/spans.ts'

/** Two zones whose clocks change in March and November, one on the other half of the earth, and one whose clocks never change. */
const zones = ['America/New_York', 'Australia/Sydney', 'Asia/Kolkata', 'America/Phoenix'] as const

const formats = new Map(
  zones.map((zone) => [
    zone,
    new Intl.DateTimeFormat('en-CA', {
      ...{ timeZone: zone, hourCycle: 'h23', year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' },
    } as const),
  ]),
)

/** What a clock at a place shows: "2026-11-01 19:00". */
const clockAt = (zone: (typeof zones)[number], instant: number) => formats.get(zone)?.format(instant).replace(',', '') ?? ''

/**
 * Looks at the clock of the place minute by minute, and takes the first minute that shows the date and the time. If the clock skips
 * it, that is the first minute after the skipped ones.
 */
function lookForStart(date: string, time: string, zone: (typeof zones)[number]): { instant: number; isMoved: boolean } {
  const wanted = `${date} ${time}`
  const middle = Date.parse(`${date}T${time}Z`)
  const step = 15 * minute
  // No zone is more than fifteen hours away from UTC, and clocks change by at least fifteen minutes.
  for (let instant = middle - 15 * 60 * minute; instant < middle + 15 * 60 * minute; instant += step) {
    if (clockAt(zone, instant + step) < wanted) continue
    for (let exact = instant; exact <= instant + step; exact += minute) {
      const shown = clockAt(zone, exact)
      if (shown >= wanted) return { instant: exact, isMoved: shown !== wanted }
    }
  }
  throw new Error(`The clock never shows ${wanted} in ${zone}`)
}

type Input = {
  first: string
  length: number
  days: readonly Weekday[]
  time: string
  zone: (typeof zones)[number]
  except: readonly string[]
}

function planSlowly({ first, length, days, time, zone, except }: Input) {
  const start = dayNumberOf(first) ?? 0
  return Array.from({ length }, (_, index) => dateText(start + index))
    .filter((date) => days.includes(weekdays[(new Date(`${date}T12:00Z`).getUTCDay() + 6) % 7] ?? 'monday') && !except.includes(date))
    .map((date) => ({ date, ...lookForStart(date, time, zone) }))
}

const plan = ({ first, length, days, time, zone, except }: Input, now = 0, durationMinutes = 90) =>
  planSessions(
    { weekdays: [...days], startTime: time, durationMinutes, except: [...except] },
    { season: { startDate: first, endDate: dateText((dayNumberOf(first) ?? 0) + length - 1) }, zone, now },
  )

const codeOf = (make: () => unknown) => {
  try {
    make()
    return 'ok'
  } catch (error) {
    return error instanceof AppError ? error.code : String(error)
  }
}

/** Two weeks in one night of which the clocks skip 2:30. */
const skipped = (first: string, zone: Input['zone']): Input => ({ first, length: 14, days: weekdays, time: '02:30', zone, except: [] })

describe('The games of a pattern', () => {
  // The weeks in which the clocks of New York and Sydney change, and other days.
  const first = fc.oneof(
    fc.constantFrom('2027-03-08', '2027-03-14', '2027-10-25', '2027-11-01', '2027-11-07', '2027-04-01', '2027-10-01'),
    fc.integer({ min: dayNumberOf('2027-01-01') ?? 0, max: dayNumberOf('2027-12-31') ?? 0 }).map(dateText),
  )
  const time = fc.oneof(
    fc.constantFrom('00:00', '01:30', '02:00', '02:30', '03:00', '23:00', '23:59'),
    fc.integer({ min: 0, max: 1439 }).map((minutes) => timeText(minutes)),
  )
  const input = fc
    .record({
      first,
      time,
      zone: fc.constantFrom(...zones),
      length: fc.integer({ min: 1, max: 40 }),
      days: fc.subarray([...weekdays], { minLength: 1 }),
    })
    .chain((each) =>
      fc
        .subarray(
          Array.from({ length: each.length }, (_, index) => dateText((dayNumberOf(each.first) ?? 0) + index)),
          { maxLength: Math.min(5, each.length) },
        )
        .map((except): Input => ({ ...each, except })),
    )

  it('are on the same days and at the same minutes as a clock at the place shows', () => {
    const now = Date.parse('2026-12-01')
    let moved = 0
    fc.assert(
      fc.property(input, (each) => {
        const expected = planSlowly(each)
        if (expected.length === 0) {
          expect(codeOf(() => plan(each, now))).toBe('NoSessions')
          return
        }
        const planned = plan(each, now)
        expect(planned.map(({ startsAt, isMoved }) => ({ instant: startsAt, isMoved }))).toEqual(
          expected.map(({ instant, isMoved }) => ({ instant, isMoved })),
        )
        expect(planned.every(({ startsAt, endsAt }) => endsAt - startsAt === 90 * minute)).toBe(true)
        moved += planned.filter(({ isMoved }) => isMoved).length
      }),
      { numRuns: 150, seed: 11, examples: [[skipped('2027-03-08', 'America/New_York')], [skipped('2027-10-01', 'Australia/Sydney')]] },
    )
    expect(moved).toBeGreaterThan(0)
  }, 60_000)

  it('can end at midnight, and never start at 24:00', () => {
    const late: Input = { first: '2027-11-05', length: 3, days: weekdays, time: '23:00', zone: 'America/New_York', except: [] }
    expect(plan(late, 0 + Date.parse('2027-01-01'), 60).map(({ endsAt }) => clockAt('America/New_York', endsAt))).toEqual([
      '2027-11-06 00:00',
      '2027-11-07 00:00',
      '2027-11-08 00:00',
    ])
    expect(codeOf(() => plan({ ...late, time: '24:00' }, Date.parse('2027-01-01')))).toBe('NotATime')
  })

  it('leave out those that have started, and refuse none, too many, and too far ahead', () => {
    const daily: Input = { first: '2027-01-01', length: 10, days: weekdays, time: '12:00', zone: 'Asia/Kolkata', except: [] }
    const fifth = Date.parse('2027-01-05T12:00+05:30')
    expect(plan(daily, fifth)).toHaveLength(5)
    expect(plan(daily, fifth - 1)).toHaveLength(6)
    expect(codeOf(() => plan(daily, Date.parse('2027-02-01')))).toBe('NoSessions')
    const now = Date.parse('2026-12-31')
    expect(plan({ ...daily, length: maxSessions }, now)).toHaveLength(maxSessions)
    for (const length of [maxSessions + 1, 500, 20_000])
      expect(
        codeOf(() => plan({ ...daily, length }, now)),
        String(length),
      ).toBe('TooManySessions')
    expect(codeOf(() => plan(daily, now - 3 * 366 * day))).toBe('SeasonTooFarAhead')
  })
})
