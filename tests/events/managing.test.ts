import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { CheckIns, HostAction, ManagedEvent } from '../../domain/events/manage-contract.ts'
import { consume, deliverAll, holdQueues } from '../notifications/post-office.ts'
import { addCrowd, befriend, crowd, enter, type Person, rowsOf } from '../profiles/people.ts'
import { ask, readProblem } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import { aKey, join, leave, lookAt, mine, putUp } from './games.ts'

collectLog()
const office = holdQueues()

let host: Person
let coHost: Person
let ana: Person
let bo: Person
let cy: Person

beforeAll(async () => {
  ;[host, coHost, ana, bo, cy] = (await Promise.all(['host', 'co-host', 'ana', 'bo', 'cy'].map((id) => enter(id)))) as [
    Person,
    Person,
    Person,
    Person,
    Person,
  ]
  await befriend('host', 'co-host')
})

const manage = (person: Person, id: string) => person.ask(`/api/events/${id}/manage`)
const managed = async (id: string): Promise<ManagedEvent> => (await manage(host, id)).json()
const entry = async (id: string, name: string) => {
  const found = (await managed(id)).joiners.find((joiner) => joiner.name === name || joiner.userId === name)
  if (!found) throw new Error(`${name} is not on the list`)
  return found
}
const act = (id: string, joinerId: string, action: HostAction, person = host) =>
  person.ask(`/api/events/${id}/joiners/${joinerId}`, { method: 'POST', json: { action } })
const move = (id: string, joinerId: string, slotId: string | null) =>
  host.ask(`/api/events/${id}/joiners/${joinerId}/slot`, { method: 'PUT', json: { slotId } })
type Said = Omit<CheckIns['checkIns'][number], 'isNoShow'> & { isNoShow?: boolean }
const report = async (id: string, checkIns: Said[], person = host): Promise<{ unknown: string[] }> => {
  const answer = await person.ask(`/api/events/${id}/check-ins`, { method: 'PUT', json: { checkIns } })
  expect(answer.status).toBe(200)
  return answer.json()
}
const noticesOf = async (userId: string) =>
  (await rowsOf('SELECT title, text FROM notices WHERE user_id = ? ORDER BY created_at', userId)) as { title: string; text: string }[]

describe('Who may run a game', () => {
  it('are its hosts and nobody else, for each thing that can be done', async () => {
    const id = await putUp(host, { coHosts: ['co-host'] })
    await join(ana, id)
    const { id: joinerId } = await entry(id, 'ana')
    const calls: [string, string, unknown][] = [
      ['GET', 'manage', undefined],
      ['POST', 'joiners', { name: 'Gus', idempotencyKey: aKey() }],
      ['POST', `joiners/${joinerId}`, { action: 'remove' }],
      ['PUT', `joiners/${joinerId}/slot`, { slotId: null }],
      ['PUT', 'check-ins', { checkIns: [{ joinerId, arrived: 1, at: 1 }] }],
      ['POST', 'updates', { text: 'Hello', idempotencyKey: aKey() }],
      ['POST', 'cancel', { reason: '' }],
    ]
    for (const [method, path, json] of calls) {
      const url = `/api/events/${id}/${path}`
      expect((await ask(url, { method, json })).status, `${method} ${path}, signed out`).toBe(401)
      // Who comes is not who runs it, and of a draft others do not even learn that it is there.
      expect((await ana.ask(url, { method, json })).status, `${method} ${path}, a joiner`).toBe(403)
    }
    const draft = await putUp(host, {}, { publish: { when: 'never' } })
    expect((await manage(ana, draft)).status).toBe(404)
    expect((await manage(coHost, id)).status).toBe(200)
    expect((await entry(id, 'ana')).state).toBe('going')
  })

  it('alone read what was answered to their questions', async () => {
    const id = await putUp(host, { questions: [{ id: 'q1', text: 'Do you have a paddle?', isRequired: true }] })
    await join(ana, id, { answers: { q1: 'Only a wooden one' } })
    await join(bo, id, { answers: { q1: 'Yes' } })
    expect((await entry(id, 'ana')).answers).toEqual({ q1: 'Only a wooden one' })
    expect(JSON.stringify(await lookAt(bo, id))).not.toContain('wooden')
    expect(JSON.stringify(await lookAt(cy, id))).not.toContain('wooden')
    expect((await mine(ana, id))?.answers).toEqual({ q1: 'Only a wooden one' })
  })
})

