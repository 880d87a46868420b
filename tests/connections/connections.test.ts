import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type ConnectionAnswer, type ConnectionPage, maxConnections } from '../../domain/connections/contract.ts'
import { connect } from '../../worker/connections/commands.ts'
import { openPrimary } from '../../worker/platform/database.ts'
import { deliverAll, holdQueues } from '../notifications/post-office.ts'
import { addCrowd, block, crowd, enter, type Person, putAccountAway, rowsOf } from '../profiles/people.ts'
import { readProblem } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'

collectLog()
const office = holdQueues()

let ana: Person
let bo: Person

beforeAll(async () => {
  ana = await enter('ana')
  bo = await enter('bo')
})

beforeEach(async () => {
  await env.DB.batch(['connections', 'notices', 'jobs', 'blocks'].map((table) => env.DB.prepare(`DELETE FROM ${table}`)))
})

const ask = (from: Person, to: { id: string }) => from.ask(`/api/connections/${to.id}`, { method: 'PUT' })
const end = (from: Person, to: { id: string }) => from.ask(`/api/connections/${to.id}`, { method: 'DELETE' })
const page = async (person: Person, query: string): Promise<ConnectionPage> => (await person.ask(`/api/connections${query}`)).json()

/** How the two stand, as each side sees it in their lists. */
async function stand(): Promise<string> {
  const side = async (person: Person, other: Person) => {
    for (const state of ['sent', 'received', 'connected']) {
      const { connections } = await page(person, `?state=${state}`)
      if (connections.some((connection) => connection.person.id === other.id && connection.state === state)) return state
    }
    return 'nothing'
  }
  return `${await side(ana, bo)}/${await side(bo, ana)}`
}

const moves: Record<string, () => Promise<Response>> = {
  'ana asks': () => ask(ana, bo),
  'bo asks': () => ask(bo, ana),
  'ana ends': () => end(ana, bo),
  'bo ends': () => end(bo, ana),
}

describe('Two people', () => {
  it.each([
    [['ana asks'], 'sent/received'],
    [['ana asks', 'ana asks'], 'sent/received'],
    [['ana asks', 'bo asks'], 'connected/connected'],
    [['ana asks', 'bo asks', 'ana asks', 'bo asks'], 'connected/connected'],
    [['ana asks', 'ana ends'], 'nothing/nothing'],
    [['ana asks', 'bo ends'], 'nothing/nothing'],
    [['ana asks', 'bo ends', 'bo asks'], 'received/sent'],
    [['ana asks', 'bo asks', 'ana ends'], 'nothing/nothing'],
    [['ana asks', 'bo asks', 'bo ends'], 'nothing/nothing'],
    [['ana asks', 'bo asks', 'bo ends', 'ana asks'], 'sent/received'],
    [['ana ends', 'bo ends'], 'nothing/nothing'],
    [['bo asks'], 'received/sent'],
    [['bo asks', 'ana asks'], 'connected/connected'],
  ])('after %j stand %s', async (steps, outcome) => {
    for (const step of steps) expect((await moves[step]?.())?.ok, step).toBe(true)
    expect(await stand()).toBe(outcome)
  })

  it('who ask each other at the same moment are connected', async () => {
    for (let round = 0; round < 5; round++) {
      await Promise.all([ask(ana, bo), ask(bo, ana), ask(ana, bo), ask(bo, ana)])
      expect(await stand()).toBe('connected/connected')
      await end(ana, bo)
    }
  })

  it('never stand half, whatever they do at once', async () => {
    const steps = Object.values(moves)
    for (let round = 0; round < 5; round++) {
      await Promise.all(Array.from({ length: 12 }, (_, i) => steps[(i * 7 + round * 3) % 4]?.()))
      expect(['nothing/nothing', 'sent/received', 'received/sent', 'connected/connected']).toContain(await stand())
    }
  })

  it('are told how they stand, and since when', async () => {
    expect(await (await ask(ana, bo)).json()).toEqual({ state: 'sent' })
    expect(await (await ask(bo, ana)).json<typeof ConnectionAnswer>()).toEqual({ state: 'connected' })
    expect((await page(ana, '')).connections).toEqual([
      { person: { id: 'bo', name: 'Name of bo', pictureUrl: null }, state: 'connected', since: expect.any(Number) },
    ])
  })
})

