import { env } from 'cloudflare:workers'
import { expect } from 'vitest'
import type { ErrorCode } from '../../domain/errors.ts'
import type { TeamRole } from '../../domain/teams/roles.ts'
import { openPrimary } from '../../worker/platform/database.ts'
import type { Clock } from '../../worker/platform/from-request.ts'
import { teamRows } from '../../worker/team-rows.ts'
import { type Actor, asPerson } from '../../worker/teams/actor.ts'
import { purgeTeams } from '../../worker/teams/purge-teams.ts'

export const db = () => openPrimary(env.DB)

/** Returns a clock for one command. It is a second later each time, and its ids are numbered. */
export function nextClock(): Clock {
  ticks += 1
  const tick = ticks
  return { now: tick * 1000, newId: () => `made-${tick}` }
}
let ticks = 0

const people = ['olga', 'omar', 'mia', 'max', 'zoe'] as const
/** Olga owns the Court Crew, Omar is an organizer, Mia and Max are members, and Zoe is not in it. */
export const [olga, omar, mia, max, zoe] = people
export const crew = 'court-crew'

const operator: Actor = { id: null, isAdmin: true }

/** The actors with which each command is tested. */
export const actors = {
  outsider: asPerson(zoe),
  member: asPerson(mia),
  organizer: asPerson(omar),
  owner: asPerson(olga),
  admin: operator,
  'admin who plays here': { id: mia, isAdmin: true },
} satisfies Record<string, Actor>
export type ActorName = keyof typeof actors

/** The outcomes of a command that organizers, the owner and admins may run. */
export const organizersAndAbove = {
  outsider: 'TeamNotFound',
  member: 'NotAllowed',
  organizer: 'ok',
  owner: 'ok',
  admin: 'ok',
  'admin who plays here': 'ok',
} satisfies Record<ActorName, ErrorCode | 'ok'>

export async function addPeople(ids: readonly string[]): Promise<void> {
  await env.DB.prepare(
    `INSERT OR IGNORE INTO users (id, email, email_key, created_at, updated_at)
     SELECT value, value || '@example.com', value || '@example.com', 0, 0 FROM json_each(?)`,
  )
    .bind(JSON.stringify(ids))
    .run()
}

/** Adds many members directly to the database, because the commands would take too long. */
export async function addCrowd(teamId: string, ids: readonly string[], role: TeamRole = 'member'): Promise<void> {
  await addPeople(ids)
  await env.DB.prepare(
    "INSERT INTO team_members (team_id, user_id, role, joined_at) SELECT ?1, value, ?2, CAST(substr(value, instr(value, '-') + 1) AS INTEGER) FROM json_each(?3)",
  )
    .bind(teamId, role, JSON.stringify(ids))
    .run()
}

export const crowd = (name: string, size: number) => Array.from({ length: size }, (_, i) => `${name}-${i}`)

/** Resets the database to the Court Crew with its first members. */
export async function resetTeam(): Promise<void> {
  await env.DB.batch(
    [
      'notices',
      'result_changes',
      'team_sessions',
      'season_tables',
      'season_registrations',
      'season_guests',
      'season_groups',
      'seasons',
      'member_details',
      'team_fields',
      'guests',
      'team_announcement_reads',
      'team_announcements',
      'team_topics',
      'team_requests',
      'team_invitations',
      'team_hand_overs',
      'team_changes',
      'team_hour_shares',
      'team_hour_counts',
      'calendar_addresses',
      'deleted_team_members',
      'outreach',
      'team_members',
      'team_roles',
      'teams',
    ].map((table) => env.DB.prepare(`DELETE FROM ${table}`)),
  )
  await addPeople(people)
  await env.DB.prepare(
    "INSERT INTO teams (id, name, description, photo_key, creator_id, plan, created_at, updated_at, deleted_at) VALUES (?, 'Court Crew', 'We play.', NULL, ?, 'ROOKIE', 1, 1, NULL)",
  )
    .bind(crew, olga)
    .run()
  await env.DB.prepare(
    "INSERT INTO team_members (team_id, user_id, role, joined_at) VALUES (?1, ?2, 'owner', 1), (?1, ?3, 'organizer', 2), (?1, ?4, 'member', 3), (?1, ?5, 'member', 4)",
  )
    .bind(crew, olga, omar, mia, max)
    .run()
}

/** Gives the Court Crew a plan, as if somebody had paid for it. */
export const setPlan = (plan: string) => env.DB.prepare('UPDATE teams SET plan = ? WHERE id = ?').bind(plan, crew).run()

/** Deletes the data of deleted teams, as 30 days later. */
export const purgeDeletedTeams = () => purgeTeams(db(), Number.MAX_SAFE_INTEGER, teamRows)

/** Drops the messages of commands that a test runs without a request, which would send them. */
export const forgetMessages = () => env.DB.exec('DELETE FROM outbox')

/** Returns the role of each member: `{ olga: 'owner', omar: 'organizer', … }`. */
export async function readRoles(teamId: string = crew): Promise<Record<string, TeamRole>> {
  const { results } = await env.DB.prepare('SELECT user_id, role FROM team_members WHERE team_id = ?')
    .bind(teamId)
    .all<{ user_id: string; role: TeamRole }>()
  return Object.fromEntries(results.map((row) => [row.user_id, row.role]))
}

export const ownersOf = async (teamId: string = crew) =>
  Object.entries(await readRoles(teamId)).flatMap(([id, role]) => (role === 'owner' ? [id] : []))

export const initialRoles = { [olga]: 'owner', [omar]: 'organizer', [mia]: 'member', [max]: 'member' }

/** Returns `ok`, or the code of the refusal. Any other error fails the test. */
export async function outcomeOf(command: Promise<unknown>): Promise<ErrorCode | 'ok'> {
  try {
    await command
    return 'ok'
  } catch (error) {
    expect(error).toMatchObject({ name: 'AppError' })
    return (error as { code: ErrorCode }).code
  }
}

/** Runs a command as each actor, each time with a reset team. Expects that a refusal changes nothing. */
export async function tryAsEach(command: (actor: Actor) => Promise<unknown>): Promise<Record<ActorName, ErrorCode | 'ok'>> {
  const outcomes: Partial<Record<ActorName, ErrorCode | 'ok'>> = {}
  for (const name of Object.keys(actors) as ActorName[]) {
    await resetTeam()
    outcomes[name] = await outcomeOf(command(actors[name]))
    if (outcomes[name] !== 'ok') expect(await readRoles(), name).toEqual(initialRoles)
  }
  return outcomes as Record<ActorName, ErrorCode | 'ok'>
}
