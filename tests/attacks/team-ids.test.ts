import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { hashSecret } from '../../worker/accounts/secrets.ts'
import type { AccessCase } from '../access/access-case.ts'
import { accessCases } from '../access/access-cases.ts'
import { addAccessData, buildAccessData } from '../access/access-data.ts'
import { holdQueues } from '../notifications/hold-queues.ts'
import { type Dump, dumpDatabase } from '../person-data/database.ts'
import { enter, type Person, rowsOf } from '../profiles/people.ts'
import { collectLog } from '../setup/log.ts'

collectLog()
holdQueues()

/** All endpoints about one community or one season. The data of the access tests is the community of another owner. */
const teamCases = accessCases.filter(({ endpoint }) => /\/(teams|seasons)\/\{id\}/.test(endpoint))
const ownIds: Record<string, string> = { 'access-team': 'eve-team', 'access-offered': 'eve-team', 'access-season': 'eve-season' }

let eve: Person

beforeAll(async () => {
  await buildAccessData()
  eve = await enter('eve')
})

beforeEach(async () => {
  for (const table of ['result_changes', 'team_sessions', 'season_tables', 'season_registrations', 'season_guests', 'season_groups'])
    await rowsOf(`DELETE FROM ${table}`)
  await addAccessData()
  await addOwnTeam()
})

/** Eve owns a community with a season. */
async function addOwnTeam() {
  await rowsOf(
    "INSERT OR REPLACE INTO teams (id, name, description, plan, created_at, updated_at) VALUES ('eve-team', 'Eve', '', 'ROOKIE', 1, 1)",
  )
  await rowsOf("INSERT OR REPLACE INTO team_members (team_id, user_id, role, joined_at) VALUES ('eve-team', 'eve', 'owner', 1)")
  await rowsOf(
    "INSERT OR REPLACE INTO seasons (id, team_id, label, starts_on, ends_on, created_at) VALUES ('eve-season', 'eve-team', 'Eve', '2020-01-01', '2100-03-31', 1)",
  )
}

/** The rows of the other communities, seasons and games, and of what people have in them. */
const othersIn = (dump: Dump) =>
  Object.entries(dump).flatMap(([table, rows]) =>
    rows.flatMap((row) => {
      const text = JSON.stringify(row)
      return /access-/.test(text) ? [`${table} ${text}`] : []
    }),
  )

