import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { JoinerAnswer, SeatOffer } from '../../domain/events/join-contract.ts'
import { day } from '../../domain/time/spans.ts'
import { deliverAll, holdQueues } from '../notifications/hold-queues.ts'
import { befriend, block, enter, type Person, rowsOf } from '../profiles/people.ts'
import { ask, readProblem } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import { noon } from '../setup/make-game-form.ts'
import {
  answerSeat,
  getEvent,
  getLive,
  getMyJoiner,
  join,
  leave,
  noticeTitlesOf,
  offerSeat,
  publishGame,
  publishHiddenGames,
  readEntries,
} from './games.ts'

collectLog()
const queues = holdQueues()

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

/** Joins a second later, so that no two people join at the same moment. */
const joinNext = (person: Person | undefined, id: string, json: Parameters<typeof join>[2] = {}) => {
  vi.setSystemTime(Date.now() + 1000)
  return join(person as Person, id, json)
}

const statesOf = async (id: string) => (await readEntries(id)).map(({ who, state }) => `${who} ${state}`)

describe('The last seat', () => {
  it('goes to exactly one person if two hundred requests arrive at once', async () => {
    const id = await publishGame(host, { capacity: 1 })
    const crowd = await Promise.all(Array.from({ length: 20 }, (_, index) => enter(`racer-${index}`)))
    const answers = await Promise.all(Array.from({ length: 200 }, (_, index) => join(crowd[index % 20] as Person, id)))
    const winners = new Set(answers.flatMap((answer, index) => (answer.status === 200 ? [index % 20] : [])))
    expect(winners.size).toBe(1)
    expect(answers.filter(({ status }) => status === 409).length).toBe(190)
    expect(await statesOf(id)).toEqual([`racer-${[...winners][0]} going`])
    expect(await getLive(host, id)).toMatchObject({ capacity: 1, taken: 1, waiting: 0 })
  })
})

it('A player has to answer the required questions, and may skip the others', async () => {
  const questions = [
    { id: 'q1', text: 'Do you have a paddle?', isRequired: true },
    { id: 'q2', text: 'Which side?', isRequired: false },
  ]
  const id = await publishGame(host, { questions })
  for (const answers of [{}, { q1: ' ' }, { q2: 'Left' }]) {
    const refused = await join(ana as Person, id, { answers })
    expect(refused.status).toBe(400)
    expect(await readProblem(refused)).toMatchObject({ code: 'AnswerMissing' })
  }
  expect((await join(ana as Person, id, { answers: { q1: 'Yes' } })).status).toBe(200)
})

describe('A change of the viewer’s own entry', () => {
  const slots = ['a', 'b'].map((slotId) => ({ id: slotId, name: `Court ${slotId}`, capacity: 2 }))
  const askMe = (person: Person, id: string, path: string, init: object = {}) => person.ask(`/api/events/${id}/me${path}`, init)

  it('answers with the current seats, the same as the page reads them', async () => {
    const id = await publishGame(host, { slots })
    const [me, other] = [ana, bo] as [Person, Person]
    const readLive = async (request: Promise<Response>) => {
      const answer = await request
      expect(answer.status).toBe(200)
      const { live } = (await answer.json()) as JoinerAnswer
      expect(live).toEqual(await getLive(me, id))
      return live
    }
    expect(await readLive(joinNext(me, id, { slotId: 'a' }))).toMatchObject({ taken: 1, mine: { state: 'going', slotId: 'a', seats: 1 } })
    const larger = { method: 'PATCH', json: { slotId: 'b', guests: ['Max'] } }
    const live = await readLive(askMe(me, id, '', larger))
    expect(live).toMatchObject({ taken: 2, mine: { slotId: 'b', seats: 2, guests: ['Max'] }, joiners: [{ userId: 'ana', guests: 1 }] })
    expect(live?.slots.map(({ taken }) => taken)).toEqual([0, 2])
    const offered = await readLive(offerSeat(me, id, other.id))
    expect(offered).toMatchObject({ taken: 2, mine: { seats: 2 }, transferSent: { person: { id: 'bo' }, seats: 2, guests: ['Max'] } })
    expect((await answerSeat(other, id, 'accept')).status).toBe(200)
    expect(await getLive(me, id)).toMatchObject({ taken: 2, mine: null, transferSent: null })
    expect(await readLive(joinNext(me, id, { slotId: 'b', orWait: true }))).toMatchObject({ waiting: 1, mine: { position: 1 } })
    await leave(other, id)
    await vi.waitFor(async () => expect(await getMyJoiner(me, id)).toMatchObject({ state: 'offered' }))
    expect(await readLive(askMe(me, id, '/take', { method: 'POST' }))).toMatchObject({ taken: 1, mine: { state: 'going' } })
    expect(await readLive(leave(me, id))).toMatchObject({ taken: 0, mine: null })
  })

  it('answers without the game if the viewer can no longer see it', async () => {
    const guest = await enter('team-guest')
    const { forTeam } = await publishHiddenGames(host)
    const teamId = `team-of-${host.id}`
    await rowsOf("INSERT INTO team_members (team_id, user_id, role, joined_at) VALUES (?, 'team-guest', 'member', 1)", teamId)
    expect((await joinNext(guest, forTeam)).status).toBe(200)
    await rowsOf("DELETE FROM team_members WHERE team_id = ? AND user_id = 'team-guest'", teamId)
    expect((await guest.ask(`/api/events/${forTeam}`)).status).toBe(200)
    expect(await (await leave(guest, forTeam)).json()).toEqual({ live: null })
    expect((await guest.ask(`/api/events/${forTeam}`)).status).toBe(404)
    // The answer is the same as for a game that never existed.
    expect(await (await leave(guest, 'no-such-game')).json()).toEqual({ live: null })
  })
})

