import * as v from 'valibot'
import { TimeZone } from '../availability/contract.ts'
import { Cursor, Id, IdempotencyKey } from '../ids.ts'
import { oneLineText, properName } from '../texts.ts'
import { feedFailures } from './failures.ts'

export const maxExternalTeams = 10
/** The next games of one team that we keep. */
export const maxExternalGames = 500
export const externalGamePageSize = 30
const maxFeedUrlLength = 2000

const ExternalTeamName = properName('The name', 1, 80)
const ExternalTeamAddress = oneLineText('The address', 200)

/** `domain/other-sites/judge-url.ts` decides which addresses we open. */
const FeedUrl = v.pipe(
  v.string(),
  v.trim(),
  v.nonEmpty('Paste the link of the calendar.'),
  v.maxLength(maxFeedUrlLength, 'This link is too long.'),
)

export const CreateExternalTeam = v.object({
  name: ExternalTeamName,
  address: ExternalTeamAddress,
  feedUrl: FeedUrl,
  /** For times in the calendar that name no time zone. */
  timeZone: TimeZone,
  idempotencyKey: IdempotencyKey,
})
export type CreateExternalTeam = v.InferOutput<typeof CreateExternalTeam>

/** Without `feedUrl`, the link stays. The link is secret, so nobody can read it again. */
export const ChangeExternalTeam = v.object({
  name: ExternalTeamName,
  address: ExternalTeamAddress,
  feedUrl: v.optional(FeedUrl),
  timeZone: TimeZone,
})
export type ChangeExternalTeam = v.InferOutput<typeof ChangeExternalTeam>

export const ExternalTeamId = v.object({ id: Id })

/** `stopped` means that the calendar could not be loaded for two weeks, so we no longer try. */
export const externalTeamStates = ['active', 'stopped'] as const
export type ExternalTeamState = (typeof externalTeamStates)[number]

export const ExternalTeam = v.object({
  id: v.string(),
  name: v.string(),
  address: v.string(),
  /** Only the site of the feed. The rest of the link is secret. */
  feedHost: v.string(),
  timeZone: v.string(),
  state: v.picklist(externalTeamStates),
  /** A job is loading the calendar now. */
  isFetching: v.boolean(),
  /** Null until the calendar was loaded for the first time. */
  fetchedAt: v.nullable(v.number()),
  nextFetchAt: v.nullable(v.number()),
  /** Why the last try failed. Null if it succeeded. */
  failure: v.nullable(v.picklist(feedFailures)),
  failedSince: v.nullable(v.number()),
  /** Entries of the calendar that we could not read. */
  skippedEntries: v.number(),
  /** Only the next games are shown, because the calendar has too many. */
  isCut: v.boolean(),
  gameCount: v.number(),
})
export type ExternalTeam = v.InferOutput<typeof ExternalTeam>
export const ExternalTeams = v.object({ teams: v.array(ExternalTeam) })

export const ExternalGame = v.object({
  /** The same in every answer, for lists. */
  key: v.string(),
  teamId: v.string(),
  teamName: v.string(),
  title: v.string(),
  place: v.string(),
  startsAt: v.number(),
  endsAt: v.number(),
  timeZone: v.string(),
  /** The days of an entry without times; `lastDate` is its last day. Null for an entry with times. */
  days: v.nullable(v.object({ firstDate: v.string(), lastDate: v.string() })),
  isCancelled: v.boolean(),
})
export type ExternalGame = v.InferOutput<typeof ExternalGame>

export const ExternalGamesQuery = v.object({ teamId: v.optional(Id), cursor: Cursor })
export type ExternalGamesQuery = v.InferOutput<typeof ExternalGamesQuery>
export const ExternalGamePage = v.object({ games: v.array(ExternalGame), next: v.nullable(v.string()) })
export type ExternalGamePage = v.InferOutput<typeof ExternalGamePage>
