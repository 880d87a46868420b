import { describe, expect, it } from 'vitest'
import type { Availability } from '../../domain/availability/contract.ts'
import {
  canPlayThen,
  hasRightLevel,
  mayAskNow,
  nextWaveAt,
  pickSubstitutes,
  type SubstituteCandidate,
  type SubstituteGame,
  stateOfAsk,
} from '../../domain/seasons/substitute-rules.ts'
import { weekdays } from '../../domain/time/clock.ts'
import { hour, minute } from '../../domain/time/spans.ts'

const start = Date.UTC(2031, 10, 25, 18)
const end = start + 2 * hour
const austin = { lat: 30.2672, lng: -97.7431 }
const game: SubstituteGame = { start, end, ...austin, activity: 'tennis', levels: [] }

const someone = (id: string, more: Partial<SubstituteCandidate> = {}): SubstituteCandidate => ({
  id,
  location: austin,
  activities: [],
  availability: null,
  busy: [],
  ...more,
})
const plays = (level: number | null, isOn = true) => ({ activities: [{ activity: 'tennis', level, isOn }] })
const freeFrom = (startTime: string, endTime: string): Availability => {
  const hours = { isAvailable: true, timeRanges: [{ startTime, endTime }] }
  return {
    timeZone: 'UTC',
    weeklyAvailability: Object.fromEntries(weekdays.map((weekday) => [weekday, hours])) as Availability['weeklyAvailability'],
    dateSpecificAvailability: [],
  }
}

describe('Who is asked to be a substitute', () => {
  it('plays at the level of the game, or of one of its sides', () => {
    const sides = [
      { levelMin: 2, levelMax: 3 },
      { levelMin: 4, levelMax: null },
    ]
    const limited = { ...game, levels: sides }
    const fits = (level: number | null, isOn = true) => hasRightLevel(limited, someone('a', plays(level, isOn)))
    expect([1.5, 2, 3, 3.5, 4, 5].map((level) => fits(level))).toEqual([false, true, true, false, true, true])
    expect([fits(null), fits(3, false), hasRightLevel(limited, someone('a'))]).toEqual([false, false, false])
    for (const levels of [[], [{ levelMin: null, levelMax: null }]]) expect(hasRightLevel({ ...game, levels }, someone('a'))).toBe(true)
  })

  it('is free for the whole game, as far as we know', () => {
    const canPlay = (more: Partial<SubstituteCandidate>) => canPlayThen(game, someone('a', more))
    expect(canPlay({})).toBe(true)
    expect(canPlay({ availability: freeFrom('18:00', '20:00') })).toBe(true)
    expect(canPlay({ availability: freeFrom('18:00', '19:59') })).toBe(false)
    expect(canPlay({ busy: [{ start: end, end: end + hour }] })).toBe(true)
    expect(canPlay({ busy: [{ start: end - 1, end: end + hour }] })).toBe(false)
  })

  it('is nearest, three for each open seat and at most nine', () => {
    const near = (id: string, away: number) => someone(id, { location: { ...austin, lat: austin.lat + away } })
    const people = [near('far', 3), near('b', 0), near('a', 0), someone('nowhere', { location: null }), near('mid', 1), near('busy', 0)]
    const known = people.map((each) => (each.id === 'busy' ? { ...each, busy: [{ start, end }] } : each))
    expect(pickSubstitutes(game, known, 1)).toEqual(['a', 'b', 'mid'])
    expect(pickSubstitutes(game, known, 2)).toEqual(['a', 'b', 'mid', 'far', 'nowhere'])
    const many = Array.from({ length: 30 }, (_, index) => someone(`p${index}`))
    expect(pickSubstitutes(game, many, 20)).toHaveLength(9)
  })
})

describe('When substitutes are asked', () => {
  it('is every half hour, every ten minutes shortly before the start, and never after it', () => {
    expect(nextWaveAt(start - 24 * hour, start)).toBe(start - 24 * hour + 30 * minute)
    expect(nextWaveAt(start - 2 * hour, start)).toBe(start - 2 * hour + 10 * minute)
    expect(nextWaveAt(start - 10 * minute, start)).toBeNull()
  })

  it('is by day', () => {
    const at = (time: string) => mayAskNow(Date.parse(`2031-11-25T${time}Z`), 'UTC')
    expect(['07:59', '08:00', '21:59', '22:00'].map(at)).toEqual([false, true, true, false])
  })

  it('shows the asked person what they can do', () => {
    const facts = { answer: null, isGoing: false, isOpen: true }
    expect(stateOfAsk(facts)).toBe('open')
    expect(stateOfAsk({ ...facts, isOpen: false })).toBe('taken')
    expect(stateOfAsk({ ...facts, answer: 'no', isOpen: false })).toBe('no')
    expect(stateOfAsk({ ...facts, answer: 'yes', isGoing: true, isOpen: false })).toBe('yes')
    // They said yes and left again.
    expect(stateOfAsk({ ...facts, answer: 'yes' })).toBe('open')
  })
})