describe('A list that is longer than what is shown', () => {
  it('leaves out who left, and nobody who has a seat or waits, whatever was drawn', async () => {
    const id = await putUp(host, { capacity: 1, waitlistMode: 'lottery' })
    await rowsOf(
      `INSERT INTO joiners (id, event_id, guest_name, state, seats, guests, answers, turn, joined_at, arrived, is_no_show, starts_at, updated_at)
       SELECT 'drawn-' || value, ?, 'Guest ' || value, CASE value WHEN 3000 THEN 'going' WHEN 2999 THEN 'waiting' ELSE 'left' END, 1, '[]', '{}', value, 1, 0, 0, 1, 1
       FROM (WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < 3000) SELECT value FROM n)`,
      id,
    )
    const { joiners } = await managed(id)
    expect(joiners).toHaveLength(2500)
    expect(joiners.slice(0, 3).map(({ name, state, position }) => [name, state, position])).toEqual([
      ['Guest 3000', 'going', null],
      ['Guest 2999', 'waiting', 1],
      ['Guest 1', 'left', null],
    ])
  })
})

describe('Who gives up a seat', () => {
  it('is seen to have been late only after the time to leave by, and only if there was a seat', async () => {
    const week = 7 * 24 * 60
    const id = await putUp(host, { capacity: 1, leaveMinutes: week })
    await join(ana, id)
    await join(bo, id, { orWait: true })
    await leave(bo, id)
    await leave(ana, id)
    expect(await entry(id, 'ana')).toMatchObject({ state: 'left', leftLate: true })
    expect(await entry(id, 'bo')).toMatchObject({ state: 'left', leftLate: false })
    // Who comes back after all is not reproached with it.
    await join(ana, id)
    expect(await entry(id, 'ana')).toMatchObject({ state: 'going', leftLate: false })
    const relaxed = await putUp(host, { leaveMinutes: 0 })
    await join(ana, relaxed)
    await leave(ana, relaxed)
    expect(await entry(relaxed, 'ana')).toMatchObject({ state: 'left', leftLate: false })
  })
})

describe('Check-ins', () => {
  const at = Date.now() - 60_000

  it('end the same however often and in whatever order they arrive', async () => {
    const id = await putUp(host, { capacity: 8 })
    await join(ana, id, { guests: ['Zoe', 'Max'] })
    await join(bo, id)
    const [a, b] = [await entry(id, 'ana'), await entry(id, 'bo')]
    const early = { joinerId: a.id, arrived: 3, at }
    const later = { joinerId: a.id, arrived: 2, at: at + 1000 }
    const other = { joinerId: b.id, arrived: 0, at, isNoShow: true }

    await report(id, [early])
    expect(await entry(id, 'ana')).toMatchObject({ arrived: 3, checkedInAt: at })
    await report(id, [later, other])
    // The first gate was offline for longer, and sends what it has twice.
    await report(id, [early])
    await report(id, [early, other])
    expect(await entry(id, 'ana')).toMatchObject({ arrived: 2, checkedInAt: at + 1000, isNoShow: false })
    expect(await entry(id, 'bo')).toMatchObject({ arrived: 0, isNoShow: true })

    // Both words on one person in one report: the later counts, wherever it stands.
    await report(id, [
      { joinerId: b.id, arrived: 1, at: at + 2000 },
      { joinerId: b.id, arrived: 0, at: at + 1000 },
    ])
    expect(await entry(id, 'bo')).toMatchObject({ arrived: 1, isNoShow: false })
  })

  it('count no more than the party, and nobody from a clock that runs ahead', async () => {
    const id = await putUp(host)
    await join(ana, id)
    const { id: joinerId } = await entry(id, 'ana')
    await report(id, [{ joinerId, arrived: 9, at: Date.now() + 9_000_000 }])
    const seen = await entry(id, 'ana')
    expect(seen.arrived).toBe(1)
    expect(seen.checkedInAt).toBeLessThanOrEqual(Date.now())
    // So another gate's word, said afterwards, still counts.
    await report(id, [{ joinerId, arrived: 0, at: Date.now() + 1 }])
    expect((await entry(id, 'ana')).arrived).toBe(0)
  })

  it('tell what is on no list of this game, and leave it alone', async () => {
    const [here, there] = [await putUp(host), await putUp(host)]
    await join(ana, here)
    await join(bo, there)
    await join(cy, here)
    const [a, b, c] = [await entry(here, 'ana'), await entry(there, 'bo'), await entry(here, 'cy')]
    await leave(cy, here)
    const answer = await report(here, [
      { joinerId: a.id, arrived: 1, at },
      { joinerId: b.id, arrived: 1, at },
      { joinerId: c.id, arrived: 1, at },
      { joinerId: 'nobody', arrived: 1, at },
    ])
    expect(answer.unknown.sort()).toEqual([b.id, c.id, 'nobody'].sort())
    expect((await entry(here, 'ana')).arrived).toBe(1)
    expect((await entry(there, 'bo')).arrived).toBe(0)
    expect((await entry(here, 'cy')).arrived).toBe(0)
  })

  it('refuse an empty report, and one that is too long', async () => {
    const id = await putUp(host)
    const long = Array.from({ length: 501 }, (_, index) => ({ joinerId: `j-${index}`, arrived: 1, at }))
    for (const checkIns of [[], long]) {
      expect((await host.ask(`/api/events/${id}/check-ins`, { method: 'PUT', json: { checkIns } })).status).toBe(400)
    }
  })
})

