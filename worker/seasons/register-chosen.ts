import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { putRowsInOutbox } from '../jobs/commands.ts'
import type { Statement } from '../platform/batch.ts'
import { excluded, insertSelect, onConflictUpdate } from '../platform/columns.ts'
import { isInTeam } from '../teams/members.ts'
import { seasonGroups, seasonRegistrations, seasons, teamSessions } from './schema.ts'

const [grouped, chosenGroup] = [alias(seasonRegistrations, 'grouped'), alias(seasonGroups, 'chosen_group')]

/** The id of a season or side that was chosen. `ids` selects all ids that were chosen, as `id`. */
type Chosen = { teamId: string; userId: string; ids: SQL; now: number; when: SQL }

/** The chosen side of season `seasons`, unless it is full. */
const sideOf = (
  ids: SQL,
): SQL => sql`(SELECT ${chosenGroup.id} FROM ${seasonGroups} ${chosenGroup} WHERE ${chosenGroup.seasonId} = ${seasons.id}
  AND ${chosenGroup.id} IN (${ids}) AND (${chosenGroup.size} IS NULL
    OR (SELECT count(*) FROM ${seasonRegistrations} ${grouped} WHERE ${grouped.groupId} = ${chosenGroup.id}) < ${chosenGroup.size}) LIMIT 1)`

/**
 * Registers a member for the seasons that they have chosen in a form, with the side that they have chosen. Put it after the statement that
 * makes them a member. Ids of other things are ignored, and whoever is registered already keeps their side.
 */
export function registerChosen({ teamId, userId, ids, now, when }: Chosen): Statement[] {
  const chosen = sql`FROM ${seasons} WHERE ${seasons.teamId} = ${teamId} AND ${isInTeam(teamId, userId)} AND ${when} AND (${seasons.id} IN (${ids})
    OR ${seasons.id} IN (SELECT ${seasonGroups.seasonId} FROM ${seasonGroups} WHERE ${seasonGroups.id} IN (${ids})))`
  const body = sql`json_object('kind', 'join-sessions', 'seasonId', ${seasons.id}, 'userId', ${userId}, 'actorId', ${userId})`
  return [
    insertSelect(
      seasonRegistrations,
      { seasonId: seasons.id, userId, endsOn: seasons.endsOn, registeredAt: now, kind: 'player', groupId: sideOf(ids) },
      sql`${chosen} ${onConflictUpdate(seasonRegistrations, ['seasonId', 'userId'], {
        groupId: sql`coalesce(${seasonRegistrations.groupId}, ${excluded(seasonRegistrations.groupId)})`,
      })}`,
    ),
    // Games that were made earlier: seats or invitations like everyone else.
    putRowsInOutbox(
      'work',
      sql`SELECT 'join-sessions:' || ${seasons.id} || ':' || ${userId} || ':' || ${now} AS id, ${body} AS body ${chosen}
        AND EXISTS (SELECT 1 FROM ${teamSessions} WHERE ${teamSessions.seasonId} = ${seasons.id} AND ${teamSessions.attendance} IS NOT NULL)`,
      { now },
    ),
  ]
}
