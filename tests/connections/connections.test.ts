import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type ConnectionAnswer, type ConnectionPage, maxConnections, maxNoteLength } from '../../domain/connections/contract.ts'
import { connect } from '../../worker/connections/commands.ts'
import { openPrimary } from '../../worker/platform/database.ts'
import { deliverAll, holdQueues } from '../notifications/hold-queues.ts'
import { addCrowd, block, crowd, enter, markDeleted, type Person, rowsOf } from '../profiles/people.ts'
import { readProblem } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'

collectLog()
const queues = holdQueues()

let ana: Person
let bo: Person

beforeAll(async () => {
  ana = await enter('ana')
  bo = await enter('bo')
})

beforeEach(async () => {
  await env.DB.batch(['connections', 'notices', 'jobs', 'blocks', 'outreach'].map((table) => env.DB.prepare(`DELETE FROM ${table}`)))
})

const ask = (from: Person, to: { id: string }) => from.ask(`/api/connections/${to.id}`, { method: 'PUT' })
const endConnection = (from: Person, to: { id: string }) => from.ask(`/api/connections/${to.id}`, { method: 'DELETE' })
const readPage = async (person: Person, query: string): Promise<ConnectionPage> => (await person.ask(`/api/connections${query}`)).json()

/** The state of the connection, as both people see it in their lists. */
async function readStates(): Promise<string> {
  const side = async (person: Person, other: Person) => {
    for (const state of ['sent', 'received', 'connected']) {
      const { connections } = await readPage(person, `?state=${state}`)
      if (connections.some((connection) => connection.person.id === other.id && connection.state === state)) return state
    }
    return 'nothing'
  }
  return `${await side(ana, bo)}/${await side(bo, ana)}`
}

const moves: Record<string, () => Promise<Response>> = {
  'ana asks': () => ask(ana, bo),
  'bo asks': () => ask(bo, ana),
  'ana ends': () => endConnection(ana, bo),
  'bo ends': () => endConnection(bo, ana),
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
  ])('after %j are %s', async (steps, outcome) => {
    for (const step of steps) expect((await moves[step]?.())?.ok, step).toBe(true)
    expect(await readStates()).toBe(outcome)
  })

  it('read the note of a request until it is answered', async () => {
    const note = 'We met at the sunrise game.'
    const withNote = (from: Person, to: Person, json: object) => from.ask(`/api/connections/${to.id}`, { method: 'PUT', json })
    expect((await withNote(ana, bo, { note: ` ${note} ` })).status).toBe(200)
    // A second request changes nothing.
    expect((await withNote(ana, bo, { note: 'Another one' })).status).toBe(200)
    const notesFor = async (person: Person, state: string) => (await readPage(person, `?state=${state}`)).connections.map((row) => row.note)
    expect([await notesFor(ana, 'sent'), await notesFor(bo, 'received')]).toEqual([[note], [note]])
    expect(await (await bo.ask('/api/profiles/ana')).json()).toMatchObject({ connection: 'received', connectionNote: note })
    await deliverAll()
    expect(await rowsOf("SELECT text FROM notices WHERE user_id = 'bo'")).toEqual([{ text: `They wrote: “${note}”` }])
    expect((await ask(bo, ana)).status).toBe(200)
    expect([await notesFor(ana, 'connected'), await notesFor(bo, 'connected')]).toEqual([[''], ['']])
  })

  it('get a clear answer to a note that is too long or no text', async () => {
    for (const note of ['w'.repeat(maxNoteLength + 1), 7, ['a']]) {
      const answer = await ana.ask('/api/connections/bo', { method: 'PUT', json: { note } })
      expect(await readProblem(answer)).toMatchObject({ status: 400, code: 'InvalidInput' })
    }
    expect(
      (await ana.ask('/api/connections/bo', { method: 'PUT', body: 'note=hi', headers: { 'content-type': 'text/plain' } })).status,
    ).toBe(415)
    expect(await readStates()).toBe('nothing/nothing')
  })

  it('who request each other at the same moment are connected', async () => {
    for (let round = 0; round < 5; round++) {
      await Promise.all([ask(ana, bo), ask(bo, ana), ask(ana, bo), ask(bo, ana)])
      expect(await readStates()).toBe('connected/connected')
      await endConnection(ana, bo)
      await env.DB.exec('DELETE FROM outreach')
    }
  })

  it('always see matching states, whatever they do at the same time', async () => {
    const steps = Object.values(moves)
    for (let round = 0; round < 5; round++) {
      await Promise.all(Array.from({ length: 12 }, (_, i) => steps[(i * 7 + round * 3) % 4]?.()))
      expect(['nothing/nothing', 'sent/received', 'received/sent', 'connected/connected']).toContain(await readStates())
    }
  })

  it('get the state of their connection, and since when', async () => {
    expect(await (await ask(ana, bo)).json()).toEqual({ state: 'sent' })
    expect(await (await ask(bo, ana)).json<typeof ConnectionAnswer>()).toEqual({ state: 'connected' })
    expect((await readPage(ana, '')).connections).toEqual([
      { person: { id: 'bo', name: 'Name of bo', pictureUrl: null }, state: 'connected', since: expect.any(Number), note: '' },
    ])
  })
})