describe('A full game', () => {
  it('puts new players on the waitlist with their position, and offers a free seat only to the first', async () => {
    const id = await publishGame(host, { capacity: 1 })
    await joinNext(ana, id)
    expect((await readProblem(await joinNext(bo, id))).title).toBe('This game is full.')
    await joinNext(bo, id, { orWait: true })
    await joinNext(cy, id, { orWait: true })
    expect(await getMyJoiner(bo as Person, id)).toMatchObject({ state: 'waiting', position: 1 })
    expect(await getMyJoiner(cy as Person, id)).toMatchObject({ state: 'waiting', position: 2 })
    expect(await noticeTitlesOf(id, host)).toEqual([
      ['Name of ana joined Open play', 'Name of bo joined the waitlist for Open play', 'Name of cy joined the waitlist for Open play'],
    ])

    await leave(ana as Person, id)
    await vi.waitFor(async () => expect(await statesOf(id)).toEqual(['ana left', 'bo offered', 'cy waiting']))
    // A new player does not get the seat, although bo has not answered yet.
    expect((await joinNext(di, id)).status).toBe(409)

    await vi.waitFor(() => expect(queues.mail.map(({ body }) => body.template.name)).toContain('seat-offer'))
    const [offer] = queues.mail.flatMap(({ body }) => (body.template.name === 'seat-offer' ? [body] : []))
    if (offer?.template.name !== 'seat-offer') throw new Error('No offer was mailed')
    expect(offer.to).toBe('bo@local.test')
    const { token } = offer.template.data
    // An email scanner opens the link, and nothing happens.
    expect(((await (await ask(`/api/seat-offers/${token}`)).json()) as SeatOffer).state).toBe('open')
    expect(await getMyJoiner(bo as Person, id)).toMatchObject({ state: 'offered' })
    // The seat is taken, but nobody is going yet.
    expect(await getLive(cy as Person, id)).toMatchObject({ taken: 1, held: 1, joiners: [] })
    expect((await ask(`/api/seat-offers/${token}/reject`, { method: 'POST' })).status).toBe(204)
    await vi.waitFor(async () => expect(await statesOf(id)).toEqual(['ana left', 'bo left', 'cy offered']))
    expect((await ask(`/api/seat-offers/${token}/take`, { method: 'POST' })).status).toBe(409)
    expect((await (cy as Person).ask(`/api/events/${id}/me/take`, { method: 'POST' })).status).toBe(200)
    expect(await getLive(host, id)).toMatchObject({ taken: 1, waiting: 0 })
    await deliverAll()
  })

  it('cannot be joined by a person that its host blocked, for whom it does not exist', async () => {
    const id = await publishGame(host, { capacity: 4 })
    await block('host', 'di')
    const { requestId: _, ...refusal } = await readProblem(await joinNext(di, id))
    const { requestId: __, ...unknown } = await readProblem(await joinNext(di, 'no-such-game'))
    expect(refusal).toEqual(unknown)
    expect(await statesOf(id)).toEqual([])
  })

  it('has a waitlist for each slot: a new player waits for one slot, but joins another at once', async () => {
    const slots = ['a', 'b'].map((name) => ({ id: name, name, capacity: 2 }))
    const id = await publishGame(host, { slots })
    await joinNext(ana, id, { slotId: 'a' })
    await joinNext(bo, id, { slotId: 'a', guests: ['Max'], orWait: true })
    expect((await getLive(host, id)).slots).toEqual([
      { id: 'a', name: 'a', capacity: 2, taken: 1, waiting: 1 },
      { id: 'b', name: 'b', capacity: 2, taken: 0, waiting: 0 },
    ])
    expect((await joinNext(cy, id, { slotId: 'a' })).status).toBe(409)
    expect((await joinNext(cy, id, { slotId: 'b' })).status).toBe(200)
  })

  it('gives a player and their guests all their seats or none', async () => {
    const id = await publishGame(host, { capacity: 3 })
    await joinNext(ana, id, { guests: ['Zoe'] })
    expect((await joinNext(bo, id, { guests: ['Max'] })).status).toBe(409)
    expect(await getLive(host, id)).toMatchObject({ taken: 2 })
    await joinNext(bo, id, { guests: ['Max'], orWait: true })
    expect(await getMyJoiner(bo as Person, id)).toMatchObject({ state: 'waiting', seats: 2, position: 1 })
    // One seat is free. It is not given to a part of them, and not to somebody who joined later.
    expect((await joinNext(cy, id)).status).toBe(409)
    await leave(ana as Person, id)
    await vi.waitFor(async () => expect(await getMyJoiner(bo as Person, id)).toMatchObject({ state: 'offered', seats: 2 }))
    await vi.waitFor(() => expect(queues.mail.length).toBeGreaterThan(0))
    await deliverAll()
  })
})

