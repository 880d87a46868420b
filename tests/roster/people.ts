import { env } from 'cloudflare:workers'
import type { TeamRole } from '../../domain/teams/roles.ts'
import { enter, type Person } from '../profiles/people.ts'

const run = (statement: string, ...values: unknown[]) =>
  env.DB.prepare(statement)
    .bind(...values)
    .run()

let teams = 0

/** A community with an owner and one person for each of these roles. */
export async function makeTeam<const Role extends TeamRole>(...roles: Role[]) {
  teams += 1
  const id = `people-team-${teams}`
  await run("INSERT INTO teams (id, name, description, plan, created_at, updated_at) VALUES (?, 'Court Crew', '', 'ROOKIE', 1, 1)", id)
  const join = async (role: TeamRole): Promise<Person> => {
    const person = await enter(`${role}-${teams}`)
    await run('INSERT INTO team_members (team_id, user_id, role, joined_at) VALUES (?, ?, ?, 5)', id, person.id, role)
    return person
  }
  const people = {} as Record<Role | 'owner' | 'stranger', Person>
  for (const role of ['owner', ...roles] as const) people[role] = await join(role)
  people.stranger = await enter(`stranger-${teams}`)
  const url = (path: string) => `/api/teams/${id}${path}`
  return {
    ...people,
    id,
    read: async <Answer>(person: Person, path: string): Promise<Answer> => (await person.ask(url(path))).json(),
    send: (person: Person, method: string, path: string, json?: unknown): Promise<Response> =>
      person.ask(url(path), { method, ...(json === undefined ? {} : { json }) }),
  }
}

export const codeOf = async (answer: Response) => (answer.ok ? answer.status : (await answer.json<{ code: string }>()).code)
