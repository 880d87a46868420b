import { env } from 'cloudflare:workers'
import type { Availability, MyAvailability } from '../../domain/availability/contract.ts'
import type { TeamHours } from '../../domain/team-hours/contract.ts'
import { describeCell, makeGrid } from '../../domain/team-hours/make-grid.ts'
import type { TeamRole } from '../../domain/teams/roles.ts'
import type { Person } from '../profiles/people.ts'

const run = (statement: string, ...values: unknown[]) =>
  env.DB.prepare(statement)
    .bind(...values)
    .run()

/** Adds a team in Austin. The members join at the given time. */
export async function addTeam(id: string, members: Record<string, TeamRole>, { cityId = 4671654, at = 1 } = {}): Promise<void> {
  await run(
    `INSERT INTO teams (id, name, description, plan, created_at, updated_at, city_id, city_name, city_state, lat, lng)
     VALUES (?1, ?1, '', 'ROOKIE', 1, 1, ?2, 'Austin', 'TX', 30.27, -97.74)`,
    id,
    cityId,
  )
  for (const [userId, role] of Object.entries(members)) {
    await run('INSERT INTO team_members (team_id, user_id, role, joined_at) VALUES (?, ?, ?, ?)', id, userId, role, at)
  }
}

export async function setHours(person: Person, hours: Availability): Promise<void> {
  const { version } = await (await person.ask('/api/availability')).json<MyAvailability>()
  const answer = await person.ask('/api/availability', { method: 'PUT', json: { ...hours, version } })
  if (!answer.ok) throw new Error(await answer.text())
}

export const share = async (person: Person, teamId: string, isSharing = true) =>
  (await person.ask(`/api/teams/${teamId}/hours/sharing`, { method: 'PUT', json: { isSharing } })).status

export async function look(person: Person, teamId: string, query = ''): Promise<TeamHours> {
  const answer = await person.ask(`/api/teams/${teamId}/hours${query}`)
  if (!answer.ok) throw new Error(await answer.text())
  return answer.json()
}

/** How many are free in one half hour, by its date and time in the zone of the team. */
export function countAt({ counts, firstDay, periods }: TeamHours, date: string, time: string): number | null {
  const grid = makeGrid(firstDay, periods)
  const cell = grid.cells.findIndex((_, one) => {
    const shown = describeCell(grid, one)
    return shown.date === date && shown.time === time
  })
  return counts?.[grid.cells[cell] ?? -1] ?? null
}
