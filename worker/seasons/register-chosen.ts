import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { latestLocalDate } from '../../domain/time/clock.ts'
import { putRowsInOutbox } from '../jobs/commands.ts'
import type { MessageInsert, Statement } from '../platform/batch.ts'
import { excluded, insertSelect, onConflictUpdate, updateSet } from '../platform/columns.ts'
import { isInTeam } from '../teams/members.ts'
import { countPeople } from './count-people.ts'
import { seasonRegistrations as r, seasonGroups, seasons, teamSessions } from './schema.ts'

const chosenGroup = alias(seasonGroups, 'chosen_group')

/** The id of a season or side that was chosen. `ids` selects all ids that were chosen, as `id`. */
type Chosen = { teamId: string; userId: string; submissionId: string; ids: SQL; now: number; when: SQL }

/** The chosen side of season `seasons`, unless it is full. */
const sideOf = (
  ids: SQL,
): SQL => sql`(SELECT ${chosenGroup.id} FROM ${seasonGroups} ${chosenGroup} WHERE ${chosenGroup.seasonId} = ${seasons.id}
  AND ${chosenGroup.id} IN (${ids}) AND (${chosenGroup.size} IS NULL
    OR ${countPeople(chosenGroup.id)} < ${chosenGroup.size}) LIMIT 1)`

/** Games that were made earlier: seats or invitations like everyone else. `rest` is `FROM … WHERE …` and finds the seasons. */
export function queueJoiningSessions(rest: SQL, userId: string, now: number): MessageInsert {
  const body = sql`json_object('kind', 'join-sessions', 'seasonId', ${seasons.id}, 'userId', ${userId}, 'actorId', ${userId})`
  return putRowsInOutbox(
    'work',
    sql`SELECT 'join-sessions:' || ${seasons.id} || ':' || ${userId} || ':' || ${now} AS id, ${body} AS body ${rest}
      AND EXISTS (SELECT 1 FROM ${teamSessions} WHERE ${teamSessions.seasonId} = ${seasons.id} AND ${teamSessions.attendance} IS NOT NULL)`,
    { now },
  )
}

/**
 * Registers a member for the seasons that they have chosen in a form, with the side that they have chosen. Put it after the statement that
 * makes them a member. Ids of other things are ignored, and whoever is registered already keeps their side.
 */
export function registerChosen({ teamId, userId, submissionId, ids, now, when }: Chosen): Statement[] {
  const chosen = sql`FROM ${seasons} WHERE ${seasons.teamId} = ${teamId} AND ${isInTeam(teamId, userId)} AND ${when} AND (${seasons.id} IN (${ids})
    OR ${seasons.id} IN (SELECT ${seasonGroups.seasonId} FROM ${seasonGroups} WHERE ${seasonGroups.id} IN (${ids})))`
  return [
    insertSelect(
      r,
      { seasonId: seasons.id, userId, endsOn: seasons.endsOn, registeredAt: now, kind: 'player', groupId: sideOf(ids), submissionId },
      sql`${chosen} ${onConflictUpdate(r, ['seasonId', 'userId'], {
        groupId: sql`coalesce(${r.groupId}, ${excluded(r.groupId)})`,
        // Whoever was copied from an earlier season has chosen it themselves now, so undoing the copy must not remove them.
        submissionId: sql`iif(${r.isCopied}, ${excluded(r.submissionId)}, ${r.submissionId})`,
        isCopied: false,
      })}`,
    ),
    queueJoiningSessions(chosen, userId, now),
  ]
}

type Unchosen = Pick<Chosen, 'submissionId' | 'ids' | 'now' | 'when'> & {
  /** Another submission of this person that chooses the season or one of these groups; null without one. */
  otherOf: (userId: SQLWrapper, seasonId: SQLWrapper, groups: SQL) => SQL
}

/**
 * Takes back what a submission no longer chooses: the seasons for which it registered somebody, and their sides. What was registered or
 * changed by hand stays, and so do seasons that are over. Who chooses a season with another submission too stays registered by that one.
 */
export function dropUnchosen({ submissionId, ids, now, when, otherOf }: Unchosen): Statement[] {
  const isOfThis = sql`${r.submissionId} = ${submissionId} AND ${r.submissionId} IS NOT NULL AND ${r.endsOn} >= ${latestLocalDate(now)} AND ${when}`
  const isChosen = sql`(${r.seasonId} IN (${ids}) OR ${r.seasonId} IN (SELECT ${seasonGroups.seasonId} FROM ${seasonGroups} WHERE ${seasonGroups.id} IN (${ids})))`
  const groups = sql`SELECT ${seasonGroups.id} FROM ${seasonGroups} WHERE ${seasonGroups.seasonId} = ${r.seasonId}`
  return [
    updateSet(
      r,
      { submissionId: sql`coalesce(${otherOf(r.userId, r.seasonId, groups)}, ${r.submissionId})` },
      sql`WHERE ${isOfThis} AND NOT ${isChosen}`,
    ),
    sql`DELETE FROM ${r} WHERE ${isOfThis} AND NOT ${isChosen}`,
    updateSet(r, { groupId: null }, sql`WHERE ${isOfThis} AND ${r.groupId} IS NOT NULL AND ${r.groupId} NOT IN (${ids})`),
  ]
}
