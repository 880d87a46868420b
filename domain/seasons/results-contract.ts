import * as v from 'valibot'
import { CursorOnly, Id } from '../ids.ts'
import { Face } from '../profiles/contract.ts'
import { plainText } from '../texts.ts'

export const maxSessions = 300
export const sessionPageSize = 30
export const resultChangePageSize = 50
const maxScore = 999
const maxNoteLength = 300

export const SessionPath = v.object({ id: Id, eventId: Id })

/** A game that belongs to a season: with two groups it is a match, without them a practice. */
export const SessionForm = v.pipe(
  v.object({ homeGroupId: v.optional(v.nullable(Id), null), awayGroupId: v.optional(v.nullable(Id), null) }),
  v.forward(
    v.check(({ homeGroupId, awayGroupId }) => (homeGroupId === null) === (awayGroupId === null), 'Choose both groups, or neither.'),
    ['awayGroupId'],
  ),
  v.forward(
    v.check(({ homeGroupId, awayGroupId }) => homeGroupId === null || homeGroupId !== awayGroupId, 'A group cannot play against itself.'),
    ['awayGroupId'],
  ),
)
export type SessionForm = v.InferOutput<typeof SessionForm>

const Score = v.pipe(
  v.number('Enter a number.'),
  v.integer('Enter a whole number.'),
  v.minValue(0, 'A score cannot be below 0.'),
  v.maxValue(maxScore, `A score cannot be above ${maxScore}.`),
)

export const sides = ['home', 'away'] as const
export type MatchSide = (typeof sides)[number]

const Note = plainText('A note', maxNoteLength)
/** The version of the result that the person saw, so that two people do not overwrite each other. */
const Version = v.pipe(v.number(), v.integer(), v.minValue(0))

export const EnterResult = v.object({
  homeScore: Score,
  awayScore: Score,
  /** The side that did not show up. The other side wins. */
  forfeitSide: v.optional(v.nullable(v.picklist(sides)), null),
  note: v.optional(Note, ''),
  version: Version,
})
export type EnterResult = v.InferOutput<typeof EnterResult>

export const ConfirmResult = v.object({ version: Version })
export const DisputeResult = v.object({
  version: Version,
  note: v.pipe(Note, v.minLength(1, 'Say what is wrong with this result.')),
})

/** 'disputed' results do not count until someone who keeps the score settles them. */
export const resultStates = ['entered', 'confirmed', 'disputed'] as const
export type ResultState = (typeof resultStates)[number]

const MatchScore = v.object({
  homeScore: v.number(),
  awayScore: v.number(),
  forfeitSide: v.nullable(v.picklist(sides)),
})

export const Session = v.object({
  eventId: v.string(),
  title: v.string(),
  startsAt: v.number(),
  endsAt: v.number(),
  timeZone: v.string(),
  isCancelled: v.boolean(),
  homeGroupId: v.nullable(v.string()),
  awayGroupId: v.nullable(v.string()),
  result: v.nullable(
    v.object({
      ...MatchScore.entries,
      state: v.picklist(resultStates),
      /** The sides whose captain entered or confirmed it. */
      agreed: v.array(v.picklist(sides)),
      disputedSide: v.nullable(v.picklist(sides)),
    }),
  ),
  version: v.number(),
})
export type Session = v.InferOutput<typeof Session>

export const sessionTimes = ['all', 'upcoming', 'past'] as const
export type SessionTime = (typeof sessionTimes)[number]

/** `upcoming` games come in the order of their start, `past` ones newest first. */
export const SessionQuery = v.object({ ...CursorOnly.entries, when: v.optional(v.picklist(sessionTimes), 'all') })

export const SessionPage = v.object({ sessions: v.array(Session), next: v.nullable(v.string()) })
export type SessionPage = v.InferOutput<typeof SessionPage>

/** A game of the community that is on a day of the season and in no season yet. */
const OpenGame = v.object({ eventId: v.string(), title: v.string(), startsAt: v.number(), timeZone: v.string() })
export type OpenGame = v.InferOutput<typeof OpenGame>

export const OpenGamePage = v.object({ games: v.array(OpenGame), next: v.nullable(v.string()) })
export type OpenGamePage = v.InferOutput<typeof OpenGamePage>

export const resultChangeKinds = ['entered', 'corrected', 'confirmed', 'disputed', 'settled'] as const
export type ResultChangeKind = (typeof resultChangeKinds)[number]

/** Who changed a result, and what it said from then on. `by` is null once that account is deleted, and for people whom the viewer cannot see. */
export const ResultChangePage = v.object({
  changes: v.array(
    v.object({
      id: v.string(),
      at: v.number(),
      by: v.nullable(Face),
      kind: v.picklist(resultChangeKinds),
      ...MatchScore.entries,
      note: v.string(),
    }),
  ),
  next: v.nullable(v.string()),
})
export type ResultChangePage = v.InferOutput<typeof ResultChangePage>