describe('Who is told', () => {
  const told = async () =>
    (await rowsOf('SELECT user_id, title FROM notices ORDER BY created_at, title')).map(({ user_id, title }) => `${user_id}: ${title}`)

  it('the one asked, then the one who asked; nobody of an end', async () => {
    await ask(ana, bo)
    await deliverAll()
    expect(await told()).toEqual(['bo: Name of ana wants to connect'])
    await ask(bo, ana)
    await deliverAll()
    expect(await told()).toContain('ana: Name of bo and you are connected')
    await end(ana, bo)
    await deliverAll()
    expect(await told()).toHaveLength(2)
    expect(office.sent.map(({ to }) => to)).toEqual(['bo@local.test', 'ana@local.test'])
  })

  it('once, however often someone asks and takes it back, also long after the mail went out', async () => {
    for (let i = 0; i < 3; i++) {
      await ask(ana, bo)
      await deliverAll()
      await end(ana, bo)
    }
    await env.DB.exec('DELETE FROM jobs')
    await ask(ana, bo)
    await deliverAll()
    expect(await told()).toHaveLength(1)
    expect(office.sent).toHaveLength(1)
  })
})

describe('Nobody is there to connect with', () => {
  it.each(['oneself', 'who blocked me', 'whom I blocked', 'who left', 'who has no profile yet', 'nobody'])('%s', async (who) => {
    await enter('unfinished', { profileComplete: false })
    await addCrowd(['leaver'])
    await putAccountAway('leaver')
    const id = { oneself: 'ana', 'who left': 'leaver', 'who has no profile yet': 'unfinished', nobody: 'nobody-at-all' }[who] ?? 'bo'
    if (who === 'who blocked me') await block('bo', 'ana')
    if (who === 'whom I blocked') await block('ana', 'bo')
    const refused = await readProblem(await ask(ana, { id }))
    expect(refused).toMatchObject({ code: 'PersonNotFound', title: 'User not found' })
    expect((await end(ana, { id })).status).toBe(204)
    expect(await rowsOf('SELECT * FROM connections')).toEqual([])
    expect(office.notices).toEqual([])
  })

  it('who blocked me the moment before it was written', async () => {
    const clock = { now: 1, newId: () => crypto.randomUUID() }
    const write = () => connect(openPrimary(env.DB), clock, 'ana', 'bo')
    await block('bo', 'ana')
    await expect(write()).rejects.toMatchObject({ code: 'PersonNotFound' })
    await env.DB.exec("INSERT INTO connections VALUES ('ana', 'bo', 'received', 1), ('bo', 'ana', 'sent', 1)")
    await write().catch(() => undefined)
    expect(await rowsOf("SELECT * FROM connections WHERE state = 'connected'")).toEqual([])
    expect(await rowsOf('SELECT * FROM outbox')).toEqual([])
  })
})

describe('As many as fit', () => {
  it.each([['ana'], ['bo']])('are no more where %s has them', async (full) => {
    await addCrowd(crowd('fill', maxConnections))
    await env.DB.prepare("INSERT INTO connections SELECT ?, value, 'received', key FROM json_each(?)")
      .bind(full, JSON.stringify(crowd('fill', maxConnections)))
      .run()
    expect(await readProblem(await ask(ana, bo))).toMatchObject({
      code: 'ConnectionsFull',
      title: 'One of you has reached the limit of connections.',
    })
    expect(await stand()).toBe('nothing/nothing')
    expect(office.notices).toEqual([])
  })

  it('can still be accepted by who was asked before', async () => {
    await ask(bo, ana)
    await env.DB.prepare("INSERT INTO connections SELECT 'ana', value, 'sent', key FROM json_each(?)")
      .bind(JSON.stringify(crowd('fill', maxConnections)))
      .run()
    expect(await (await ask(ana, bo)).json()).toEqual({ state: 'connected' })
  })
})

describe('A long list', () => {
  it('comes in pages, newest first, each person once, also where many came at the same moment', async () => {
    const all = crowd('many', 95)
    await addCrowd(all)
    await env.DB.prepare("INSERT INTO connections SELECT 'ana', value, 'connected', key / 40 FROM json_each(?)")
      .bind(JSON.stringify(all))
      .run()
    const seen: { id: string; since: number }[] = []
    let sizes = ''
    for (let next: string | null = ''; next !== null; ) {
      const got: ConnectionPage = await page(ana, next === '' ? '' : `?cursor=${next}`)
      seen.push(...got.connections.map(({ person, since }) => ({ id: person.id, since })))
      sizes += ` ${got.connections.length}`
      next = got.next
    }
    expect(sizes).toBe(' 30 30 30 5')
    expect(new Set(seen.map(({ id }) => id))).toEqual(new Set(all))
    expect(seen.map(({ since }) => since)).toEqual(seen.map(({ since }) => since).toSorted((a, b) => b - a))
  })

  it('refuses a page that nobody handed out', async () => {
    for (const cursor of ['x', btoa('{}'), btoa('["1","ana"]'), 'A'.repeat(301)]) {
      expect((await ana.ask(`/api/connections?cursor=${encodeURIComponent(cursor)}`)).status).toBe(400)
    }
    expect((await ana.ask('/api/connections?state=blocked')).status).toBe(400)
  })
})