describe('Notifications about connections', () => {
  const listNotices = async () =>
    (await rowsOf('SELECT user_id, title FROM notices ORDER BY created_at, title')).map(({ user_id, title }) => `${user_id}: ${title}`)

  it('go to the person who is asked, then to the person who asked, but to nobody when a connection ends', async () => {
    await ask(ana, bo)
    await deliverAll()
    expect(await listNotices()).toEqual(['bo: Name of ana wants to connect'])
    await ask(bo, ana)
    await deliverAll()
    expect(await listNotices()).toContain('ana: Name of bo and you are connected')
    await endConnection(ana, bo)
    await deliverAll()
    expect(await listNotices()).toHaveLength(2)
    expect(queues.sent.map(({ to }) => to)).toEqual(['bo@local.test', 'ana@local.test'])
  })

  it('are sent once, even if a person requests and withdraws many times, also long after the email was sent', async () => {
    for (let i = 0; i < 3; i++) {
      await ask(ana, bo)
      await deliverAll()
      await endConnection(ana, bo)
    }
    await env.DB.exec('DELETE FROM jobs')
    await ask(ana, bo)
    await deliverAll()
    expect(await listNotices()).toHaveLength(1)
    expect(queues.sent).toHaveLength(1)
  })
})

const unreachable = [
  'the viewer',
  'a person who blocked the viewer',
  'a person the viewer blocked',
  'a deleted account',
  'a person without a profile',
  'an unknown id',
]

describe('A connection request', () => {
  it.each(unreachable)('to %s is refused as if the person did not exist', async (who) => {
    await enter('unfinished', { profileComplete: false })
    await addCrowd(['leaver'])
    await markDeleted('leaver')
    const ids: Record<string, string> = {
      'the viewer': 'ana',
      'a deleted account': 'leaver',
      'a person without a profile': 'unfinished',
      'an unknown id': 'nobody-at-all',
    }
    const id = ids[who] ?? 'bo'
    if (who === 'a person who blocked the viewer') await block('bo', 'ana')
    if (who === 'a person the viewer blocked') await block('ana', 'bo')
    const refused = await readProblem(await ask(ana, { id }))
    expect(refused).toMatchObject({ code: 'PersonNotFound', title: 'User not found' })
    expect((await endConnection(ana, { id })).status).toBe(204)
    expect(await rowsOf('SELECT * FROM connections')).toEqual([])
    expect(queues.notices).toEqual([])
  })

  it('to a person who blocked the viewer just before the write is refused', async () => {
    const clock = { now: 1, newId: () => crypto.randomUUID() }
    const write = () => connect(openPrimary(env.DB), clock, { actorId: 'ana', personId: 'bo', note: '' })
    await block('bo', 'ana')
    await expect(write()).rejects.toMatchObject({ code: 'PersonNotFound' })
    await env.DB.exec(
      "INSERT INTO connections (user_id, other_id, state, since) VALUES ('ana', 'bo', 'received', 1), ('bo', 'ana', 'sent', 1)",
    )
    await write().catch(() => undefined)
    expect(await rowsOf("SELECT * FROM connections WHERE state = 'connected'")).toEqual([])
    expect(await rowsOf('SELECT * FROM outbox')).toEqual([])
  })
})

describe('The maximum number of connections', () => {
  it.each([['ana'], ['bo']])('stops new requests when %s has reached it', async (full) => {
    await addCrowd(crowd('fill', maxConnections))
    await env.DB.prepare("INSERT INTO connections (user_id, other_id, state, since) SELECT ?, value, 'received', key FROM json_each(?)")
      .bind(full, JSON.stringify(crowd('fill', maxConnections)))
      .run()
    expect(await readProblem(await ask(ana, bo))).toMatchObject({
      code: 'ConnectionsFull',
      title: 'One of you has reached the maximum number of connections.',
    })
    expect(await readStates()).toBe('nothing/nothing')
    expect(queues.notices).toEqual([])
  })

  it('does not stop a person from accepting an earlier request', async () => {
    await ask(bo, ana)
    await env.DB.prepare("INSERT INTO connections (user_id, other_id, state, since) SELECT 'ana', value, 'sent', key FROM json_each(?)")
      .bind(JSON.stringify(crowd('fill', maxConnections)))
      .run()
    expect(await (await ask(ana, bo)).json()).toEqual({ state: 'connected' })
  })
})

describe('A long list of connections', () => {
  it('comes in pages, newest first, with each person once, even if many have the same time', async () => {
    const all = crowd('many', 95)
    await addCrowd(all)
    await env.DB.prepare(
      "INSERT INTO connections (user_id, other_id, state, since) SELECT 'ana', value, 'connected', key / 40 FROM json_each(?)",
    )
      .bind(JSON.stringify(all))
      .run()
    const seen: { id: string; since: number }[] = []
    let sizes = ''
    for (let next: string | null = ''; next !== null; ) {
      const got: ConnectionPage = await readPage(ana, next === '' ? '' : `?cursor=${next}`)
      seen.push(...got.connections.map(({ person, since }) => ({ id: person.id, since })))
      sizes += ` ${got.connections.length}`
      next = got.next
    }
    expect(sizes).toBe(' 30 30 30 5')
    expect(new Set(seen.map(({ id }) => id))).toEqual(new Set(all))
    expect(seen.map(({ since }) => since)).toEqual(seen.map(({ since }) => since).toSorted((a, b) => b - a))
  })

  it('refuses an invalid cursor', async () => {
    for (const cursor of ['x', btoa('{}'), btoa('["1","ana"]'), 'A'.repeat(301)]) {
      expect((await ana.ask(`/api/connections?cursor=${encodeURIComponent(cursor)}`)).status).toBe(400)
    }
    expect((await ana.ask('/api/connections?state=blocked')).status).toBe(400)
  })
})