describe('A seat', () => {
  it('can be given up until the game starts; after that the player keeps it and sees why', async () => {
    const id = await publishGame(host, {})
    await joinNext(ana, id)
    await joinNext(bo, id)
    expect((await leave(bo as Person, id)).status).toBe(200)
    expect((await leave(bo as Person, id)).status).toBe(200)
    vi.setSystemTime((await getEvent(host, id)).startsAt)
    const refused = await leave(ana as Person, id)
    expect(refused.status).toBe(409)
    expect((await readProblem(refused)).title).toBe('This game has already started, so you keep your seat.')
    expect(await getMyJoiner(ana as Person, id)).toMatchObject({ state: 'going' })
  })

  it('that is given up and taken again and again notifies each host once; days later it does again', async () => {
    await befriend('host', 'cy')
    for (const person of [host, cy as Person])
      await person.ask('/api/notifications/settings/eventCreatedJoin/frequency', { method: 'PUT', json: { frequency: 'each' } })
    const form = { title: 'Loop play', coHosts: ['cy'] }
    const [open, withApproval] = [await publishGame(host, form), await publishGame(host, { ...form, needsApproval: true })]
    const joinAndLeave = async () => {
      for (const id of [open, withApproval]) {
        expect((await joinNext(ana, id)).status).toBe(200)
        await deliverAll()
        expect((await leave(ana as Person, id)).status).toBe(200)
      }
    }
    const listNotices = async () => {
      const rows = await rowsOf("SELECT user_id, title FROM notices WHERE title LIKE 'Name of ana % Loop play'")
      return rows.map(({ user_id, title }) => `${user_id}: ${title}`).toSorted()
    }
    const listEmails = () =>
      queues.sent
        .filter(({ subject }) => subject.startsWith('Name of ana'))
        .map(({ to, subject }) => `${to.split('@')[0]}: ${subject}`)
        .toSorted()
    for (let round = 0; round < 3; round++) await joinAndLeave()
    const once = ['host', 'cy'].flatMap((who) => ['joined', 'would like to join'].map((verb) => `${who}: Name of ana ${verb} Loop play`))
    expect(await listNotices()).toEqual(once.toSorted())
    expect(listEmails()).toEqual(once.toSorted())
    vi.setSystemTime(Date.now() + 2 * day)
    await joinAndLeave()
    expect(listEmails()).toEqual([...once, ...once].toSorted())
  })
})
