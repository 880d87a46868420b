import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { CheckIns, CheckInsAnswer, HostAction, ManagedEvent } from '../../domain/events/manage-contract.ts'
import { consume, deliverAll, holdQueues } from '../notifications/hold-queues.ts'
import { addCrowd, befriend, crowd, enter, type Person, rowsOf } from '../profiles/people.ts'
import { ask, readProblem } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import { beginGame, getEvent, getLive, getMyJoiner, join, leave, makeKey, publishGame } from './games.ts'

collectLog()
const queues = holdQueues()

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
type CheckIn = Pick<CheckIns['checkIns'][number], 'joinerId' | 'arrived' | 'at'> & { isNoShow?: boolean; isEarly?: boolean }
const report = async (id: string, checkIns: CheckIn[], person = host): Promise<CheckInsAnswer> => {
  const answer = await person.ask(`/api/events/${id}/check-ins`, { method: 'PUT', json: { checkIns } })
  expect(answer.status).toBe(200)
  return answer.json()
}
const noticesOf = async (userId: string) =>
  (await rowsOf('SELECT title, text FROM notices WHERE user_id = ? ORDER BY created_at', userId)) as { title: string; text: string }[]

describe('Only hosts', () => {
  it('can use the host endpoints', async () => {
    const id = await publishGame(host, { coHosts: ['co-host'] })
    await join(ana, id)
    const { id: joinerId } = await entry(id, 'ana')
    const calls: [string, string, unknown][] = [
      ['GET', 'manage', undefined],
      ['POST', 'joiners', { name: 'Gus', idempotencyKey: makeKey() }],
      ['POST', `joiners/${joinerId}`, { action: 'remove' }],
      ['PUT', `joiners/${joinerId}/slot`, { slotId: null }],
      ['PUT', 'check-ins', { checkIns: [{ joinerId, arrived: 1, at: 1 }] }],
      ['POST', 'updates', { text: 'Hello', idempotencyKey: makeKey() }],
      ['POST', 'cancel', { reason: '' }],
    ]
    for (const [method, path, json] of calls) {
      const url = `/api/events/${id}/${path}`
      expect((await ask(url, { method, json })).status, `${method} ${path}, signed out`).toBe(401)
      // A player gets 403. For a draft, other people get 404, so they do not learn that it exists.
      expect((await ana.ask(url, { method, json })).status, `${method} ${path}, a joiner`).toBe(403)
    }
    const draft = await publishGame(host, {}, { publish: { when: 'never' } })
    expect((await manage(ana, draft)).status).toBe(404)
    expect((await manage(coHost, id)).status).toBe(200)
    expect((await entry(id, 'ana')).state).toBe('going')
  })

  it('see the answers to their questions', async () => {
    const id = await publishGame(host, { questions: [{ id: 'q1', text: 'Do you have a paddle?', isRequired: true }] })
    await join(ana, id, { answers: { q1: 'Only a wooden one' } })
    await join(bo, id, { answers: { q1: 'Yes' } })
    expect((await entry(id, 'ana')).answers).toEqual({ q1: 'Only a wooden one' })
    expect(JSON.stringify(await getEvent(bo, id))).not.toContain('wooden')
    expect(JSON.stringify(await getEvent(cy, id))).not.toContain('wooden')
    expect((await getMyJoiner(ana, id))?.answers).toEqual({ q1: 'Only a wooden one' })
  })
})

