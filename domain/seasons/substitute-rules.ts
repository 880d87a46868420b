import type { Availability } from '../availability/contract.ts'
import { isFree } from '../availability/find-free-time.ts'
import { getLocalHour, isNight } from '../events/rules.ts'
import { milesBetween } from '../geo/distance.ts'
import { snapToSquare } from '../geo/people.ts'
import { day, hour, type Interval, minute } from '../time/spans.ts'
import type { AskState, SubstituteAnswer } from './substitutes-contract.ts'

/** A seat that is lost so shortly before the start is offered to substitutes. */
export const lateTime = 2 * day
/** So many people are asked at a time for each open seat. */
const askedPerSeat = 3
const maxPerWave = 9
/** A person is asked so often in 24 hours, in all communities together. */
export const maxAsksPerDay = 3

export type LevelRange = { levelMin: number | null; levelMax: number | null }
type Point = { lat: number; lng: number }

/** A game that needs somebody. `levels` are the ranges that fit: that of the game, or those of its sides. */
export type SubstituteGame = Interval & Point & { activity: string; levels: readonly LevelRange[] }

export type SubstituteCandidate = {
  id: string
  /** The center of their city; null without a profile. */
  location: Point | null
  activities: readonly { activity: string; level: number | null; isOn: boolean }[]
  /** Null if they have not entered when they can play. */
  availability: Availability | null
  /** The games that they are going to. */
  busy: readonly Interval[]
}

const isIn = (level: number, { levelMin, levelMax }: LevelRange) => (levelMin ?? level) <= level && level <= (levelMax ?? level)

/** The game has no limits, or the person plays its activity at a level of one of its ranges. */
export function hasRightLevel({ activity, levels }: SubstituteGame, { activities }: SubstituteCandidate): boolean {
  if (levels.every(({ levelMin, levelMax }) => levelMin === null && levelMax === null)) return true
  const level = activities.find((played) => played.activity === activity && played.isOn)?.level ?? null
  return level !== null && levels.some((range) => isIn(level, range))
}

/** Whether the person can play then, as far as we know. People who have not entered their hours count as free. */
export const canPlayThen = ({ start, end }: Interval, { availability, busy }: SubstituteCandidate): boolean =>
  (availability === null || isFree(availability, start, end)) && !busy.some((game) => game.start < end && game.end > start)

const distanceTo = ({ lat, lng }: Point, { location }: SubstituteCandidate): number =>
  location ? milesBetween({ lat, lng }, snapToSquare(location)) : Number.POSITIVE_INFINITY

/** Picks the people of the next wave: right level, free then, nearest first. */
export function pickSubstitutes(game: SubstituteGame, candidates: readonly SubstituteCandidate[], openSeats: number): string[] {
  return candidates
    .filter((candidate) => hasRightLevel(game, candidate) && canPlayThen(game, candidate))
    .map(({ id, ...candidate }) => ({ id, miles: distanceTo(game, { id, ...candidate }) }))
    .sort((one, other) => (one.miles === other.miles ? (one.id < other.id ? -1 : 1) : one.miles - other.miles))
    .slice(0, Math.min(maxPerWave, askedPerSeat * openSeats))
    .map(({ id }) => id)
}

/**
 * When the next people are asked if nobody has said yes: after half an hour, or sooner shortly before the start. Null if the game
 * starts first.
 */
export function nextWaveAt(now: number, startsAt: number): number | null {
  const wait = startsAt - now < 3 * hour ? 10 * minute : 30 * minute
  return now + wait < startsAt ? now + wait : null
}

/** Nobody is asked at night, like on a waitlist. */
export const mayAskNow = (now: number, timeZone: string): boolean => !isNight(getLocalHour(now, timeZone))

type AskFacts = { answer: SubstituteAnswer | null; isGoing: boolean; isOpen: boolean }

/** What the asked person sees. */
export function stateOfAsk({ answer, isGoing, isOpen }: AskFacts): AskState {
  if (isGoing) return 'yes'
  if (answer === 'no') return 'no'
  return isOpen ? 'open' : 'taken'
}
