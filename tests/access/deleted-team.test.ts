import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Organization } from '../../domain/organizations/contract.ts'
import { teamRows } from '../../worker/team-rows.ts'
import { asPerson } from '../../worker/teams/actor.ts'
import { deleteTeam } from '../../worker/teams/delete-team.ts'
import { asAdmin, ask } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import { db } from '../teams/people.ts'
import type { AccessCase } from './access-case.ts'
import { accessCases } from './access-cases.ts'
import { addAccessData, buildAccessData } from './access-data.ts'
import { viewers } from './ask-as.ts'
import { invitationToken } from './team-access-cases.ts'

collectLog()

const deletedTeams = ['access-team', 'access-offered']
const isAboutThem = new RegExp(`access-(team|offered|season)|/organizations/access-organization/teams/|${invitationToken}`)

/** Each write to one of them, once. */
const writes = new Map(
  accessCases.flatMap(({ endpoint, request }): [string, Pick<AccessCase, 'endpoint' | 'request'>][] => {
    const { method = 'GET', path } = request('person-a')
    return method !== 'GET' && isAboutThem.test(path) ? [[`${method} ${path}`, { endpoint, request }]] : []
  }),
)

/** Everyone who may do something while the community exists. */
const kinds = ['stranger', 'mate', 'captain', 'organizer', 'owner', 'admin'] as const

/** Everything that is stored about the teams, which the owner gets back. */
const readTeams = async () => {
  const statements = deletedTeams.flatMap((id) => teamRows.map(({ table, isOf }) => db().select().from(table).where(isOf(id)).toSQL()))
  const [teams, ...rows] = await env.DB.batch([
    env.DB.prepare("SELECT * FROM teams WHERE id LIKE 'access-%' ORDER BY id"),
    ...statements.map(({ sql, params }) => env.DB.prepare(sql).bind(...params)),
  ])
  return { rows: rows.map(({ results }) => results), teams: teams?.results }
}

/** What people have by themselves, so that a request could end it. */
const addOwnRows = () =>
  env.DB.batch(
    [
      "INSERT OR REPLACE INTO team_follows VALUES ('access-team', 'person-f', 1)",
      "INSERT OR REPLACE INTO calendar_addresses VALUES ('access-team-calendar', 'person-c', 'access-team', 0, 1)",
      "INSERT OR REPLACE INTO team_hour_shares VALUES ('access-team', 'person-c', 1)",
      "INSERT OR REPLACE INTO organization_teams VALUES ('access-organization', 'access-team', 1, 1)",
    ].map((statement) => env.DB.prepare(statement)),
  )

beforeAll(async () => {
  await buildAccessData()
  await addAccessData()
  await addOwnRows()
  for (const id of deletedTeams)
    await deleteTeam(db(), { now: Date.now(), newId: () => `delete-${id}`, platform: 'gth' }, asPerson('person-a'), id)
})

beforeEach(() => {
  // Queues must not deliver anything during the test.
  for (const queue of [env.MAIL_QUEUE, env.NOTICES_QUEUE, env.WORK_QUEUE]) vi.spyOn(queue, 'sendBatch').mockResolvedValue({} as never)
})

/** The child of the mate, who may take it out at any time. A test in `attacks/team-ids.test.ts` does. */
const ownChild = 'DELETE /api/teams/access-team/guests/access-child'

describe('Nothing of a deleted community changes', () => {
  it.each([...writes.values()])('by $endpoint', async ({ request }) => {
    const before = await readTeams()
    const answers = []
    for (const kind of kinds) {
      const viewer = viewers[kind]
      const { path, headers = {}, ...init } = request(viewer.id)
      if (kind === 'mate' && `${init.method} ${path}` === ownChild) continue
      const isForAdmins = path.startsWith('/api/admin/')
      const answer = await ask(path, {
        ...init,
        headers: { ...headers, ...(isForAdmins ? asAdmin : {}) },
        viewer: isForAdmins ? null : viewer,
      })
      answers.push(`${kind} ${answer.status}`)
    }
    expect(await readTeams(), answers.join(', ')).toEqual(before)
  })
})

it('An organization does not show it, and nobody is asked about its organizations', async () => {
  for (const kind of kinds) {
    const read = (path: string) => ask(`/api/organizations/${path}`, { viewer: viewers[kind] })
    expect((await (await read('access-organization')).json<Organization>()).teams, kind).toEqual([])
    expect((await read('of-team/access-team')).status, kind).toBe(404)
  }
})

it('Only its owner can bring it back, with everything that it had', async () => {
  const before = await readTeams()
  for (const kind of kinds.filter((each) => each !== 'owner'))
    expect((await ask('/api/teams/access-team/restore', { method: 'POST', viewer: viewers[kind] })).status, kind).toBe(404)
  expect(await readTeams()).toEqual(before)
  expect((await ask('/api/teams/access-team/restore', { method: 'POST', viewer: viewers.owner })).status).toBe(204)
  expect((await readTeams()).teams).toMatchObject([
    { id: 'access-deleted' },
    { id: 'access-offered' },
    { id: 'access-team', deleted_at: null },
  ])
})
