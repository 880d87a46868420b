import * as v from 'valibot'
import { activityIds } from '../activities.ts'
import { PlainDate } from '../availability/contract.ts'
import { EventLocation, maxCapacity, maxTitleLength } from '../events/form-contract.ts'
import { Id, IdempotencyKey } from '../ids.ts'
import { wholeNumber } from '../numbers.ts'
import { properName } from '../texts.ts'
import { weekdays } from '../time/clock.ts'
import { attendances, Duration, StartTime } from './pattern-contract.ts'
import { maxSessions } from './results-contract.ts'

const minPlannedSides = 2
const maxPlannedSides = 12
const maxMeetings = 4
const maxStartTimes = 6
const maxCourts = 8
const maxRestDays = 6

/** Who plays each other how often, and when and on how many courts there can be games. */
export const PlanForm = v.object({
  groupIds: v.pipe(
    v.array(Id),
    v.minLength(minPlannedSides, 'Choose at least two groups.'),
    v.maxLength(maxPlannedSides, `Choose up to ${maxPlannedSides} groups.`),
    v.check((ids) => new Set(ids).size === ids.length, 'Choose each group once.'),
  ),
  meetings: wholeNumber(`Two groups can meet 1 to ${maxMeetings} times.`, 1, maxMeetings),
  weekdays: v.pipe(v.array(v.picklist(weekdays)), v.minLength(1, 'Choose at least one weekday.'), v.maxLength(7)),
  startTimes: v.pipe(
    v.array(StartTime),
    v.minLength(1, 'Choose at least one start.'),
    v.maxLength(maxStartTimes, `Choose up to ${maxStartTimes} starts.`),
    v.check((times) => new Set(times).size === times.length, 'Choose each start once.'),
  ),
  durationMinutes: Duration,
  courts: wholeNumber(`There can be 1 to ${maxCourts} games at the same time.`, 1, maxCourts),
  /** Days without a game between two games of a side, as far as the days of the season allow it. */
  restDays: wholeNumber(`Choose 0 to ${maxRestDays} days.`, 0, maxRestDays),
  where: EventLocation,
})
export type PlanForm = v.InferOutput<typeof PlanForm>

const PlannedGame = v.object({
  date: v.string(),
  time: v.string(),
  startsAt: v.number(),
  homeGroupId: v.string(),
  awayGroupId: v.string(),
})
export type PlannedGame = v.InferOutput<typeof PlannedGame>

/** What the plan means for one side. */
const PlannedSide = v.object({
  groupId: v.string(),
  games: v.number(),
  home: v.number(),
  /** Games in the later half of the starts of a day. */
  late: v.number(),
  /** The fewest days without a game between two of its games. Null with fewer than two games. */
  restDays: v.nullable(v.number()),
  /** Which part of its people are free at its games, in percent. Null if none of them share their hours. */
  free: v.nullable(v.number()),
})

export const MatchPlan = v.object({ timeZone: v.string(), games: v.array(PlannedGame), sides: v.array(PlannedSide) })
export type MatchPlan = v.InferOutput<typeof MatchPlan>

const GameToMake = v.pipe(
  v.object({ date: PlainDate, time: StartTime, homeGroupId: Id, awayGroupId: Id }),
  v.check(({ homeGroupId, awayGroupId }) => homeGroupId !== awayGroupId, 'A group cannot play against itself.'),
)

/** Makes the games of a plan as the organizer saw them, because a new plan could be another one. */
export const MakeMatches = v.object({
  games: v.pipe(
    v.array(GameToMake),
    v.minLength(1, 'A plan has at least one game.'),
    v.maxLength(maxSessions, `A season can have up to ${maxSessions} games.`),
  ),
  durationMinutes: Duration,
  where: EventLocation,
  activity: v.picklist(activityIds, 'Choose an activity from the list.'),
  title: properName('A title', 3, maxTitleLength),
  capacity: wholeNumber(`Enter 1 to ${maxCapacity} seats.`, 1, maxCapacity),
  attendance: v.picklist(attendances),
  idempotencyKey: IdempotencyKey,
})
export type MakeMatches = v.InferOutput<typeof MakeMatches>
