import { AppError } from '../errors.ts'
import { readStart } from '../events/plan-times.ts'
import { dayNumberOf } from '../time/clock.ts'
import type { Interval } from '../time/spans.ts'
import { minute } from '../time/spans.ts'
import { planSessions } from './plan-sessions.ts'
import { countPlanMatches, type PlanSlot, planMatches } from './planner.ts'
import type { MatchPlan, PlanForm } from './planner-contract.ts'
import { maxSessions } from './results-contract.ts'
import { isInSeason } from './rules.ts'

type Frame = { season: { startDate: string; endDate: string }; zone: string; now: number }

/** The people of a side who share their hours, each with the times at which they can play. */
export type FreeTimes = { groupId: string; people: readonly (readonly Interval[])[] }

/** A plan looks at this many slots at most, evenly spread, for each game. More would take long and change little. */
const slotsPerGame = 3

/** Keeps so many at most, evenly spread. */
function thin<Value>(all: readonly Value[], max: number): Value[] {
  if (all.length <= max) return [...all]
  return Array.from({ length: max }, (_, index) => all[Math.floor((index * all.length) / max)]).filter((value) => value !== undefined)
}

type Start = Interval & { date: string; time: string; isLate: boolean }

/** Every start of the season that is still to come, in order. Those in the later half of a day are late. */
export function listStarts({ weekdays, startTimes, durationMinutes }: PlanForm, frame: Frame): Start[] {
  const times = [...startTimes].sort()
  return times
    .flatMap((startTime, index) =>
      planSessions({ weekdays, startTime, durationMinutes, except: [] }, frame).map(({ date, time, startsAt, endsAt }) => ({
        ...{ date, time, start: startsAt, end: endsAt },
        isLate: times.length > 1 && index >= Math.ceil(times.length / 2),
      })),
    )
    .sort((one, other) => one.start - other.start)
}

const covers = (free: readonly Interval[], { start, end }: Interval) => free.some((time) => time.start <= start && time.end >= end)

/** Plans games in which the groups meet each other, on starts that are shared fairly. Its numbers say how fair it is. */
export function planGames(form: PlanForm, frame: Frame, freeTimes: readonly FreeTimes[] = []): MatchPlan {
  const { groupIds, meetings, courts, restDays } = form
  const needed = countPlanMatches(groupIds.length, meetings)
  if (needed > maxSessions) throw new AppError('TooManySessions', { field: 'meetings', values: { max: maxSessions } })
  const all = listStarts(form, frame).flatMap((start) => Array.from({ length: courts }, () => start))
  const starts = thin(all, Math.max(needed, slotsPerGame * needed))
  const known = freeTimes.filter(({ people }) => people.length > 0)
  const freeAt = (start: Start) =>
    Object.fromEntries(known.map(({ groupId, people }) => [groupId, people.filter((free) => covers(free, start)).length / people.length]))
  const slots = starts.map((start): PlanSlot => ({ startsAt: start.start, endsAt: start.end, isLate: start.isLate, free: freeAt(start) }))
  const plan = planMatches(groupIds, slots, meetings, restDays === 0 ? 0 : restDays + 1)
  if (!plan) throw new AppError('PlanDoesNotFit', { field: 'weekdays', values: { needed, found: all.length } })
  const games = plan.matches.flatMap(({ slot, home, away }) => {
    const start = starts[slot]
    return start ? [{ date: start.date, time: start.time, startsAt: start.start, homeGroupId: home, awayGroupId: away }] : []
  })
  return {
    timeZone: frame.zone,
    games,
    sides: plan.sides.map(({ id, matches, home, late, free }) => ({
      ...{ groupId: id, games: matches, home, late },
      restDays: countRestDays(
        games.filter(({ homeGroupId, awayGroupId }) => homeGroupId === id || awayGroupId === id).map(({ date }) => date),
      ),
      free: known.some(({ groupId }) => groupId === id) ? Math.round(100 * free) : null,
    })),
  }
}

/** The fewest days between two games, not counting those of the games. */
function countRestDays(dates: readonly string[]): number | null {
  const days = dates.map((date) => dayNumberOf(date) ?? 0)
  const gaps = days.slice(1).map((each, index) => each - (days[index] ?? 0) - 1)
  return gaps.length === 0 ? null : Math.max(0, Math.min(...gaps))
}

type PlannedGame = { date: string; time: string; homeGroupId: string; awayGroupId: string }

/** Checks the games of a plan that is sent back: to come, in the season, and no side plays twice at the same time. In order. */
export function checkGames<Game extends PlannedGame>(
  games: readonly Game[],
  durationMinutes: number,
  { season, zone, now }: Frame,
): (Game & { startsAt: number; endsAt: number })[] {
  const timed = games
    .map((game) => {
      if (!isInSeason(game.date, season)) throw new AppError('SessionNotInSeason', { field: 'games' })
      const startsAt = readStart(`${game.date}T${game.time}`, zone)
      if (startsAt <= now) throw new AppError('TimeInPast', { field: 'games' })
      return { ...game, startsAt, endsAt: startsAt + durationMinutes * minute }
    })
    .sort((one, other) => one.startsAt - other.startsAt)
  const busyUntil = new Map<string, number>()
  for (const { startsAt, endsAt, homeGroupId, awayGroupId } of timed) {
    for (const side of [homeGroupId, awayGroupId]) {
      if ((busyUntil.get(side) ?? 0) > startsAt) throw new AppError('SidePlaysTwice', { field: 'games' })
      busyUntil.set(side, endsAt)
    }
  }
  return timed
}
