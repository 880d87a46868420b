import * as v from 'valibot'
import { activityIds } from '../activities.ts'
import { PlainDate } from '../availability/contract.ts'
import { EventLocation, maxCapacity, maxTitleLength } from '../events/form-contract.ts'
import { Id, IdempotencyKey } from '../ids.ts'
import { wholeNumber } from '../numbers.ts'
import { properName } from '../texts.ts'
import { weekdays } from '../time/clock.ts'
import { maxSessions } from './results-contract.ts'

const minMinutes = 15
const maxMinutes = 24 * 60

export const StartTime = v.pipe(v.string(), v.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a valid time.'))
export const Duration = wholeNumber('A game can last 15 minutes to 24 hours.', minMinutes, maxMinutes)

const patternFields = {
  weekdays: v.pipe(v.array(v.picklist(weekdays)), v.minLength(1, 'Choose at least one weekday.'), v.maxLength(7)),
  startTime: StartTime,
  durationMinutes: Duration,
  /** Days that are left out. */
  except: v.pipe(v.array(PlainDate), v.maxLength(maxSessions, `You can leave out up to ${maxSessions} days.`)),
  where: EventLocation,
}

/** Games on some weekdays of the whole season, at the same time on the clock of the community. */
export const SessionPattern = v.object(patternFields)
export type SessionPattern = v.InferOutput<typeof SessionPattern>

const PlannedSession = v.object({
  date: v.string(),
  time: v.string(),
  startsAt: v.number(),
  endsAt: v.number(),
  /** The clocks skip the time of the pattern on that day, so the game starts at the next minute that exists. */
  isMoved: v.boolean(),
})
export type PlannedSession = v.InferOutput<typeof PlannedSession>

/** The days of a pattern that are still to come. */
export const SessionPlan = v.object({ timeZone: v.string(), sessions: v.array(PlannedSession) })
export type SessionPlan = v.InferOutput<typeof SessionPlan>

/** `joined`: the people of the season have a seat at once and can leave. `invited`: they are asked. */
export const attendances = ['joined', 'invited'] as const
export type Attendance = (typeof attendances)[number]

export const MakeSessions = v.pipe(
  v.object({
    ...patternFields,
    activity: v.picklist(activityIds, 'Choose an activity from the list.'),
    title: properName('A title', 3, maxTitleLength),
    capacity: wholeNumber(`Enter 1 to ${maxCapacity} seats.`, 1, maxCapacity),
    homeGroupId: v.optional(v.nullable(Id), null),
    awayGroupId: v.optional(v.nullable(Id), null),
    attendance: v.picklist(attendances),
    idempotencyKey: IdempotencyKey,
  }),
  v.forward(
    v.check(({ homeGroupId, awayGroupId }) => (homeGroupId === null) === (awayGroupId === null), 'Choose both groups, or neither.'),
    ['awayGroupId'],
  ),
  v.forward(
    v.check(({ homeGroupId, awayGroupId }) => homeGroupId === null || homeGroupId !== awayGroupId, 'A group cannot play against itself.'),
    ['awayGroupId'],
  ),
)
export type MakeSessions = v.InferOutput<typeof MakeSessions>

/** The number of games that the request, or an earlier one with the same key, has made. */
export const MadeSessions = v.object({ count: v.number() })
export type MadeSessions = v.InferOutput<typeof MadeSessions>