describe('A list that is too long', () => {
  it('leaves out people who left, but nobody who has a seat or waits, even with a lottery', async () => {
    const id = await publishGame(host, { capacity: 1, waitlistMode: 'lottery' })
    await rowsOf(
      `INSERT INTO joiners (id, event_id, guest_name, state, seats, guests, answers, waitlist_rank, joined_at, arrived, is_no_show, starts_at, updated_at)
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

describe('A person who leaves', () => {
  it('is marked as late only if they had a seat and the deadline for leaving has passed', async () => {
    const week = 7 * 24 * 60
    const id = await publishGame(host, { capacity: 1, leaveMinutes: week })
    await join(ana, id)
    await join(bo, id, { orWait: true })
    await leave(bo, id)
    await leave(ana, id)
    expect(await entry(id, 'ana')).toMatchObject({ state: 'left', leftLate: true })
    expect(await entry(id, 'bo')).toMatchObject({ state: 'left', leftLate: false })
    // The mark is removed if the person rejoins.
    await join(ana, id)
    expect(await entry(id, 'ana')).toMatchObject({ state: 'going', leftLate: false })
    const relaxed = await publishGame(host, { leaveMinutes: 0 })
    await join(ana, relaxed)
    await leave(ana, relaxed)
    expect(await entry(relaxed, 'ana')).toMatchObject({ state: 'left', leftLate: false })
  })
})

describe('Check-ins', () => {
  const at = Date.now() - 60_000

  it('have the same result in any order, even if they arrive several times', async () => {
    const id = await publishGame(host, { capacity: 8 })
    await join(ana, id, { guests: ['Zoe', 'Max'] })
    await join(bo, id)
    await beginGame(id)
    const [a, b] = [await entry(id, 'ana'), await entry(id, 'bo')]
    const early = { joinerId: a.id, arrived: 3, at }
    const later = { joinerId: a.id, arrived: 2, at: at + 1000 }
    const other = { joinerId: b.id, arrived: 0, at, isNoShow: true }

    await report(id, [early])
    expect(await entry(id, 'ana')).toMatchObject({ arrived: 3, checkedInAt: at })
    await report(id, [later, other])
    // The first host was offline for longer, and sends the same report twice.
    await report(id, [early])
    await report(id, [early, other])
    expect(await entry(id, 'ana')).toMatchObject({ arrived: 2, checkedInAt: at + 1000, isNoShow: false })
    expect(await entry(id, 'bo')).toMatchObject({ arrived: 0, isNoShow: true })

    // If a report has two check-ins of the same person, the later one counts, in any order.
    await report(id, [
      { joinerId: b.id, arrived: 1, at: at + 2000 },
      { joinerId: b.id, arrived: 0, at: at + 1000 },
    ])
    expect(await entry(id, 'bo')).toMatchObject({ arrived: 1, isNoShow: false })
  })

  it('count at most the people of the entry, and accept no time in the future', async () => {
    const id = await publishGame(host)
    await join(ana, id)
    await beginGame(id)
    const { id: joinerId } = await entry(id, 'ana')
    await report(id, [{ joinerId, arrived: 9, at: Date.now() + 9_000_000 }])
    const checkedIn = await entry(id, 'ana')
    expect(checkedIn.arrived).toBe(1)
    expect(checkedIn.checkedInAt).toBeLessThanOrEqual(Date.now())
    // So a later check-in by another host still counts.
    await report(id, [{ joinerId, arrived: 0, at: Date.now() + 1 }])
    expect((await entry(id, 'ana')).arrived).toBe(0)
  })

  it('answer with the ids that are not in this game, and do not change those entries', async () => {
    const [here, there] = [await publishGame(host), await publishGame(host)]
    await join(ana, here)
    await join(bo, there)
    await join(cy, here)
    const [a, b, c] = [await entry(here, 'ana'), await entry(there, 'bo'), await entry(here, 'cy')]
    await leave(cy, here)
    await beginGame(here)
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

  it('are refused if the report is empty or too long', async () => {
    const id = await publishGame(host)
    const long = Array.from({ length: 501 }, (_, index) => ({ joinerId: `j-${index}`, arrived: 1, at }))
    for (const checkIns of [[], long]) {
      expect((await host.ask(`/api/events/${id}/check-ins`, { method: 'PUT', json: { checkIns } })).status).toBe(400)
    }
  })
})

describe('A host', () => {
  it('gets an error if another host has already decided about the request', async () => {
    const id = await publishGame(host, { needsApproval: true, coHosts: ['co-host'] })
    await join(ana, id)
    const { id: joinerId, state } = await entry(id, 'ana')
    expect(state).toBe('asked')
    const answers = await Promise.all([act(id, joinerId, 'approve'), act(id, joinerId, 'refuse', coHost)])
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409])
    await deliverAll()
  })

  it('can move a player with all their guests, but only to a slot with enough free seats', async () => {
    const slots = [
      { id: 'c1', name: 'Court 1', capacity: 3 },
      { id: 'c2', name: 'Court 2', capacity: 2 },
    ]
    const id = await publishGame(host, { slots })
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

  it('can add a guest without an account, who takes a seat', async () => {
    const id = await publishGame(host, { capacity: 2 })
    const idempotencyKey = makeKey()
    const add = (name: string, key: string) =>
      host.ask(`/api/events/${id}/joiners`, { method: 'POST', json: { name, slotId: null, idempotencyKey: key } })
    expect((await add('Gus', idempotencyKey)).status).toBe(204)
    expect((await add('Gus', idempotencyKey)).status).toBe(204)
    expect((await managed(id)).joiners.map(({ name, isUnregisteredUser }) => [name, isUnregisteredUser])).toEqual([['Gus', true]])
    await join(ana, id)
    expect((await readProblem(await add('Mo', makeKey()))).title).toBe('There is no free seat left.')
    expect((await act(id, (await entry(id, 'Gus')).id, 'remove')).status).toBe(204)
    expect((await managed(id)).joiners.find(({ name }) => name === 'Gus')?.state).toBe('removed')
    await deliverAll()
  })

  it('can remove a player, whose page then says that they cannot join', async () => {
    const id = await publishGame(host)
    await join(ana, id)
    expect(await getLive(ana, id)).toMatchObject({ isRefused: false })
    expect((await act(id, (await entry(id, 'ana')).id, 'remove')).status).toBe(204)
    expect(await getLive(ana, id)).toMatchObject({ isRefused: true, mine: null, taken: 0 })
    expect(await getLive(bo, id)).toMatchObject({ isRefused: false })
    expect((await readProblem(await join(ana, id))).title).toBe('The hosts decided that you cannot join this game.')
    await deliverAll()
  })

  it('can send a message to everyone in the game, once for each message', async () => {
    const id = await publishGame(host, { title: 'Rain or shine', capacity: 1 })
    await join(ana, id)
    await join(bo, id, { orWait: true })
    const json = { text: 'Bring a towel.', idempotencyKey: makeKey() }
    const send = () => host.ask(`/api/events/${id}/updates`, { method: 'POST', json })
    expect((await send()).status).toBe(201)
    expect((await send()).status).toBe(201)
    await deliverAll()
    for (const who of ['ana', 'bo']) {
      expect((await noticesOf(who)).filter(({ title }) => title === 'New message about Rain or shine')).toEqual([
        { title: 'New message about Rain or shine', text: expect.stringMatching(/, Northside Courts: Bring a towel\.$/) },
      ])
    }
    expect((await noticesOf('cy')).filter(({ title }) => title.includes('Rain or shine'))).toEqual([])
    expect((await managed(id)).updates.map(({ text, author }) => [text, author?.id])).toEqual([['Bring a towel.', 'host']])
  })

  it('can send a message to very many people, each once, by several jobs', async () => {
    const id = await publishGame(host, { title: 'Very many' })
    const waiting = crowd('many', 5600)
    await addCrowd(waiting)
    await rowsOf(
      `INSERT INTO joiners (id, event_id, user_id, state, seats, guests, answers, waitlist_rank, joined_at, arrived, is_no_show, starts_at, updated_at)
       SELECT 'in-' || value, ?, value, 'waiting', 1, '[]', '{}', 0, 1, 0, 0, 1, 1 FROM json_each(?)`,
      id,
      JSON.stringify(waiting),
    )
    await host.ask(`/api/events/${id}/updates`, { method: 'POST', json: { text: 'It is on.', idempotencyKey: makeKey() } })
    const jobs: string[] = []
    for (;;) {
      await vi.waitFor(async () => expect(await rowsOf('SELECT 1 FROM outbox')).toEqual([]))
      const [job, ...others] = queues.notices.splice(0).filter(({ body }) => body.fact.kind === 'event-update')
      expect(others).toEqual([])
      if (!job) break
      jobs.push(job.id)
      await consume('notices', [job])
      await consume('notices', [job])
    }
    const notices = await rowsOf("SELECT user_id AS id FROM notices WHERE title = 'New message about Very many' ORDER BY user_id")
    expect(notices.map((row) => row.id)).toEqual(waiting.toSorted())
    expect(new Set(jobs).size).toBe(12)
    // Their emails still wait, and the next test that lets ten minutes pass would send them.
    await rowsOf('DELETE FROM digest_entries')
  })

  it('gets an error that says why, if the game is a draft or was cancelled', async () => {
    const addGuest = (id: string) =>
      host.ask(`/api/events/${id}/joiners`, { method: 'POST', json: { name: 'Gus', slotId: null, idempotencyKey: makeKey() } })
    const draft = await publishGame(host, {}, { publish: { when: 'never' } })
    const message = host.ask(`/api/events/${draft}/updates`, { method: 'POST', json: { text: 'Hello', idempotencyKey: makeKey() } })
    for (const answer of await Promise.all([addGuest(draft), message])) {
      expect((await readProblem(answer)).title).toBe('This is a draft. Publish it first.')
    }
    const cancelled = await publishGame(host)
    await join(ana, cancelled)
    await host.ask(`/api/events/${cancelled}/cancel`, { method: 'POST', json: { reason: '' } })
    for (const answer of await Promise.all([addGuest(cancelled), act(cancelled, (await entry(cancelled, 'ana')).id, 'remove')])) {
      expect((await readProblem(answer)).title).toBe('This game was cancelled.')
    }
    await deliverAll()
  })

  it('can cancel the game, and people who are invited are notified too, except those who declined or blocked', async () => {
    const id = await publishGame(host, { title: 'Rained out' })
    await befriend('host', 'ana')
    await befriend('host', 'bo')
    await befriend('host', 'cy')
    await host.ask(`/api/events/${id}/invites`, { method: 'POST', json: { userIds: ['ana', 'bo', 'cy'] } })
    await deliverAll()
    await join(bo, id)
    await leave(bo, id)
    await cy.ask('/api/privacy/blocks', { method: 'POST', json: { userIds: ['host'] } })
    // The host must not learn of the block.
    expect((await managed(id)).unansweredInvites).toBe(2)
    await host.ask(`/api/events/${id}/cancel`, { method: 'POST', json: { reason: '' } })
    await deliverAll()
    const told = await rowsOf("SELECT user_id AS id FROM notices WHERE title = 'Rained out was cancelled'")
    expect(told).toEqual([{ id: 'ana' }])
  })

  it('can cancel the game with a reason, and everyone is notified', async () => {
    const id = await publishGame(host, { title: 'Called off' })
    await join(ana, id)
    const cancel = () => host.ask(`/api/events/${id}/cancel`, { method: 'POST', json: { reason: 'The court is flooded.' } })
    expect((await cancel()).status).toBe(204)
    expect((await cancel()).status).toBe(409)
    await deliverAll()
    expect((await noticesOf('ana')).filter(({ title }) => title === 'Called off was cancelled')).toEqual([
      {
        title: 'Called off was cancelled',
        text: expect.stringMatching(/^The game of \w+day, .*, Northside Courts was cancelled\. Reason: The court is flooded\.$/),
      },
    ])
    expect((await managed(id)).event).toMatchObject({ cancelReason: 'The court is flooded.', live: { state: 'cancelled' } })
    expect((await join(bo, id)).status).toBe(409)
  })
})
