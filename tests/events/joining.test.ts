import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { PartAnswer, SeatOffer } from '../../domain/events/join-contract.ts'
import { day } from '../../domain/time/spans.ts'
import { deliverAll, holdQueues } from '../notifications/post-office.ts'
import { befriend, block, enter, type Person, rowsOf } from '../profiles/people.ts'
import { ask, readProblem } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import { entriesOf, join, leave, liveOf, lookAt, mine, putUp, putUpHidden, toldOf } from './games.ts'

collectLog()
const office = holdQueues()

/** Noon in Austin: by day, when seats are offered. */
const noon = Date.UTC(2026, 10, 25, 18)

let host: Person
let [ana, bo, cy, di]: Person[] = []

beforeAll(async () => {
  host = await enter('host')
  ;[ana, bo, cy, di] = await Promise.all(['ana', 'bo', 'cy', 'di'].map((id) => enter(id)))
})

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: noon })
  return () => vi.useRealTimers()
})

/** A second later: nobody joins at the very same moment as another. */
const joinNext = (person: Person | undefined, id: string, how: Parameters<typeof join>[2] = {}) => {
  vi.setSystemTime(Date.now() + 1000)
  return join(person as Person, id, how)
}

const statesOf = async (id: string) => (await entriesOf(id)).map(({ who, state }) => `${who} ${state}`)

describe('The last seat', () => {
  it('goes to exactly one of two hundred who press at once', async () => {
    const id = await putUp(host, { capacity: 1 })
    const crowd = await Promise.all(Array.from({ length: 20 }, (_, index) => enter(`racer-${index}`)))
    const answers = await Promise.all(Array.from({ length: 200 }, (_, index) => join(crowd[index % 20] as Person, id)))
    const winners = new Set(answers.flatMap((answer, index) => (answer.status === 200 ? [index % 20] : [])))
    expect(winners.size).toBe(1)
    expect(answers.filter(({ status }) => status === 409).length).toBe(190)
    expect(await statesOf(id)).toEqual([`racer-${[...winners][0]} going`])
    expect(await liveOf(host, id)).toMatchObject({ capacity: 1, taken: 1, waiting: 0 })
  })
})

describe('A change of one’s part', () => {
  const slots = ['a', 'b'].map((slotId) => ({ id: slotId, name: `Court ${slotId}`, capacity: 2 }))
  const part = (person: Person, id: string, path: string, how: object = {}) => person.ask(`/api/events/${id}/me${path}`, how)

  it('answers with the game as it stands then, as its page is told', async () => {
    const id = await putUp(host, { slots })
    const [me, other] = [ana, bo] as [Person, Person]
    const answered = async (sent: Promise<Response>) => {
      const answer = await sent
      expect(answer.status).toBe(200)
      const { live } = (await answer.json()) as PartAnswer
      expect(live).toEqual(await liveOf(me, id))
      return live
    }
    expect(await answered(joinNext(me, id, { slotId: 'a' }))).toMatchObject({ taken: 1, mine: { state: 'going', slotId: 'a', seats: 1 } })
    const larger = { method: 'PATCH', json: { slotId: 'b', guests: ['Max'] } }
    const live = await answered(part(me, id, '', larger))
    expect(live).toMatchObject({ taken: 2, mine: { slotId: 'b', seats: 2, guests: ['Max'] }, joiners: [{ userId: 'ana', guests: 1 }] })
    expect(live?.slots.map(({ taken }) => taken)).toEqual([0, 2])
    expect(await answered(part(me, id, '/transfer', { method: 'POST', json: { to: other.id } }))).toMatchObject({ taken: 2, mine: null })
    expect(await answered(joinNext(me, id, { slotId: 'b', orWait: true }))).toMatchObject({ waiting: 1, mine: { position: 1 } })
    await leave(other, id)
    await vi.waitFor(async () => expect(await mine(me, id)).toMatchObject({ state: 'offered' }))
    expect(await answered(part(me, id, '/take', { method: 'POST' }))).toMatchObject({ taken: 1, mine: { state: 'going' } })
    expect(await answered(leave(me, id))).toMatchObject({ taken: 0, mine: null })
  })

  it('answers without the game where it is not there for them any more', async () => {
    const guest = await enter('team-guest')
    const { inside } = await putUpHidden(host)
    const teamId = `team-of-${host.id}`
    await rowsOf("INSERT INTO team_members VALUES (?, 'team-guest', 'member', 1)", teamId)
    expect((await joinNext(guest, inside)).status).toBe(200)
    await rowsOf("DELETE FROM team_members WHERE team_id = ? AND user_id = 'team-guest'", teamId)
    expect((await guest.ask(`/api/events/${inside}`)).status).toBe(200)
    expect(await (await leave(guest, inside)).json()).toEqual({ live: null })
    expect((await guest.ask(`/api/events/${inside}`)).status).toBe(404)
    // As where no such game ever was.
    expect(await (await leave(guest, 'no-such-game')).json()).toEqual({ live: null })
  })
})

