import { env } from 'cloudflare:workers'
import { expect } from 'vitest'
import type { SeasonGroup } from '../../domain/seasons/contract.ts'
import { dateText } from '../../domain/time/clock.ts'
import { day, hour } from '../../domain/time/spans.ts'
import { ask, readProblem } from '../setup/client.ts'
import { crew, olga, omar, resetTeam, setPlan } from '../teams/people.ts'

const today = Math.floor(Date.now() / day)
export const dateIn = (days: number) => dateText(today + days)
export const season = 'spring'
export const as = (id: string) => ({ viewer: { id, name: id, emailVerified: true, profileComplete: true } })
const at = (path: string) => `/api/seasons/${season}${path}`
export const send = (id: string, method: string, path: string, json?: unknown) =>
  ask(at(path), { ...as(id), method, ...(json === undefined ? {} : { json }) })
export const read = async <T>(id: string, path: string): Promise<T> => {
  const answer = await ask(at(path), as(id))
  expect(answer.status, path).toBe(200)
  return answer.json()
}
/** The status of an answer, and the code of its error. */
export const outcome = async (answer: Promise<Response>) => {
  const response = await answer
  return response.ok ? response.status : `${response.status} ${(await readProblem(response)).code}`
}

export const addGroup = async (name: string, more: object = {}) => {
  const answer = await send(omar, 'POST', '/groups', { name, ...more })
  expect(answer.status).toBe(201)
  return answer.json<SeasonGroup>()
}
export const place = (userId: string, kind: string, groupId: string | null = null, by: string = omar) =>
  send(by, 'PUT', `/registrations/${userId}`, { kind, groupId })

/** Adds games of the Court Crew. Each number is the hours from now to its start. */
export async function addGames(
  starts: Readonly<Record<string, number>>,
  { state = 'published', visibility = 'team', team = crew as string | null } = {},
) {
  await env.DB.batch(
    Object.entries(starts).map(([id, hours]) =>
      env.DB.prepare(
        `INSERT INTO events (id, creator_id, team_id, activity, title, description, place_name, address, lat, lng, time_zone, starts_at, ends_at,
          capacity, slots, max_guests, visibility, needs_approval, questions, leave_minutes, waitlist_mode, state, cancel_reason, taken, waiting,
          reminded, version, created_at, updated_at)
         VALUES (?1, ?2, ?3, 'tennis', ?1, '', 'Courts', '', 0, 0, 'UTC', ?4, ?4 + ${hour}, 9, '[]', 0, ?5, 0, '[]', 0, 'order', ?6, '', 0, 0, 0, 1, 1, 1)`,
      ).bind(id, olga, team, Date.now() + hours * hour, visibility, state),
    ),
  )
}

export const match = (eventId: string, homeGroupId: string, awayGroupId: string) =>
  send(omar, 'PUT', `/sessions/${eventId}`, { homeGroupId, awayGroupId })
export const enter = (by: string, eventId: string, homeScore: number, awayScore: number, version = 0, more: object = {}) =>
  send(by, 'PUT', `/sessions/${eventId}/result`, { homeScore, awayScore, version, ...more })

/** Resets the Court Crew, without games, and gives it a large plan and a season from thirty days ago to thirty days from now. */
export async function resetSeason(): Promise<void> {
  const tables = ['result_changes', 'substitute_asks', 'substitute_calls', 'team_sessions']
  await env.DB.batch(tables.map((table) => env.DB.prepare(`DELETE FROM ${table}`)))
  await env.DB.batch([env.DB.prepare('DELETE FROM blocks'), env.DB.prepare("DELETE FROM events WHERE creator_id = 'olga'")])
  await resetTeam()
  await setPlan('PRO')
  await env.DB.prepare(
    'INSERT INTO seasons (id, team_id, label, starts_on, ends_on, created_by, created_at) VALUES (?, ?, ?, ?, ?, NULL, 1)',
  )
    .bind(season, crew, 'Spring', dateIn(-30), dateIn(30))
    .run()
}
