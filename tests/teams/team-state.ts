import { sql } from 'drizzle-orm'
import type { TeamRole } from '../../domain/teams/roles.ts'
import type { Database } from '../../worker/platform/database.ts'
import { runStatements } from '../setup/run-statements.ts'

type Roles = Record<string, TeamRole>

/** What the database says about one team, read without the code of the product. */
export type TeamState = {
  isAlive: boolean
  /** Whether the search finds its name. */
  isFound: boolean
  /** The stored number of members. */
  members: number
  roles: Roles
  /** The members of the deleted team. */
  waiting: Roles
  waitingOwner: string | null
  plan: string
  /** The rights of each custom role, as the bits that are stored. */
  teamRoles: Record<string, number>
  /** Who has which custom role, and the rights that are stored at each member. */
  customRoles: Record<string, string>
  rights: Record<string, number>
  waitingCustomRoles: Record<string, string>
  waitingRights: Record<string, number>
  offers: { fromId: string; toId: string }[]
  /** Who is registered in the season that runs. */
  registered: string[]
  sharing: string[]
  invited: string[]
  inviters: string[]
  asked: string[]
  blocks: { id: string; blockerId: string; blockedId: string }[]
  trail: number
}

const rolesOf = (table: 'team_members' | 'deleted_team_members', teamId: string) =>
  sql`(SELECT json_group_object(user_id, role) FROM (SELECT user_id, role FROM ${sql.raw(table)} WHERE team_id = ${teamId} ORDER BY user_id))`
const customOf = (column: 'custom_role_id' | 'rights', table: 'team_members' | 'deleted_team_members', teamId: string) =>
  sql`(SELECT json_group_object(user_id, ${sql.raw(column)}) FROM (SELECT user_id, custom_role_id, rights FROM ${sql.raw(table)}
    WHERE team_id = ${teamId} AND (custom_role_id IS NOT NULL OR rights <> 0) ORDER BY user_id))`
const listOf = (column: string, from: ReturnType<typeof sql>) =>
  sql`(SELECT json_group_array(DISTINCT ${sql.raw(column)}) FROM (SELECT ${sql.raw(column)} FROM ${from} ORDER BY ${sql.raw(column)}))`

type Which = { teamId: string; seasonId: string; people: readonly string[] }

export async function readState(db: Database, { teamId, seasonId, people }: Which): Promise<TeamState> {
  const [result] = await runStatements<{ state: string }>(db, [
    sql`SELECT json_object(
      'isAlive', json(iif(deleted_at IS NULL, 'true', 'false')),
      'isFound', json(iif(EXISTS (SELECT 1 FROM search_words WHERE kind = 'team' AND search_words.id = ${teamId}), 'true', 'false')),
      'members', members,
      'roles', json(${rolesOf('team_members', teamId)}),
      'waiting', json(${rolesOf('deleted_team_members', teamId)}),
      'waitingOwner', (SELECT user_id FROM deleted_team_members WHERE team_id = ${teamId} AND role = 'owner'),
      'plan', plan,
      'teamRoles', json((SELECT json_group_object(id, rights) FROM (SELECT id, rights FROM team_roles WHERE team_id = ${teamId} ORDER BY id))),
      'customRoles', json(${customOf('custom_role_id', 'team_members', teamId)}),
      'rights', json(${customOf('rights', 'team_members', teamId)}),
      'waitingCustomRoles', json(${customOf('custom_role_id', 'deleted_team_members', teamId)}),
      'waitingRights', json(${customOf('rights', 'deleted_team_members', teamId)}),
      'offers', json((SELECT json_group_array(json_object('fromId', from_id, 'toId', to_id)) FROM team_hand_overs WHERE team_id = ${teamId})),
      'registered', json(${listOf('user_id', sql`season_registrations WHERE season_id = ${seasonId}`)}),
      'sharing', json(${listOf('user_id', sql`team_hour_shares WHERE team_id = ${teamId}`)}),
      'invited', json(${listOf('user_id', sql`team_invitations WHERE team_id = ${teamId} AND user_id IS NOT NULL`)}),
      'inviters', json(${listOf('inviter_id', sql`team_invitations WHERE team_id = ${teamId}`)}),
      'asked', json(${listOf('user_id', sql`team_requests WHERE team_id = ${teamId} AND declined_at IS NULL AND NOT is_taken_back`)}),
      'blocks', json((SELECT json_group_array(json_object('id', id, 'blockerId', blocker_id, 'blockedId', blocked_id)) FROM blocks
        WHERE blocker_id IN (SELECT value FROM json_each(${JSON.stringify(people)})))),
      'trail', (SELECT count(*) FROM team_changes WHERE team_id = ${teamId})
    ) AS state FROM teams WHERE id = ${teamId}`,
  ])
  return JSON.parse(result?.results[0]?.state ?? '{}')
}