/** Ids of the request after the community or season in its path, such as a group or a guest. */
const hasMoreIds = ({ endpoint }: AccessCase) => /\{id\}.*\{/.test(endpoint)
/** The ids of things that belong to another community are also in the body of some requests. */
const isWrite = ({ endpoint }: AccessCase) => !endpoint.startsWith('GET ')

describe('The owner of one community who sends ids of another', () => {
  it('knows enough endpoints to try', () => {
    expect(teamCases.filter(hasMoreIds).length).toBeGreaterThan(20)
    expect(teamCases.filter(isWrite).length).toBeGreaterThan(40)
  })

  it('changes and learns nothing there', { timeout: 60_000 }, async () => {
    await rowsOf("UPDATE guests SET name = 'Zyzzyva' WHERE team_id LIKE 'access-%'")
    await rowsOf("UPDATE events SET title = 'Zyzzyva' WHERE id LIKE 'access-%'")
    await rowsOf("UPDATE season_groups SET name = 'Zyzzyva' WHERE id = 'access-red'")
    const before = othersIn(await dumpDatabase())
    const leaks: string[] = []
    for (const { endpoint, request } of teamCases.filter((each) => hasMoreIds(each) || isWrite(each))) {
      const { path, ...init } = request(eve.id)
      const ownPath = Object.entries(ownIds).reduce((text, [other, own]) => text.replace(other, own), path)
      const answer = await eve.ask(ownPath, init)
      if (/zyzzyva/i.test(await answer.text()) || answer.status >= 500) leaks.push(`${endpoint}: ${answer.status}`)
      // The request may have deleted it.
      await rowsOf("DELETE FROM deleted_team_members WHERE team_id = 'eve-team'")
      await addOwnTeam()
    }
    expect(leaks).toEqual([])
    const after = new Set(othersIn(await dumpDatabase()))
    expect(before.filter((row) => !after.has(row))).toEqual([])
    const known = new Set(before)
    expect([...after].filter((row) => !known.has(row))).toEqual([])
  })
})

describe('A community that was deleted', () => {
  /** Data of people belongs to them: a parent may always remove their child, and a person leave a season. */
  const ownData = /^DELETE \/api\/(teams\/access-team\/guests\/access-child|seasons\/access-season\/registrations\/person-c)$/

  it('is changed by no request of anybody until it is brought back', { timeout: 60_000 }, async () => {
    const owner = await enter('person-a', { name: 'Person A' })
    await rowsOf("INSERT INTO team_hour_shares VALUES ('access-team', 'person-c', 1)")
    await rowsOf(
      "INSERT INTO member_details (id, team_id, user_id, field_values, version, updated_at) VALUES ('access-details', 'access-team', 'person-c', '{}', 1, 1)",
    )
    expect((await owner.ask('/api/teams/access-team?name=Access', { method: 'DELETE' })).status).toBe(204)
    const ofTeam = async () =>
      othersIn(await dumpDatabase())
        .filter((row) => /access-(team|season|red|blue|details|child|guest|field|topic)/.test(row) && !/^(outbox|jobs|notices) /.test(row))
        .toSorted()
    const before = await ofTeam()
    for (const { endpoint, request } of teamCases.filter(isWrite)) {
      for (const id of ['person-a', 'person-c', 'person-f']) {
        const { path, ...init } = request(id)
        if (!/access-(team|season)/.test(path) || (id === 'person-c' && ownData.test(`${init.method} ${path}`))) continue
        const answer = await (await enter(id, { name: `Person ${id.slice(-1).toUpperCase()}` })).ask(path, init)
        expect(answer.status, endpoint).toBeLessThan(500)
      }
    }
    expect(await ofTeam()).toEqual(before)

    const member = await enter('person-c', { name: 'Person C' })
    for (const path of ['teams/access-team/guests/access-child', 'seasons/access-season/registrations/person-c'])
      expect((await member.ask(`/api/${path}`, { method: 'DELETE' })).status, path).toBe(204)
    const after = new Set(await ofTeam())
    const removed = before.filter((row) => !after.has(row)).map((row) => row.split(' ')[0])
    expect(removed).toEqual(['guests', 'season_guests', 'season_registrations'])
    // The trail says that a child was removed.
    const known = new Set(before)
    expect([...after].filter((row) => !known.has(row)).map((row) => row.split(' ')[0])).toEqual(['team_changes'])
  })
})

describe('A person who was in a community', () => {
  const former = (how: string) => `former-${how}`
  const endings = ['leaves', 'is removed'] as const

  it.each(endings)('and %s finds and changes as little as a stranger', async (how) => {
    const id = former(how.replaceAll(' ', '-'))
    const person = await enter(id)
    const differences: string[] = []
    for (const { endpoint, request, statuses } of teamCases) {
      // What is open to everybody, and what a person says about their own requests and invitations, has tests of its own.
      if (statuses.stranger === undefined || statuses.stranger < 400) continue
      const { path, ...init } = request(id)
      if (!/access-(team|season)/.test(path)) continue
      const answer = await person.ask(path, init)
      if (answer.status !== statuses.stranger) differences.push(`${endpoint}: ${answer.status} instead of ${statuses.stranger}`)
    }
    expect(differences).toEqual([])
  })

  beforeEach(async () => {
    for (const how of endings) {
      const id = former(how.replaceAll(' ', '-'))
      const person = await enter(id)
      const owner = await enter('person-a', { name: 'Person A' })
      await rowsOf("INSERT OR REPLACE INTO team_members (team_id, user_id, role, joined_at) VALUES ('access-team', ?, 'organizer', 2)", id)
      await rowsOf(
        "INSERT OR REPLACE INTO season_registrations (season_id, ends_on, registered_at, user_id) VALUES ('access-season', '2100-03-31', 1, ?)",
        id,
      )
      await rowsOf('INSERT OR REPLACE INTO team_hour_shares VALUES (?, ?, 1)', 'access-team', id)
      if (how === 'leaves') expect((await person.ask('/api/teams/access-team/members/me', { method: 'DELETE' })).status).toBe(204)
      if (how === 'is removed') expect((await owner.ask(`/api/teams/access-team/members/${id}`, { method: 'DELETE' })).status).toBe(204)
    }
  })
})

describe('An invitation', () => {
  const path = (token: string) => `/api/team-invitations/${token}`
  const link = 'k'.repeat(43)
  const store = async (more: Record<string, unknown> = {}) => {
    const row = {
      ...{ id: 'tried', team_id: 'access-team', inviter_id: 'person-a', token_hash: await hashSecret(link), uses: 0, max_uses: 1 },
      ...{ created_at: 1, expires_at: 9_000_000_000_000 },
      ...more,
    }
    const columns = Object.keys(row)
    await rowsOf(
      `INSERT OR REPLACE INTO team_invitations (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
      ...Object.values(row),
    )
  }
  const states: Record<string, () => Promise<unknown>> = {
    'that never was': () => rowsOf("DELETE FROM team_invitations WHERE id = 'tried'"),
    'that is used up': () => store({ uses: 1 }),
    'that has expired': () => store({ expires_at: Date.now() - 1 }),
    'for somebody else': () => store({ user_id: 'person-d' }),
    'for the email of somebody else': () => store({ email: 'person-d@local.test', email_key: 'person-d@local.test' }),
    'by somebody who left': () => store({ inviter_id: 'person-d' }),
    'by a member without the right to invite': () => store({ inviter_id: 'person-c' }),
    'by somebody with a block': async () => {
      await store()
      await rowsOf("INSERT OR REPLACE INTO blocks (id, blocker_id, blocked_id, created_at) VALUES ('to-eve', 'person-a', 'eve', 1)")
    },
    'to a deleted community': () => store({ team_id: 'access-deleted' }),
  }

  it('which cannot be accepted says the same in every case, to the last byte', async () => {
    const seen = new Set<string>()
    for (const [name, prepare] of Object.entries(states)) {
      await rowsOf("DELETE FROM team_invitations WHERE id = 'tried'")
      await prepare()
      for (const [method, to] of [
        ['GET', path(link)],
        ['POST', `${path(link)}/accept`],
      ] as const) {
        const answer = await eve.ask(to, { method })
        const requestId = answer.headers.get('x-request-id') ?? 'none'
        const text = (await answer.text()).replaceAll(requestId, '')
        const headers = [...answer.headers]
          .filter(([header]) => !/request-id|server-timing|set-cookie|ratelimit/.test(header))
          .map((each) => each.join(': '))
        seen.add(`${answer.status} ${headers.join('; ')} ${text.replace(to, '')}`)
        expect(answer.status, name).toBe(404)
      }
      await rowsOf("DELETE FROM blocks WHERE id = 'to-eve'")
    }
    expect([...seen]).toHaveLength(1)
    expect(await rowsOf("SELECT 1 FROM team_members WHERE user_id = 'eve' AND team_id <> 'eve-team'")).toEqual([])
  })
})
