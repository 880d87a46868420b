import { env } from 'cloudflare:workers'
import { strFromU8, unzipSync } from 'fflate'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { pages } from '../../domain/pages.ts'
import { makeExport } from '../../worker/data-exports/jobs.ts'
import { claimHostname } from '../../worker/hostnames/commands.ts'
import { personData } from '../../worker/person-data.ts'
import { openPrimary } from '../../worker/platform/database.ts'
import type { AccessCase, ViewerKind } from '../access/access-case.ts'
import { accessCases } from '../access/access-cases.ts'
import { askAs, buildData, viewers } from '../access/ask-as.ts'
import { undocumentedAccessCases } from '../access/undocumented-access-cases.ts'
import { dumpDatabase } from '../person-data/database.ts'
import { ask, productOrigin } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'

collectLog()
// The queues refuse all messages, so that they stay in the database.
beforeEach(() => {
  for (const queue of [env.MAIL_QUEUE, env.NOTICES_QUEUE, env.WORK_QUEUE])
    vi.spyOn(queue, 'sendBatch').mockRejectedValue(new Error('kept for the test'))
})

/** The child of the mate, by a name that nothing else has. */
const child = /zebulon|access-child/i
const otherChild = /wilhelmina|other-child/i
const childId = 'access-child'
const teamHost = 'access-team.localhost'

/** One of each kind but the parent, and the people who run the community or its games. The scorekeeper is a parent too. */
const others: readonly ViewerKind[] = ['anonymous', 'stranger', 'former', 'blocked', 'scorekeeper', 'admin']
const running: readonly ViewerKind[] = ['coach', 'owner']

beforeAll(async () => {
  await buildData()
  await env.DB.batch([
    env.DB.prepare("UPDATE guests SET name = 'Zebulon' WHERE id = ?").bind(childId),
    env.DB.prepare(
      "INSERT INTO guests (id, team_id, name, guardian_id, created_at) VALUES ('other-child', 'access-team', 'Wilhelmina', 'person-l', 1)",
    ),
  ])
  await claimHostname(openPrimary(env.DB), teamHost, 'access-team', 1)
})

type Parameter = { in: string; name: string }
type Operation = { parameters?: Parameter[] }

async function listSearches(): Promise<string[]> {
  const { paths } = await (await ask('/api/openapi.json')).json<{ paths: Record<string, { get?: Operation }> }>()
  return Object.entries(paths).flatMap(([path, { get }]) =>
    get?.parameters?.some(({ name, in: place }) => place === 'query' && name === 'q') ? [`GET ${path}`] : [],
  )
}

type Read = { name: string; request: AccessCase['request'] }

/** Every GET endpoint about the community, its people and its games, as in the access cases, and every search for the name. */
async function listReads(): Promise<Read[]> {
  const reads = [...accessCases, ...undocumentedAccessCases].filter(({ endpoint, request }) => {
    const { headers = {} } = request('')
    return endpoint.startsWith('GET ') && !('upgrade' in headers)
  })
  const searches = await listSearches()
  const withName = reads
    .filter(({ endpoint }) => searches.includes(endpoint))
    .map(({ endpoint, request }) => ({
      name: `${endpoint} for the name`,
      request: (viewerId: string) => {
        const url = new URL(request(viewerId).path, productOrigin)
        // Some answers contain the text of the search, so it is not the whole name.
        url.searchParams.set('q', 'Zebulo')
        return { path: url.pathname + url.search }
      },
    }))
  expect(withName.length).toBeGreaterThanOrEqual(searches.length)
  const all = Object.values(pages).map(({ path }) => path)
  const fill = (path: string) =>
    `/${path}`.replace(':seasonId', 'access-season').replace(':step', '8').replace(':userId', 'person-c').replace('*', 'people')
  const subject = (path: string) =>
    path.startsWith('organization') ? 'access-organization' : path.startsWith('evt') ? 'access-inside' : 'access-team'
  const opened = all.map((path) => fill(path).replace(/:\w+/, subject(path)))
  return [
    ...reads.map(({ endpoint, request }) => ({ name: `${endpoint} ${request('').path}`, request })),
    ...withName,
    ...opened.map((path) => ({ name: `page ${path}`, request: () => ({ path }) })),
    { name: 'own host', request: () => ({ path: '/', origin: `http://${teamHost}:5173` }) },
    { name: 'site of the host', request: () => ({ path: '/api/hostnames/team-site', origin: `http://${teamHost}:5173` }) },
  ]
}

