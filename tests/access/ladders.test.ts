import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { hashSecret } from '../../worker/accounts/secrets.ts'
import { asAdmin, ask, personA, personB } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import { buildWorld } from '../world/build-world.ts'
import { type Ladder, ladders, offerToken, type Rung } from './ladders.ts'

type OpenApi = {
  openapi: string
  components: { schemas: Record<string, { properties: unknown }> }
  paths: Record<string, Record<string, { summary?: string; responses?: Record<string, unknown> }>>
}

collectLog()

const stranger = { id: 'person-f', name: 'Person F', emailVerified: true, profileComplete: true }

async function readDocument(): Promise<OpenApi> {
  return (await ask('/api/openapi.json')).json()
}

const listEndpoints = ({ paths }: OpenApi) =>
  Object.entries(paths).flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`))

beforeEach(async () => {
  // Nothing is to be delivered behind the test's back.
  vi.spyOn(env.MAIL_QUEUE, 'sendBatch').mockResolvedValue({} as never)
  vi.spyOn(env.NOTICES_QUEUE, 'sendBatch').mockResolvedValue({} as never)
  vi.spyOn(env.WORK_QUEUE, 'sendBatch').mockResolvedValue({} as never)
  await buildWorld(env.DB, ['cities:some', 'people', 'teams'])
  await env.DB.prepare("INSERT OR REPLACE INTO jobs VALUES ('dead-1', 'mail', 'dead', '{}', 'why', 6, 1)").run()
  await addLadderTeam()
  await addLadderGames()
  await addLadderPlace()
  await addLadderEvents()
})

/** A team that `person-a` owns and `person-b` knows nothing of; `person-c` could take over, and plays its season. Made anew, for some rungs end it. */
async function addLadderTeam(): Promise<void> {
  const person = 'INSERT OR IGNORE INTO users (id, email, email_key, created_at, updated_at) VALUES (?1, ?2, ?2, 1, 1)'
  await env.DB.batch([
    ...['person-a', 'person-c'].map((id) => env.DB.prepare(person).bind(id, `${id}@local.test`)),
    env.DB.prepare('DELETE FROM data_exports'),
    env.DB.prepare('DELETE FROM season_registrations'),
    env.DB.prepare("DELETE FROM seasons WHERE team_id = 'ladder-team'"),
    env.DB.prepare("DELETE FROM team_members WHERE team_id = 'ladder-team'"),
    env.DB.prepare(
      "INSERT OR REPLACE INTO teams (id, name, description, photo_key, creator_id, plan, created_at, updated_at, deleted_at) VALUES ('ladder-team', 'Ladder', '', NULL, NULL, 'ROOKIE', 1, 1, NULL)",
    ),
    env.DB.prepare("INSERT INTO team_members VALUES ('ladder-team', 'person-a', 'owner', 1), ('ladder-team', 'person-c', 'member', 2)"),
    env.DB.prepare("INSERT INTO seasons VALUES ('ladder-season', 'ladder-team', 'Ladder', '2100-01-01', '2100-03-31', NULL, 1)"),
    env.DB.prepare("INSERT INTO season_registrations VALUES ('ladder-season', 'person-c', '2100-03-31', 1)"),
  ])
}

/** Games that `person-a` runs: one for everyone with a seat on offer, and one for their community. `person-d` plays in both. */
async function addLadderGames(): Promise<void> {
  const starts = Date.now() + 3 * 24 * 60 * 60 * 1000
  const game = `INSERT OR REPLACE INTO events SELECT ?1, 'person-a', ?2, NULL, 'tennis', 'Ladder', '', NULL, NULL, 'Courts', '', 30.2, -97.7, 'America/Chicago', ?3, ?3 + 3600000,
    NULL, NULL, 9, '[]', 0, ?4, 0, '[]', 0, 'order', 'published', NULL, '', 0, 0, 0, 1, 1, 1`
  const joiner = `INSERT INTO joiners SELECT ?1, ?2, ?3, NULL, NULL, ?4, 1, '[]', '{}', 0, 1, ?5, ?6, 0, NULL, 0, ?7, 1, 0`
  const person = 'INSERT OR IGNORE INTO users (id, email, email_key, created_at, updated_at) VALUES (?1, ?2, ?2, 1, 1)'
  const games = ['ladder-game', 'ladder-inside']
  await env.DB.batch([
    ...['person-d', 'person-e'].map((id) => env.DB.prepare(person).bind(id, `${id}@local.test`)),
    ...['joiners', 'event_updates'].map((table) =>
      env.DB.prepare(`DELETE FROM ${table} WHERE event_id IN ('ladder-game', 'ladder-inside')`),
    ),
    env.DB.prepare(game).bind('ladder-game', null, starts, 'public'),
    env.DB.prepare(game).bind('ladder-inside', 'ladder-team', starts, 'team'),
    ...games.map((id) => env.DB.prepare(joiner).bind(`${id}-joiner`, id, 'person-d', 'going', null, null, starts)),
    env.DB.prepare(joiner).bind('ladder-offer', 'ladder-game', 'person-e', 'offered', await hashSecret(offerToken), starts, starts),
  ])
}

/** A game of `person-a` that is up, and one that nobody else has seen: a week ahead, and as they were at first. */
async function addLadderEvents(): Promise<void> {
  const startsAt = Date.now() + 7 * 24 * 60 * 60 * 1000
  const event = (id: string, state: string) =>
    env.DB.prepare(
      `INSERT OR REPLACE INTO events (id, creator_id, activity, title, description, place_name, address, lat, lng, time_zone, starts_at, ends_at,
        capacity, slots, guests_most, visibility, needs_approval, questions, leave_minutes, waitlist_mode, state, cancel_reason, taken, waiting,
        reminded, version, created_at, updated_at)
       VALUES (?1, 'person-a', 'tennis', 'Ladder', '', 'Ladder Courts', '', 30.4, -97.7, 'America/Chicago', ?2, ?2 + 7200000,
        4, '[]', 1, 'public', 0, '[]', 0, 'order', ?3, '', 0, 0, 0, 1, 1, 1)`,
    ).bind(id, startsAt, state)
  await env.DB.batch([event('ladder-event', 'published'), event('ladder-draft', 'draft')])
}

/** A place where `person-a` is. */
async function addLadderPlace(): Promise<void> {
  await env.DB.batch([
    env.DB.prepare(
      `INSERT OR IGNORE INTO places (id, name, description, lat, lng, time_zone, address, city_name, city_state, activities, surface,
        is_indoor, has_lights, fee, amenities, photos, version, created_at, updated_at)
       VALUES ('ladder-place', 'Ladder Courts', '', 30.4, -97.7, 'America/Chicago', '', '', '', '["tennis"]', '', 0, 0, '', '[]', '[]', 1, 1, 1)`,
    ),
    env.DB.prepare("INSERT OR IGNORE INTO place_visits VALUES ('ladder-place', 'person-a', 1, 1, 9000000000000)"),
  ])
}

/** The request as a person on this rung sends it. `person-a` owns what the ladders name. */
function climb({ request }: Ladder, rung: Rung): Promise<Response> {
  const { path, headers = {}, ...init } = request()
  if (rung === 'admin') return ask(path, { ...init, headers: { ...headers, ...asAdmin } })
  if (rung === 'anonymous') return ask(path, { ...init, headers })
  return ask(path, { ...init, headers, viewer: { member: personB, stranger, owner: personA }[rung] })
}

describe('The OpenAPI document', () => {
  it('is of version 3.1 and tells what each endpoint is for and what it answers', async () => {
    const document = await readDocument()
    expect(document.openapi).toMatch(/^3\.1/)
    for (const [path, methods] of Object.entries(document.paths)) {
      for (const [method, { summary, responses }] of Object.entries(methods)) {
        expect(summary, `${method} ${path}`).toBeTruthy()
        expect(Object.keys(responses ?? {}).length, `${method} ${path}`).toBeGreaterThan(0)
      }
    }
    expect(document.components.schemas.Problem?.properties).toMatchObject({ code: { enum: expect.arrayContaining(['NotFound']) } })
    expect(JSON.stringify(document)).not.toContain('"vendor"')
  })

  it('names every endpoint, and every endpoint has its ladder', async () => {
    const documented = listEndpoints(await readDocument())
    expect([...new Set(ladders.map(({ endpoint }) => endpoint))].toSorted()).toEqual(documented.toSorted())
  })
})

describe.each(ladders)('$endpoint', (ladder) => {
  it.each(Object.entries(ladder.rungs) as [Rung, number][])('answers %s with %i', async (rung, status) => {
    const answer = await climb(ladder, rung)
    answer.webSocket?.accept()
    answer.webSocket?.close()
    expect(answer.status).toBe(status)
  })
})

describe('An operator’s token', () => {
  it.each(['', 'Bearer ', 'Bearer wrong', 'Basic local-admin-token', 'Bearer local-admin-token '.repeat(50)])(
    'that is "%s" opens nothing',
    async (authorization) => {
      expect((await ask('/api/admin/config', { headers: { authorization } })).status).toBe(404)
    },
  )
})