describe('A host', () => {
  it('approves once: of two hosts the second is told', async () => {
    const id = await putUp(host, { needsApproval: true, coHosts: ['co-host'] })
    await join(ana, id)
    const { id: joinerId, state } = await entry(id, 'ana')
    expect(state).toBe('asked')
    const answers = await Promise.all([act(id, joinerId, 'approve'), act(id, joinerId, 'refuse', coHost)])
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409])
    await deliverAll()
  })

  it('moves a party as a whole, never beyond what a slot holds', async () => {
    const slots = [
      { id: 'c1', name: 'Court 1', capacity: 3 },
      { id: 'c2', name: 'Court 2', capacity: 2 },
    ]
    const id = await putUp(host, { slots })
    await join(ana, id, { slotId: 'c1', guests: ['Zoe'] })
    await join(bo, id, { slotId: 'c2' })
    const { id: joinerId } = await entry(id, 'ana')
    expect((await readProblem(await move(id, joinerId, 'c2'))).title).toBe('This slot is full.')
    expect((await entry(id, 'ana')).slotId).toBe('c1')
    const { id: boId } = await entry(id, 'bo')
    expect((await move(id, boId, 'c1')).status).toBe(204)
    expect((await move(id, joinerId, 'c2')).status).toBe(204)
    expect((await move(id, joinerId, 'c9')).status).toBe(409)
    expect((await entry(id, 'ana')).slotId).toBe('c2')
  })

  it('writes down someone without an account once, for a seat like any other', async () => {
    const id = await putUp(host, { capacity: 2 })
    const idempotencyKey = aKey()
    const add = (name: string, key: string) =>
      host.ask(`/api/events/${id}/joiners`, { method: 'POST', json: { name, slotId: null, idempotencyKey: key } })
    expect((await add('Gus', idempotencyKey)).status).toBe(204)
    expect((await add('Gus', idempotencyKey)).status).toBe(204)
    expect((await managed(id)).joiners.map(({ name, isUnregisteredUser }) => [name, isUnregisteredUser])).toEqual([['Gus', true]])
    await join(ana, id)
    expect((await readProblem(await add('Mo', aKey()))).title).toBe('There is no seat left for them.')
    expect((await act(id, (await entry(id, 'Gus')).id, 'remove')).status).toBe(204)
    expect((await managed(id)).joiners.find(({ name }) => name === 'Gus')?.state).toBe('removed')
    await deliverAll()
  })

  it('tells all who come and wait, once for each message', async () => {
    const id = await putUp(host, { title: 'Rain or shine', capacity: 1 })
    await join(ana, id)
    await join(bo, id, { orWait: true })
    const json = { text: 'Bring a towel.', idempotencyKey: aKey() }
    const send = () => host.ask(`/api/events/${id}/updates`, { method: 'POST', json })
    expect((await send()).status).toBe(201)
    expect((await send()).status).toBe(201)
    await deliverAll()
    for (const who of ['ana', 'bo']) {
      expect((await noticesOf(who)).filter(({ title }) => title === 'News of Rain or shine')).toEqual([
        { title: 'News of Rain or shine', text: 'Bring a towel.' },
      ])
    }
    expect((await noticesOf('cy')).filter(({ title }) => title.includes('Rain or shine'))).toEqual([])
    expect((await managed(id)).updates.map(({ text, author }) => [text, author?.id])).toEqual([['Bring a towel.', 'host']])
  })

  it('tells also very many, each once: more than one job does at a time', async () => {
    const id = await putUp(host, { title: 'Very many' })
    const waiting = crowd('many', 5600)
    await addCrowd(waiting)
    await rowsOf(
      `INSERT INTO joiners (id, event_id, user_id, state, seats, guests, answers, turn, joined_at, arrived, is_no_show, starts_at, updated_at)
       SELECT 'in-' || value, ?, value, 'waiting', 1, '[]', '{}', 0, 1, 0, 0, 1, 1 FROM json_each(?)`,
      id,
      JSON.stringify(waiting),
    )
    await host.ask(`/api/events/${id}/updates`, { method: 'POST', json: { text: 'It is on.', idempotencyKey: aKey() } })
    const jobs: string[] = []
    for (;;) {
      await vi.waitFor(async () => expect(await rowsOf('SELECT 1 FROM outbox')).toEqual([]))
      const [job, ...others] = office.notices.splice(0).filter(({ body }) => body.fact.kind === 'event-update')
      expect(others).toEqual([])
      if (!job) break
      jobs.push(job.id)
      await consume('notices', [job])
      await consume('notices', [job])
    }
    const told = await rowsOf("SELECT user_id AS id FROM notices WHERE title = 'News of Very many' ORDER BY user_id")
    expect(told.map((row) => row.id)).toEqual(waiting.toSorted())
    expect(new Set(jobs).size).toBe(12)
  })

  it('is told why nothing more can be done in a draft and in a game that was called off', async () => {
    const write = (id: string) =>
      host.ask(`/api/events/${id}/joiners`, { method: 'POST', json: { name: 'Gus', slotId: null, idempotencyKey: aKey() } })
    const draft = await putUp(host, {}, { publish: { when: 'never' } })
    const say = host.ask(`/api/events/${draft}/updates`, { method: 'POST', json: { text: 'Hello', idempotencyKey: aKey() } })
    for (const answer of await Promise.all([write(draft), say])) {
      expect((await readProblem(answer)).title).toBe('This is a draft. Publish it first.')
    }
    const off = await putUp(host)
    await join(ana, off)
    await host.ask(`/api/events/${off}/cancel`, { method: 'POST', json: { reason: '' } })
    for (const answer of await Promise.all([write(off), act(off, (await entry(off, 'ana')).id, 'remove')])) {
      expect((await readProblem(answer)).title).toBe('This game was cancelled.')
    }
    await deliverAll()
  })

  it('calls it off with a reason that everyone hears', async () => {
    const id = await putUp(host, { title: 'Called off' })
    await join(ana, id)
    const cancel = () => host.ask(`/api/events/${id}/cancel`, { method: 'POST', json: { reason: 'The court is flooded.' } })
    expect((await cancel()).status).toBe(204)
    expect((await cancel()).status).toBe(409)
    await deliverAll()
    expect((await noticesOf('ana')).filter(({ title }) => title === 'Called off was cancelled')).toEqual([
      { title: 'Called off was cancelled', text: 'The court is flooded.' },
    ])
    expect((await managed(id)).event).toMatchObject({ cancelReason: 'The court is flooded.', live: { state: 'cancelled' } })
    expect((await join(bo, id)).status).toBe(409)
  })
})
