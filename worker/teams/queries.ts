import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { pictureUrl } from '../../domain/profiles/pictures.ts'
import {
  type Guest,
  type GuestPage,
  ownedTeamsMost,
  type Team,
  type TeamMember,
  type TeamMemberPage,
  type TeamRole,
  type TeamToLeave,
  teamPageSize,
} from '../../domain/teams/contract.ts'
import { runBatch } from '../platform/batch.ts'
import { cutPage, readCursor, TimeCursor } from '../platform/cursor.ts'
import type { Database } from '../platform/database.ts'
import { nobodyBlocked } from '../privacy/reach.ts'

type Sql = ReturnType<typeof sql>

async function select<Row>(db: Database, statement: Sql): Promise<Row[]> {
  const [found] = await runBatch<Row>(db, [statement])
  return found?.results ?? []
}

const oneMore = teamPageSize + 1

const teamColumns = sql`t.id, t.name, t.description, t.photo_key AS photoKey, t.creator_id AS creatorId, t.created_at AS createdAt`

export async function findTeam(db: Database, id: string): Promise<Team | null> {
  const [team] = await select<Team>(db, sql`SELECT ${teamColumns} FROM teams t WHERE t.id = ${id} AND t.deleted_at IS NULL`)
  return team ?? null
}

/** What part a person plays in a team; none in a deleted one. */
export async function findRole(db: Database, teamId: string, userId: string): Promise<TeamRole | null> {
  const [row] = await select<{ role: TeamRole }>(db, sql`SELECT role FROM team_members WHERE team_id = ${teamId} AND user_id = ${userId}`)
  return row?.role ?? null
}

const MemberCursor = v.tuple([v.string(), v.number(), v.string()])

/** The owner, then organizers, then members, each with the newest first: the order of the roles' names, backwards. */
export async function listTeamMembers(db: Database, teamId: string, cursor: string | null = null): Promise<TeamMemberPage> {
  const after = readCursor(MemberCursor, cursor)
  const rows = await select<TeamMember>(
    db,
    sql`SELECT user_id AS userId, role, joined_at AS joinedAt FROM team_members
      WHERE team_id = ${teamId} ${after ? sql`AND (role, joined_at, user_id) < (${after[0]}, ${after[1]}, ${after[2]})` : sql``}
      ORDER BY role DESC, joined_at DESC, user_id DESC LIMIT ${oneMore}`,
  )
  const { page, next } = cutPage(rows, teamPageSize, (row) => [row.role, row.joinedAt, row.userId])
  return { members: page, next }
}

/** All teams that would be stranded without this person. Nobody owns more than fit here. */
export const listOwnedTeams = (db: Database, userId: string): Promise<Team[]> =>
  select(
    db,
    sql`SELECT ${teamColumns} FROM team_members m JOIN teams t ON t.id = m.team_id
      WHERE m.user_id = ${userId} AND m.role = 'owner' ORDER BY m.joined_at, m.team_id LIMIT ${ownedTeamsMost}`,
  )

/** A team's guests in the order they were noted. */
export async function listGuests(db: Database, teamId: string, cursor: string | null = null): Promise<GuestPage> {
  const after = readCursor(TimeCursor, cursor)
  const rows = await select<Guest>(
    db,
    sql`SELECT id, name, email, created_at AS createdAt FROM guests
      WHERE team_id = ${teamId} ${after ? sql`AND (created_at, id) > (${after[0]}, ${after[1]})` : sql``}
      ORDER BY created_at, id LIMIT ${oneMore}`,
  )
  const { page, next } = cutPage(rows, teamPageSize, (row) => [row.createdAt, row.id])
  return { guests: page, next }
}

const heirsMost = 50

type HeldRow = { id: string; name: string; role: TeamRole; heirs: string }
type Heir = { id: string; name: string; photoKey: string | null }

/** The teams that keep a person from deleting their account, those they own first; for these who could take over. */
export async function listTeamsToLeave(db: Database, userId: string): Promise<TeamToLeave[]> {
  const rows = await select<HeldRow>(
    db,
    // Of each heir their face is needed, which is one row of theirs.
    sql`SELECT t.id, t.name, m.role, (SELECT json_group_array(json_object('id', id, 'name', name, 'photoKey', photoKey)) FROM (
        SELECT u.id, coalesce(u.display_name, 'A new member') AS name, u.photo_key AS photoKey
        FROM team_members heir JOIN users u ON u.id = heir.user_id
        WHERE m.role = 'owner' AND heir.team_id = m.team_id AND heir.user_id <> ${userId} AND ${nobodyBlocked(userId, sql`u.id`)}
        ORDER BY heir.role DESC, heir.joined_at, heir.user_id LIMIT ${heirsMost})) AS heirs
      FROM team_members m JOIN teams t ON t.id = m.team_id
      WHERE m.user_id = ${userId} ORDER BY m.role DESC, m.joined_at, m.team_id LIMIT ${teamPageSize}`,
  )
  return rows.map(({ heirs, ...team }) => ({
    ...team,
    members: (JSON.parse(heirs) as Heir[]).map(({ photoKey, ...face }) => ({ ...face, pictureUrl: pictureUrl(photoKey, 96) })),
  }))
}

/** All in a team that the person is in, too. */
export const selectTeammates = (userId: string, teamId: string | null): Sql => sql`
  SELECT other.user_id AS id FROM team_members mine JOIN team_members other ON other.team_id = mine.team_id
  WHERE mine.team_id = ${teamId} AND mine.user_id = ${userId}`
