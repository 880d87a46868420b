import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { ResultChangeKind } from '../../domain/seasons/results-contract.ts'
import type { Clock } from '../platform/from-request.ts'
import { type Actor, asPerson } from '../teams/actor.ts'
import { detailsOf, recordChangeIf } from '../teams/record-change.ts'
import { communityGuests } from '../teams/shared.ts'
import { seasonGroups, seasonGuests, seasonRegistrations, seasons, teamSessions } from './schema.ts'

/** What changes in a season, for the trail of its team. */
type SeasonPath = { teamId: string; seasonId: string }

/** The names of a season and of a group as they are when the statement runs. */
export const labelOf = (seasonId: string): SQL => sql`(SELECT ${seasons.label} FROM ${seasons} WHERE ${seasons.id} = ${seasonId})`
const nameOf = (groupId: SQLWrapper | string | null): SQL =>
  sql`(SELECT ${groupNames.name} FROM ${seasonGroups} ${groupNames} WHERE ${groupNames.id} = ${groupId})`
const groupNames = alias(seasonGroups, 'group_names')
const before = alias(seasonRegistrations, 'before')
const placed = alias(seasonGuests, 'placed')

const isRegistration = (seasonId: string, userId: string): SQL => sql`${before.seasonId} = ${seasonId} AND ${before.userId} = ${userId}`
const oldPart = { oldPart: before.kind, oldGroup: nameOf(before.groupId) }

type Part = { userId: string; kind: string; groupId: string | null }

/** Writes that somebody registers a person or changes their part, if it is another one. Put it before the statement that does so. */
export const recordRegistration = (
  clock: Clock,
  actor: Actor,
  { teamId, seasonId }: SeasonPath,
  { userId, kind, groupId }: Part,
  mayRegister: SQL,
): SQL =>
  recordChangeIf(
    clock,
    actor,
    teamId,
    {
      kind: sql`iif(${before.userId} IS NULL, 'registered', 'registration-changed')`,
      personId: userId,
      details: detailsOf({ season: seasons.label, part: kind, group: nameOf(groupId), ...oldPart }),
    },
    sql`FROM ${seasons} LEFT JOIN ${seasonRegistrations} ${before} ON ${isRegistration(seasonId, userId)}
      WHERE ${seasons.id} = ${seasonId} AND ${mayRegister}
        AND (${before.userId} IS NULL OR ${before.kind} <> ${kind} OR ${before.groupId} IS NOT ${groupId})`,
  )

/** Writes that somebody takes a person out of a season. Put it before the statement that does so. */
export const recordUnregistration = (clock: Clock, actor: Actor, { teamId, seasonId }: SeasonPath, userId: string, mayRemove: SQL): SQL =>
  recordChangeIf(
    clock,
    actor,
    teamId,
    { kind: 'unregistered', personId: userId, details: detailsOf({ season: labelOf(seasonId), ...oldPart }) },
    sql`FROM ${seasonRegistrations} ${before} WHERE ${isRegistration(seasonId, userId)} AND ${mayRemove}`,
  )

/** The trail names a guest, and never a child. */
const shownGuest = sql`iif(${communityGuests.guardianId} IS NULL, ${communityGuests.id}, NULL)`

/** Writes that a guest is registered or gets another group. `registered` finds the guest and the season if it happens now. */
export const recordGuestPlace = (
  clock: Clock,
  actor: Actor,
  { teamId, seasonId }: SeasonPath,
  groupId: string | null,
  registered: SQL,
): SQL =>
  recordChangeIf(
    clock,
    actor,
    teamId,
    // There may be several guests.
    {
      id: sql`lower(hex(randomblob(16)))`,
      kind: 'guest-registered',
      guestId: shownGuest,
      details: detailsOf({ season: labelOf(seasonId), group: nameOf(groupId) }),
    },
    sql`${registered} AND NOT EXISTS (SELECT 1 FROM ${seasonGuests} ${placed} WHERE ${placed.seasonId} = ${seasonId}
      AND ${placed.guestId} = ${communityGuests.id} AND ${placed.groupId} IS ${groupId})`,
  )

/** Writes that a guest is taken out of a season. `removed` finds the guest if it happens now. */
export const recordGuestRemoval = (clock: Clock, actor: Actor, { teamId, seasonId }: SeasonPath, guestId: string, removed: SQL): SQL =>
  recordChangeIf(
    clock,
    actor,
    teamId,
    { kind: 'guest-unregistered', guestId: shownGuest, details: detailsOf({ season: labelOf(seasonId) }) },
    sql`${removed} AND EXISTS (SELECT 1 FROM ${seasonGuests} ${placed} WHERE ${placed.seasonId} = ${seasonId} AND ${placed.guestId} = ${guestId})`,
  )

/** The sides and the result of a match that is a row of `team_sessions`. */
const matchDetails = (seasonId: string, score: SQL) => ({
  season: labelOf(seasonId),
  home: nameOf(teamSessions.homeGroupId),
  away: nameOf(teamSessions.awayGroupId),
  score,
})
const storedScore = sql`json_object('home', ${teamSessions.homeScore}, 'away', ${teamSessions.awayScore}, 'forfeit', ${teamSessions.forfeitSide})`

type Change = { kind: `result-${ResultChangeKind | 'deleted'}`; oldScore?: object | null }

/** Writes a change of the results that `which` finds, with what they say then. */
export const recordResultChange = (
  clock: Clock,
  actor: Actor,
  { teamId, seasonId }: SeasonPath,
  { kind, oldScore = null }: Change,
  which: SQL | undefined,
): SQL =>
  recordChangeIf(
    clock,
    actor,
    teamId,
    { kind, details: detailsOf({ ...matchDetails(seasonId, storedScore), oldScore: sql`json(${JSON.stringify(oldScore)})` }) },
    sql`FROM ${teamSessions} WHERE ${which}`,
  )

/** Writes that somebody gave seats. Put it directly after the statement that does so. */
export const recordSeats =
  (clock: Clock, seasonId: string, { actorId, personId = null }: { actorId: string; personId?: string | null }) =>
  (seated: { people: SQL; games: SQL }): SQL =>
    recordChangeIf(
      clock,
      asPerson(actorId),
      sql`${seasons.teamId}`,
      { kind: 'seats-given', personId, details: detailsOf({ season: seasons.label, ...seated }) },
      sql`FROM ${seasons} WHERE ${seasons.id} = ${seasonId} AND changes() > 0`,
    )