describe('A full game', () => {
  it('lets the next ones wait, tells them their place, and offers a seat to the first only', async () => {
    const id = await putUp(host, { capacity: 1 })
    await joinNext(ana, id)
    expect((await readProblem(await joinNext(bo, id))).title).toBe('This game is full.')
    await joinNext(bo, id, { orWait: true })
    await joinNext(cy, id, { orWait: true })
    expect(await mine(bo as Person, id)).toMatchObject({ state: 'waiting', position: 1 })
    expect(await mine(cy as Person, id)).toMatchObject({ state: 'waiting', position: 2 })
    expect(await toldOf(id, host)).toEqual([
      ['Name of ana joined Open play', 'Name of bo waits for a seat at Open play', 'Name of cy waits for a seat at Open play'],
    ])

    await leave(ana as Person, id)
    await vi.waitFor(async () => expect(await statesOf(id)).toEqual(['ana left', 'bo offered', 'cy waiting']))
    // Whoever comes now does not jump the queue, though bo has not answered.
    expect((await joinNext(di, id)).status).toBe(409)

    await vi.waitFor(() => expect(office.mail.map(({ body }) => body.template.name)).toContain('seat-offer'))
    const [offer] = office.mail.flatMap(({ body }) => (body.template.name === 'seat-offer' ? [body] : []))
    if (offer?.template.name !== 'seat-offer') throw new Error('No offer was mailed')
    expect(offer.to).toBe('bo@local.test')
    const { token } = offer.template.data
    // A scanner of mails reads the link, and nothing happens.
    expect(((await (await ask(`/api/seat-offers/${token}`)).json()) as SeatOffer).state).toBe('open')
    expect(await mine(bo as Person, id)).toMatchObject({ state: 'offered' })
    expect((await ask(`/api/seat-offers/${token}/reject`, { method: 'POST' })).status).toBe(204)
    await vi.waitFor(async () => expect(await statesOf(id)).toEqual(['ana left', 'bo left', 'cy offered']))
    expect((await ask(`/api/seat-offers/${token}/take`, { method: 'POST' })).status).toBe(409)
    expect((await (cy as Person).ask(`/api/events/${id}/me/take`, { method: 'POST' })).status).toBe(200)
    expect(await liveOf(host, id)).toMatchObject({ taken: 1, waiting: 0 })
    await deliverAll()
  })

  it('is full for whom its host blocked, whatever is free, and names no block', async () => {
    const id = await putUp(host, { capacity: 4 })
    await block('host', 'di')
    expect((await readProblem(await joinNext(di, id))).title).toBe('This game is full.')
    expect(await statesOf(id)).toEqual([])
  })

  it('tells of each slot who waits for it: whoever comes now stands behind them there, and goes right into another', async () => {
    const slots = ['a', 'b'].map((name) => ({ id: name, name, capacity: 2 }))
    const id = await putUp(host, { slots })
    await joinNext(ana, id, { slotId: 'a' })
    await joinNext(bo, id, { slotId: 'a', guests: ['Max'], orWait: true })
    expect((await liveOf(host, id)).slots).toEqual([
      { id: 'a', name: 'a', capacity: 2, taken: 1, waiting: 1 },
      { id: 'b', name: 'b', capacity: 2, taken: 0, waiting: 0 },
    ])
    expect((await joinNext(cy, id, { slotId: 'a' })).status).toBe(409)
    expect((await joinNext(cy, id, { slotId: 'b' })).status).toBe(200)
  })

  it('keeps a party together: all its seats or none', async () => {
    const id = await putUp(host, { capacity: 3 })
    await joinNext(ana, id, { guests: ['Zoe'] })
    expect((await joinNext(bo, id, { guests: ['Max'] })).status).toBe(409)
    expect(await liveOf(host, id)).toMatchObject({ taken: 2 })
    await joinNext(bo, id, { guests: ['Max'], orWait: true })
    expect(await mine(bo as Person, id)).toMatchObject({ state: 'waiting', seats: 2, position: 1 })
    // One seat is free, and it is not split off for them, nor given past them.
    expect((await joinNext(cy, id)).status).toBe(409)
    await leave(ana as Person, id)
    await vi.waitFor(async () => expect(await mine(bo as Person, id)).toMatchObject({ state: 'offered', seats: 2 }))
    await vi.waitFor(() => expect(office.mail.length).toBeGreaterThan(0))
    await deliverAll()
  })
})

describe('A seat', () => {
  it('is left until the game begins: then it stays theirs, and they are told', async () => {
    const id = await putUp(host, {})
    await joinNext(ana, id)
    await joinNext(bo, id)
    expect((await leave(bo as Person, id)).status).toBe(200)
    expect((await leave(bo as Person, id)).status).toBe(200)
    vi.setSystemTime((await lookAt(host, id)).startsAt)
    const refused = await leave(ana as Person, id)
    expect(refused.status).toBe(409)
    expect((await readProblem(refused)).title).toBe('This game has already started, so you keep your seat.')
    expect(await mine(ana as Person, id)).toMatchObject({ state: 'going' })
  })

  it('left and taken again in a loop is news to each host once; days later it is news again', async () => {
    await befriend('host', 'cy')
    const form = { title: 'Loop play', coHosts: ['cy'] }
    const [open, byYes] = [await putUp(host, form), await putUp(host, { ...form, needsApproval: true })]
    const comeAndGo = async () => {
      for (const id of [open, byYes]) {
        expect((await joinNext(ana, id)).status).toBe(200)
        await deliverAll()
        expect((await leave(ana as Person, id)).status).toBe(200)
      }
    }
    const told = async () => {
      const rows = await rowsOf("SELECT user_id, title FROM notices WHERE title LIKE 'Name of ana % Loop play'")
      return rows.map(({ user_id, title }) => `${user_id}: ${title}`).toSorted()
    }
    const mailed = () =>
      office.sent
        .filter(({ subject }) => subject.startsWith('Name of ana'))
        .map(({ to, subject }) => `${to.split('@')[0]}: ${subject}`)
        .toSorted()
    for (let round = 0; round < 3; round++) await comeAndGo()
    const once = ['host', 'cy'].flatMap((who) => ['joined', 'would like to join'].map((words) => `${who}: Name of ana ${words} Loop play`))
    expect(await told()).toEqual(once.toSorted())
    expect(mailed()).toEqual(once.toSorted())
    vi.setSystemTime(Date.now() + 2 * day)
    await comeAndGo()
    expect(mailed()).toEqual([...once, ...once].toSorted())
  })
})
