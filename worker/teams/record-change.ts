import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { ChangeDetails, TeamChangeKind, TeamField } from '../../domain/teams/changes-contract.ts'
import type { TeamRole } from '../../domain/teams/roles.ts'
import { insertSelect } from '../platform/columns.ts'
import type { Clock } from '../platform/from-request.ts'
import type { Actor } from './actor.ts'
import { selectCustomRoleName } from './custom-roles.ts'
import { guests, teamChanges, teamMembers } from './schema.ts'

type Change = {
  id?: string | SQL
  kind: TeamChangeKind | SQL
  /** The person whom the change is about. */
  personId?: string | null
  newRole?: TeamRole
  fields?: TeamField[]
  /** The guest whom the change is about. Never a child. */
  guestId?: string | SQL
  /** An object, or SQL that makes its JSON. */
  details?: ChangeDetails | SQL
}

const makeRow = ({ now, newId }: Clock, actor: Actor, { id, personId = null, newRole, fields, kind, guestId, details }: Change) => ({
  id: id ?? newId(),
  kind,
  actorId: actor.id,
  personId,
  newRole: newRole ?? null,
  fields: fields ?? null,
  guestId: guestId ?? null,
  details: details ?? null,
  createdAt: now,
})

/**
 * Writes who changed what in a team. Put it directly after the statement that makes the change: it writes nothing if that statement
 * changed no row.
 */
export const recordChange = (clock: Clock, actor: Actor, teamId: string, change: Change): SQL =>
  insertSelect(teamChanges, { ...makeRow(clock, actor, change), teamId }, sql`WHERE changes() > 0`)

/**
 * The same for a statement that comes later in the batch, or that does not say what was there before. `rest` is `FROM … WHERE …` and finds
 * one row if there is a change.
 */
export const recordChangeIf = (clock: Clock, actor: Actor, teamId: string | SQL, change: Change, rest: SQL): SQL =>
  insertSelect(teamChanges, { ...makeRow(clock, actor, change), teamId }, rest)

/** The details of a change as JSON, if SQL computes some of them. */
export const detailsOf = (details: { [Name in keyof ChangeDetails]: SQLWrapper | string | number | null }): SQL =>
  sql`json_object(${sql.join(
    Object.entries(details).map(([name, value]) => sql`${sql.raw(`'${name}'`)}, ${value}`),
    sql`, `,
  )})`

type ModerationKind = Extract<TeamChangeKind, 'message-hidden' | 'message-shown' | 'slow-mode-on' | 'slow-mode-off'>

/** Writes what an organizer or a host did to keep order in a conversation of the team. `id` is that of the act, which is written once. */
export const recordModeration = (
  act: { id: string; at: number; kind: ModerationKind; moderatorId: string; authorId: string | null },
  teamId: SQL,
): SQL =>
  insertSelect(
    teamChanges,
    {
      ...{ id: act.id, kind: act.kind, actorId: act.moderatorId, personId: act.authorId, createdAt: act.at },
      teamId: sql`found.teamId`,
    },
    sql`FROM (SELECT ${teamId} AS teamId) found WHERE found.teamId IS NOT NULL ON CONFLICT DO NOTHING`,
  )

/**
 * The same for a change of one row of `team_members`, whose role is kept as it was before. Put it directly before the statement that
 * changes this row, and let that statement depend on `changes() > 0`. `which` decides whether there is a change at all. The name of a
 * custom role is kept too, because it may be renamed or deleted.
 */
export const recordMemberChange = (
  clock: Clock,
  actor: Actor,
  { customRoleId = null, ...change }: Omit<Change, 'details'> & { customRoleId?: string | null },
  which: SQL | undefined,
): SQL => {
  const names = detailsOf({
    ...(customRoleId !== null && { customRole: selectCustomRoleName(customRoleId) }),
    oldCustomRole: selectCustomRoleName(teamMembers.customRoleId),
  })
  const details = customRoleId === null ? sql`iif(${teamMembers.customRoleId} IS NULL, NULL, ${names})` : names
  return insertSelect(
    teamChanges,
    { ...makeRow(clock, actor, change), teamId: teamMembers.teamId, oldRole: teamMembers.role, details },
    sql`FROM ${teamMembers} WHERE ${which}`,
  )
}

/** Writes that guests were changed, which `which` finds. The trail says that a child was changed, and never which one. */
export const recordGuestChange = (clock: Clock, actor: Actor, teamId: string, change: 'edited' | 'removed', which: SQL | undefined): SQL =>
  recordChangeIf(
    clock,
    actor,
    teamId,
    {
      kind: sql`iif(${guests.guardianId} IS NULL, ${`guest-${change}`}, ${`child-${change}`})`,
      guestId: sql`iif(${guests.guardianId} IS NULL, ${guests.id}, NULL)`,
    },
    sql`FROM ${guests} WHERE ${which}`,
  )