/** The answers to this kind of viewer that contain the name or the id of the child. */
async function findNamed(kind: ViewerKind, patterns: readonly RegExp[] = [child]): Promise<string[][]> {
  // One request signs in, so that the others need not.
  await askAs(() => ({ path: '/api/session' }), kind)
  const answers = await Promise.all(
    (await listReads()).map(async ({ name, request }) => ({ name, text: await (await askAs(request, kind)).text() })),
  )
  return patterns.map((pattern) => [...new Set(answers.flatMap(({ name, text }) => (pattern.test(text) ? [name] : [])))])
}

const lists = [
  'GET /teams/{id}/guests /api/teams/access-team/guests',
  `GET /teams/{id}/guests/{guestId} /api/teams/access-team/guests/${childId}`,
  'GET /seasons/{id}/guests /api/seasons/access-season/guests',
]

describe('A child', () => {
  it.each(others)('is in no answer to %s, whatever they ask for', { timeout: 60_000 }, async (kind) => {
    expect(await findNamed(kind)).toEqual([[]])
  })

  it.each(running)('is only among the guests for %s, who runs the games', { timeout: 60_000 }, async (kind) => {
    expect(await findNamed(kind)).toEqual([lists])
  })

  it('is among the guests, and ready for forms, for its parent, who does not see the child of another one', {
    timeout: 60_000,
  }, async () => {
    const known = 'GET /forms/{id}/known /api/forms/access-form/known'
    const seasons = ['GET /seasons/mine /api/seasons/mine', 'GET /seasons/{id} /api/seasons/access-season']
    const [named, others] = await findNamed('mate', [child, otherChild])
    expect([named?.toSorted(), others]).toEqual([[known, ...lists, ...seasons].toSorted(), []])
  })

  it('is in no calendar of others', async () => {
    for (const kind of ['treasurer', 'owner'] as const) {
      for (const path of ['mine', 'teams/access-team']) {
        const made = await askAs(() => ({ path: `/api/calendar-addresses/${path}`, method: 'POST' }), kind)
        const { url } = await made.json<{ url: string }>()
        const calendar = await (await ask(url.slice(productOrigin.length))).text()
        expect(calendar).toContain('BEGIN:VCALENDAR')
        expect(calendar).not.toMatch(child)
      }
    }
  })

  it.each(['owner', 'organizer', 'coach', 'scorekeeper', 'mate'] as const)(
    'is in the export of %s only if they are its parent',
    async (kind) => {
      const { id } = await (await askAs(() => ({ path: '/api/data-exports', method: 'POST' }), kind)).json<{ id: string }>()
      await makeExport(id, 'gth', { db: openPrimary(env.DB), now: Date.now(), env, personData })
      const answer = await askAs(() => ({ path: `/files/exports/${id}.zip` }), kind)
      const files = Object.values(unzipSync(new Uint8Array(await answer.arrayBuffer()))).map((bytes) => strFromU8(bytes))
      expect(files.length).toBeGreaterThan(2)
      expect(files.some((text) => child.test(text))).toBe(kind === 'mate')
      expect(files.some((text) => otherChild.test(text))).toBe(kind === 'scorekeeper')
    },
  )

  it('is written down in the row of the child only, so no notice, email, search or trail can have it', async () => {
    const parent = viewers.mate
    const json = { name: 'Zebulon Second', idempotencyKey: 'another-child' }
    expect((await ask('/api/teams/access-team/children', { method: 'POST', json, viewer: parent })).status).toBe(201)
    const dump = await dumpDatabase()
    expect(dump.guests?.filter((row) => child.test(JSON.stringify(row)))).toHaveLength(2)
    const tables = Object.entries(dump).filter(([, rows]) => child.test(JSON.stringify(rows)))
    // Where they play has the id, and no name.
    expect(tables.map(([name]) => name)).toEqual(['guests', 'season_guests'])
    expect(JSON.stringify(dump.season_guests)).not.toMatch(/zebulon/i)
  })
})
