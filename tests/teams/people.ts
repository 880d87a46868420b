import { env } from 'cloudflare:workers'
import { expect } from 'vitest'
import type { ErrorCode } from '../../domain/errors.ts'
import type { TeamRole } from '../../domain/teams/contract.ts'
import { openPrimary } from '../../worker/platform/database.ts'
import type { Clock } from '../../worker/platform/from-request.ts'
import { type Actor, asPerson } from '../../worker/teams/acting.ts'

export const db = () => openPrimary(env.DB)

/** A clock that moves a second with each command, and ids that tell what they are. */
export function tick(): Clock {
  ticks += 1
  return { now: ticks * 1000, newId: () => `made-${ticks}` }
}
let ticks = 0

const people = ['olga', 'omar', 'mia', 'max', 'zoe'] as const
/** Olga owns the court crew, Omar organizes it, Mia and Max are in it; Zoe is nobody there. */
export const [olga, omar, mia, max, zoe] = people
export const crew = 'court-crew'

const operator: Actor = { id: null, isAdmin: true }

/** Everyone a command is tried as. */
export const ladder = {
  outsider: asPerson(zoe),
  member: asPerson(mia),
  organizer: asPerson(omar),
  owner: asPerson(olga),
  admin: operator,
  'admin who plays here': { id: mia, isAdmin: true },
} satisfies Record<string, Actor>
export type Rung = keyof typeof ladder

/** How far the ladder goes for what organizers, the owner and admins may do. */
export const helpersOnly = {
  outsider: 'NotAllowed',
  member: 'NotAllowed',
  organizer: 'ok',
  owner: 'ok',
  admin: 'ok',
  'admin who plays here': 'ok',
} satisfies Record<Rung, ErrorCode | 'ok'>

export async function addPeople(ids: readonly string[]): Promise<void> {
  await env.DB.prepare(
    `INSERT OR IGNORE INTO users (id, email, email_key, created_at, updated_at)
     SELECT value, value || '@example.com', value || '@example.com', 0, 0 FROM json_each(?)`,
  )
    .bind(JSON.stringify(ids))
    .run()
}

/** Members put in by hand, for crowds; the commands under test make all others. */
export async function addCrowd(teamId: string, ids: readonly string[], role: TeamRole = 'member'): Promise<void> {
  await addPeople(ids)
  await env.DB.prepare(
    "INSERT INTO team_members SELECT ?1, value, ?2, CAST(substr(value, instr(value, '-') + 1) AS INTEGER) FROM json_each(?3)",
  )
    .bind(teamId, role, JSON.stringify(ids))
    .run()
}

export const crowd = (name: string, size: number) => Array.from({ length: size }, (_, i) => `${name}-${i}`)

/** The court crew as the ladder knows it, and nothing else. */
export async function startAnew(): Promise<void> {
  await env.DB.batch(
    ['season_registrations', 'seasons', 'guests', 'team_members', 'teams'].map((table) => env.DB.prepare(`DELETE FROM ${table}`)),
  )
  await addPeople(people)
  await env.DB.prepare(
    "INSERT INTO teams (id, name, description, photo_key, creator_id, plan, created_at, updated_at, deleted_at) VALUES (?, 'Court Crew', 'We play.', NULL, ?, 'ROOKIE', 1, 1, NULL)",
  )
    .bind(crew, olga)
    .run()
  await env.DB.prepare(
    "INSERT INTO team_members VALUES (?1, ?2, 'owner', 1), (?1, ?3, 'organizer', 2), (?1, ?4, 'member', 3), (?1, ?5, 'member', 4)",
  )
    .bind(crew, olga, omar, mia, max)
    .run()
}

/** The crew at a glance: `olga owner, omar organizer, …`. */
export async function whoIsIn(teamId: string = crew): Promise<Record<string, TeamRole>> {
  const { results } = await env.DB.prepare('SELECT user_id, role FROM team_members WHERE team_id = ?')
    .bind(teamId)
    .all<{ user_id: string; role: TeamRole }>()
  return Object.fromEntries(results.map((row) => [row.user_id, row.role]))
}

export const ownersOf = async (teamId: string = crew) =>
  Object.entries(await whoIsIn(teamId)).flatMap(([id, role]) => (role === 'owner' ? [id] : []))

export const everyoneAsBefore = { [olga]: 'owner', [omar]: 'organizer', [mia]: 'member', [max]: 'member' }

/** What became of a command: `ok`, or the code of its refusal. Anything but a refusal is a fault of the code. */
export async function outcomeOf(command: Promise<unknown>): Promise<ErrorCode | 'ok'> {
  try {
    await command
    return 'ok'
  } catch (error) {
    expect(error).toMatchObject({ name: 'AppError' })
    return (error as { code: ErrorCode }).code
  }
}

/** Climbs the ladder, each rung in a crew of its own. */
export async function climb(command: (actor: Actor) => Promise<unknown>): Promise<Record<Rung, ErrorCode | 'ok'>> {
  const outcomes: Partial<Record<Rung, ErrorCode | 'ok'>> = {}
  for (const rung of Object.keys(ladder) as Rung[]) {
    await startAnew()
    outcomes[rung] = await outcomeOf(command(ladder[rung]))
    if (outcomes[rung] !== 'ok') expect(await whoIsIn(), rung).toEqual(everyoneAsBefore)
  }
  return outcomes as Record<Rung, ErrorCode | 'ok'>
}
