import { type SQL, sql } from 'drizzle-orm'
import type { TeamChangeKind, TeamField } from '../../domain/teams/changes-contract.ts'
import type { TeamRole } from '../../domain/teams/roles.ts'
import { insertSelect } from '../platform/columns.ts'
import type { Clock } from '../platform/from-request.ts'
import type { Actor } from './actor.ts'
import { teamChanges, teamMembers } from './schema.ts'

type Change = {
  kind: TeamChangeKind
  /** The person whom the change is about. */
  personId?: string | null
  newRole?: TeamRole
  fields?: TeamField[]
}

const makeRow = ({ now, newId }: Clock, actor: Actor, { personId = null, newRole, fields, kind }: Change, id = newId()) => ({
  id,
  kind,
  actorId: actor.id,
  personId,
  newRole: newRole ?? null,
  fields: fields ?? null,
  createdAt: now,
})

/**
 * Writes who changed what in a team. Put it directly after the statement that makes the change: it writes nothing if that statement
 * changed no row.
 */
export const recordChange = (clock: Clock, actor: Actor, teamId: string, change: Change): SQL =>
  insertSelect(teamChanges, { ...makeRow(clock, actor, change), teamId }, sql`WHERE changes() > 0`)

/** Writes that an organizer or a host hid a message of the team, or showed it again. `id` is that of the act, which is written once. */
export const recordModeration = (
  act: { id: string; at: number; kind: 'message-hidden' | 'message-shown'; moderatorId: string; authorId: string },
  teamId: SQL,
): SQL =>
  insertSelect(
    teamChanges,
    {
      ...{ id: act.id, kind: act.kind, actorId: act.moderatorId, personId: act.authorId, newRole: null, fields: null, createdAt: act.at },
      teamId: sql`found.teamId`,
    },
    sql`FROM (SELECT ${teamId} AS teamId) found WHERE found.teamId IS NOT NULL ON CONFLICT DO NOTHING`,
  )

/**
 * The same for a change of one row of `team_members`, whose role is kept as it was before. Put it directly before the statement that
 * changes this row, and let that statement depend on `changes() > 0`. `which` decides whether there is a change at all.
 */
export const recordMemberChange = (clock: Clock, actor: Actor, change: Change & { id?: string }, which: SQL | undefined): SQL =>
  insertSelect(
    teamChanges,
    { ...makeRow(clock, actor, change, change.id), teamId: teamMembers.teamId, oldRole: teamMembers.role },
    sql`FROM ${teamMembers} WHERE ${which}`,
  )
