import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { EventLive } from '../../domain/events/contract.ts'
import { timeToPay } from '../../domain/events/seat-rules.ts'
import type { SeriesAnswer } from '../../domain/events/series-contract.ts'
import { day, hour, minute } from '../../domain/time/spans.ts'
import { deliverAll, holdQueues } from '../notifications/hold-queues.ts'
import { befriend, block, enter, type Person, rowsOf } from '../profiles/people.ts'
import { ask, readProblem } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import { inDays, noon, repeatWeekly } from '../setup/make-game-form.ts'
import {
  actOn,
  answerSeat,
  change,
  getEvent,
  getLive,
  getMyJoiner,
  join,
  leave,
  offerSeat,
  passMinutes,
  publishGame,
  readEntries,
  setPrice,
} from './games.ts'

collectLog()
const queues = holdQueues()

let [host, ana, bo, cy, stranger] = [] as unknown as [Person, Person, Person, Person, Person]

beforeAll(async () => {
  ;[host, ana, bo, cy, stranger] = (await Promise.all(['host', 'ana', 'bo', 'cy', 'stranger'].map((id) => enter(id)))) as [
    Person,
    Person,
    Person,
    Person,
    Person,
  ]
  await befriend('ana', 'bo')
  await befriend('ana', 'cy')
  await befriend('host', 'cy')
})

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: noon })
  await rowsOf('DELETE FROM outreach')
  // The clock goes back for each test, so notices of the test before would be the newest.
  await rowsOf('DELETE FROM notices')
  return () => vi.useRealTimers()
})

const bring = (person: Person, id: string, friends: Person[], more: object = {}) =>
  join(person, id, { friendIds: friends.map((friend) => friend.id), ...more })
const take = (person: Person, id: string) => person.ask(`/api/events/${id}/me/take`, { method: 'POST' })
const statesOf = async (id: string) => (await readEntries(id)).map(({ who, state }) => `${who} ${state}`).sort()
const friendsOf = async (person: Person, id: string) =>
  ((await getLive(person, id)).friends ?? [])
    .map(({ person: { name }, isMine, hasAccepted }) => `${isMine ? 'for' : 'by'} ${name} ${hasAccepted ? 'in' : 'open'}`)
    .sort()
/** The titles of the person's notices, the newest first. */
async function newsOf(person: Person): Promise<string[]> {
  await deliverAll()
  const notices = await rowsOf('SELECT title FROM notices WHERE user_id = ? ORDER BY created_at DESC, rowid DESC', person.id)
  return notices.map(({ title }) => String(title))
}

describe('Friends for whom a player holds seats', () => {
  it('get a notice and an email, sit only once they accept, and their seats count until then', async () => {
    const id = await publishGame(host, { capacity: 3, maxGuests: 2, title: 'Doubles' })
    const answer = (await (await bring(ana, id, [bo, cy])).json()) as { live: EventLive }
    expect(answer.live).toMatchObject({ taken: 3, held: 2 })
    expect(await statesOf(id)).toEqual(['ana going', 'bo offered', 'cy offered'])
    expect(await friendsOf(ana, id)).toEqual(['for Name of bo open', 'for Name of cy open'])
    expect(await friendsOf(bo, id)).toEqual(['by Name of ana open'])
    expect(await friendsOf(host, id)).toEqual([])
    await deliverAll()
    const sent = queues.sent.splice(0)
    const mailTo = (person: Person) =>
      sent.find(({ to, subject }) => to === `${person.id}@local.test` && subject === 'Name of ana holds a seat for you: Doubles')
    expect(mailTo(bo)?.headers).toHaveProperty('List-Unsubscribe')
    expect(await newsOf(bo)).toContain('Name of ana holds a seat for you: Doubles')
    expect((await join(stranger, id)).status).toBe(409)
    expect((await take(bo, id)).status).toBe(200)
    // Cy declines by the link of the email, without signing in.
    const token = /token=([\w-]+)/.exec(mailTo(cy)?.text ?? '')?.[1]
    expect((await ask(`/api/seat-offers/${token}/reject`, { method: 'POST' })).status).toBe(204)
    expect(await statesOf(id)).toEqual(['ana going', 'bo going', 'cy left'])
    expect(await friendsOf(ana, id)).toEqual(['for Name of bo in'])
    // Each has a seat of their own.
    await leave(ana, id)
    expect(await getMyJoiner(bo, id)).toMatchObject({ state: 'going' })
    expect((await join(stranger, id)).status).toBe(200)
  })

  it('lose them at the deadline, when the player leaves or is removed, and when one blocks the other', async () => {
    const id = await publishGame(host, { capacity: 4, maxGuests: 2 })
    await bring(ana, id, [bo])
    await passMinutes((day + minute) / minute)
    expect(await statesOf(id)).toEqual(['ana going', 'bo expired'])
    expect((await newsOf(bo))[0]).toMatch(/^No seat is held for you any more/)
    await leave(ana, id)
    await bring(ana, id, [bo, cy])
    expect(await statesOf(id)).toEqual(['ana going', 'bo offered', 'cy offered'])
    expect((await bo.ask('/api/privacy/blocks', { method: 'POST', json: { userIds: ['ana'] } })).status).toBeLessThan(300)
    expect(await statesOf(id)).toEqual(['ana going', 'bo expired', 'cy offered'])
    expect((await take(bo, id)).status).toBe(409)
    await actOn(host, id, 'ana', 'remove')
    expect(await statesOf(id)).toEqual(['ana removed', 'bo expired', 'cy expired'])
    expect(await getLive(host, id)).toMatchObject({ taken: 0 })
    await rowsOf("DELETE FROM blocks WHERE blocker_id = 'bo'")
    await befriend('ana', 'bo')
  })

  it('do not wait for seats that were held for them if the host moves their slot to the waitlist', async () => {
    const slots = ['one', 'two'].map((slot) => ({ id: slot, name: `Court ${slot}`, capacity: slot === 'one' ? 3 : 1 }))
    const id = await publishGame(host, { slots, maxGuests: 2 })
    await bring(ana, id, [bo, cy], { slotId: 'one' })
    // Whoever is first here gets the first free seat of the waitlist.
    const inOrder = await rowsOf('SELECT user_id FROM joiners WHERE event_id = ? GROUP BY joined_at ORDER BY joined_at', id)
    expect(inOrder.map(({ user_id }) => user_id)).toEqual([ana.id, bo.id, cy.id])
    expect((await take(cy, id)).status).toBe(200)
    const slotMoves = [{ from: 'one', to: 'two', isToWaitlist: true }]
    expect((await change(host, id, { slots: slots.slice(1) }, { slotMoves })).status).toBe(204)
    expect(await statesOf(id)).toEqual(['ana offered', 'bo expired', 'cy waiting'])
    expect((await newsOf(bo))[0]).toMatch(/^No seat is held for you any more/)
    // Cy waits for a seat of their own, whether or not Ana is still there.
    await leave(ana, id)
    await passMinutes(1)
    expect(await statesOf(id)).toEqual(['ana left', 'bo expired', 'cy offered'])
    expect((await take(cy, id)).status).toBe(200)
    expect(await statesOf(id)).toEqual(['ana left', 'bo expired', 'cy going'])
  })

  it('are left out without a word if they are no connection, are in the game, or have a block with a host', async () => {
    const foe = await enter('foe')
    await befriend('ana', 'foe')
    await block('host', 'foe')
    const id = await publishGame(host, { capacity: 9, maxGuests: 5 })
    await join(bo, id)
    expect((await bring(ana, id, [bo, cy, stranger, foe, host, ana])).status).toBe(200)
    expect(await statesOf(id)).toEqual(['ana going', 'bo going', 'cy offered'])
  })

  it('have seats held for all or for none: without seats for all, the player joins and the friends are invited', async () => {
    const id = await publishGame(host, { capacity: 3, maxGuests: 3, title: 'Small court' })
    await join(stranger, id)
    expect((await bring(ana, id, [bo, cy])).status).toBe(200)
    expect(await statesOf(id)).toEqual(['ana going', 'stranger going'])
    expect(await newsOf(cy)).toContain('Name of ana invited you to Small court')
    const full = await publishGame(host, { capacity: 1, maxGuests: 3 })
    await join(stranger, full)
    expect(await readProblem(await bring(ana, full, [bo]))).toMatchObject({ code: 'EventFull' })
  })

  it('count like guests, and are not possible where a host decides, or before the player has paid', async () => {
    const id = await publishGame(host, { capacity: 9, maxGuests: 1 })
    expect(await readProblem(await bring(ana, id, [bo, cy]))).toMatchObject({ code: 'TooManyGuests' })
    expect(await readProblem(await bring(ana, id, [bo], { guests: ['Leo'] }))).toMatchObject({ code: 'TooManyGuests' })
    const asked = await publishGame(host, { needsApproval: true, maxGuests: 3 })
    expect(await readProblem(await bring(ana, asked, [bo]))).toMatchObject({ code: 'SeatsNotHeld' })
    const paid = await publishGame(host, { maxGuests: 3 })
    await setPrice(paid)
    expect(await readProblem(await bring(ana, paid, [bo]))).toMatchObject({ code: 'PayBeforeFriends' })
    expect(await statesOf(paid)).toEqual([])
    // Hosts do not pay in their own games.
    expect((await bring(host, paid, [cy])).status).toBe(200)
    expect(await statesOf(paid)).toEqual(['cy offered', 'host going'])
    await deliverAll()
    const mail = queues.sent.splice(0).find(({ subject }) => subject.startsWith('Name of host holds a seat for you'))
    expect(mail?.text.replace(/\s+/g, ' ')).toContain(
      'Price: $15. You pay once you accept, and are not on the list until you have paid. Without an answer, the seat is free for others.',
    )
  })

  it('answer the questions of the game as they accept, which the link of the email leaves to the page', async () => {
    const questions = [
      { id: 'q1', text: 'Do you have a paddle?', isRequired: true },
      { id: 'q2', text: 'Your level?', isRequired: false },
    ]
    const id = await publishGame(host, { questions, capacity: 4, maxGuests: 3, title: 'Asking' })
    expect((await bring(ana, id, [bo, cy], { answers: { q1: 'Mine' } })).status).toBe(200)
    expect(await readProblem(await take(bo, id))).toMatchObject({ code: 'AnswerMissing', title: 'Please answer: Do you have a paddle?' })
    // A tap on the notice opens what asks them.
    await newsOf(bo)
    expect(await rowsOf("SELECT path FROM notices WHERE user_id = 'bo' AND title LIKE '%Asking'")).toEqual([
      { path: `/evt/${id}?open=accept` },
    ])
    await deliverAll()
    const mail = queues.sent.splice(0).find(({ to, subject }) => to === 'cy@local.test' && subject.endsWith('Asking'))
    const link = `/api/seat-offers/${/token=([\w-]+)/.exec(mail?.text ?? '')?.[1]}`
    expect(await (await ask(link)).json()).toMatchObject({ state: 'open', asksMore: true })
    expect(await readProblem(await ask(`${link}/take`, { method: 'POST' }))).toMatchObject({ code: 'AnswerMissing' })
    expect(await statesOf(id)).toEqual(['ana going', 'bo offered', 'cy offered'])
    const answered = await bo.ask(`/api/events/${id}/me/take`, { method: 'POST', json: { answers: { q1: 'Yes', other: 'dropped' } } })
    expect(answered.status).toBe(200)
    expect(await getMyJoiner(bo, id)).toMatchObject({ state: 'going', answers: { q1: 'Yes' } })
    // They need no answer to decline.
    expect((await ask(`${link}/reject`, { method: 'POST' })).status).toBe(204)
    expect(await statesOf(id)).toEqual(['ana going', 'bo going', 'cy left'])
  })

  it('are not the friends of whoever takes their seat from them', async () => {
    const id = await publishGame(host, { capacity: 4, maxGuests: 1 })
    await bring(ana, id, [bo])
    await take(bo, id)
    await befriend('bo', 'stranger')
    expect((await offerSeat(bo, id, 'stranger')).status).toBe(200)
    expect((await answerSeat(stranger, id, 'accept')).status).toBe(200)
    expect(await friendsOf(ana, id)).toEqual([])
    expect(await friendsOf(stranger, id)).toEqual([])
  })

  it('still count like guests when the player changes their guests, until the friends are out', async () => {
    const id = await publishGame(host, { capacity: 9, maxGuests: 2 })
    await bring(ana, id, [bo, cy])
    const changeTo = (guests: string[]) => ana.ask(`/api/events/${id}/me`, { method: 'PATCH', json: { slotId: null, guests } })
    expect(await readProblem(await changeTo(['Leo']))).toMatchObject({ code: 'TooManyGuests' })
    await take(bo, id)
    expect(await readProblem(await changeTo(['Leo']))).toMatchObject({ code: 'TooManyGuests' })
    await leave(bo, id)
    expect((await changeTo(['Leo'])).status).toBe(200)
    expect((await getMyJoiner(ana, id))?.guests).toEqual(['Leo'])
  })

  it('count also when the player has left and comes back, who can always come alone', async () => {
    const id = await publishGame(host, { capacity: 9, maxGuests: 2 }, { repeat: repeatWeekly(2) })
    await bring(ana, id, [bo, cy])
    await take(bo, id)
    await take(cy, id)
    await leave(ana, id)
    expect(await readProblem(await join(ana, id, { guests: ['Leo'] }))).toMatchObject({ code: 'TooManyGuests' })
    expect(await readProblem(await bring(ana, id, [stranger]))).toMatchObject({ code: 'TooManyGuests' })
    const series = await ana.ask(`/api/events/${id}/me/series`, { method: 'PUT', json: { guests: ['Leo'] } })
    const { dates } = (await series.json()) as SeriesAnswer
    expect(dates.map(({ state, why }) => state ?? why)).toEqual(['You can bring up to 2 guests.', 'going'])
    await leave(cy, id)
    // Bo is counted once, also if Ana names him again.
    expect((await bring(ana, id, [bo], { guests: ['Leo'] })).status).toBe(200)
    await leave(ana, id)
    await bring(ana, id, [cy])
    await take(cy, id)
    await leave(ana, id)
    expect((await join(ana, id)).status).toBe(200)
    expect(await statesOf(id)).toEqual(['ana going', 'bo going', 'cy going'])
  })

  it('do not stop the player from bringing fewer guests, or from changing the slot with the same', async () => {
    const slots = ['one', 'two'].map((slot) => ({ id: slot, name: `Court ${slot}`, capacity: 4 }))
    const id = await publishGame(host, { slots, maxGuests: 3 })
    await bring(ana, id, [bo], { slotId: 'one', guests: ['Leo', 'Mia'] })
    expect((await change(host, id, { maxGuests: 1 })).status).toBe(204)
    const changeTo = (slotId: string, guests: string[]) => ana.ask(`/api/events/${id}/me`, { method: 'PATCH', json: { slotId, guests } })
    expect(await readProblem(await changeTo('one', ['Leo', 'Mia', 'Noa']))).toMatchObject({ code: 'TooManyGuests' })
    expect((await changeTo('two', ['Leo', 'Mia'])).status).toBe(200)
    expect((await changeTo('two', ['Leo'])).status).toBe(200)
    // They need a seat each, all the same.
    await join(host, id, { slotId: 'one' })
    await join(stranger, id, { slotId: 'one' })
    await join(cy, id, { slotId: 'one' })
    expect(await readProblem(await changeTo('one', ['Leo']))).toMatchObject({ code: 'NoSeatLeft' })
  })

  it('have a number of their own in a lottery, should they have to wait one day', async () => {
    const id = await publishGame(host, { capacity: 9, maxGuests: 2, waitlistMode: 'lottery' })
    await bring(ana, id, [bo, cy])
    const ranks = await rowsOf('SELECT waitlist_rank FROM joiners WHERE event_id = ?', id)
    expect(new Set(ranks.map(({ waitlist_rank }) => Number(waitlist_rank))).size).toBe(3)
    expect(ranks.map(({ waitlist_rank }) => waitlist_rank)).not.toContain(0)
  })

  it('accept a second time without an error, as when the first answer was lost on its way', async () => {
    const id = await publishGame(host, { maxGuests: 1 })
    await bring(ana, id, [bo])
    expect((await take(bo, id)).status).toBe(200)
    expect((await take(bo, id)).status).toBe(200)
    await leave(bo, id)
    expect(await readProblem(await take(bo, id))).toMatchObject({ code: 'SeatNotFree' })
  })

  it('never sit because a host says so, and a repeated request holds nothing twice', async () => {
    const id = await publishGame(host, { capacity: 9, maxGuests: 3 })
    await bring(ana, id, [bo])
    await bring(ana, id, [bo, cy])
    expect(await statesOf(id)).toEqual(['ana going', 'bo offered'])
    const seated = await actOn(host, id, 'bo', 'seat')
    expect(await readProblem(seated)).toMatchObject({ code: 'FriendNotAnswered' })
    expect((await getEvent(bo, id)).live.mine).toMatchObject({ state: 'offered' })
  })

  it('can come later, when the player has a seat: with the same limits, behind the waitlist, and only once', async () => {
    const id = await publishGame(host, { capacity: 4, maxGuests: 2, title: 'Later' })
    const bringLater = (person: Person, friends: Person[]) =>
      person.ask(`/api/events/${id}/me/friends`, { method: 'POST', json: { friendIds: friends.map((friend) => friend.id) } })
    expect(await readProblem(await bringLater(ana, [bo]))).toMatchObject({ code: 'NotInEvent' })
    await join(ana, id, { guests: ['Leo'] })
    expect(await readProblem(await bringLater(ana, [bo, cy]))).toMatchObject({ code: 'TooManyGuests' })
    const answer = (await (await bringLater(ana, [bo])).json()) as { live: EventLive }
    expect(answer.live).toMatchObject({ taken: 3, held: 1 })
    expect(await friendsOf(ana, id)).toEqual(['for Name of bo open'])
    expect(await newsOf(bo)).toContain('Name of ana holds a seat for you: Later')
    expect((await bringLater(ana, [bo])).status).toBe(200)
    expect(await statesOf(id)).toEqual(['ana going', 'bo offered'])
    // Without a seat for each, or while somebody waits, nobody is held before others: they are invited.
    await ana.ask(`/api/events/${id}/me`, { method: 'PATCH', json: { slotId: null, guests: [] } })
    await join(host, id, { guests: ['Max'] })
    await join(stranger, id, { orWait: true })
    expect((await bringLater(ana, [cy])).status).toBe(200)
    expect(await statesOf(id)).toEqual(['ana going', 'bo offered', 'host going', 'stranger waiting'])
    expect(await newsOf(cy)).toContain('Name of ana invited you to Later')
  })

  it('can come later only where seats can be held at all', async () => {
    const asked = await publishGame(host, { needsApproval: true, maxGuests: 3 })
    await join(ana, asked)
    await actOn(host, asked, 'ana', 'approve')
    const bringLater = (id: string) => ana.ask(`/api/events/${id}/me/friends`, { method: 'POST', json: { friendIds: ['bo'] } })
    expect(await readProblem(await bringLater(asked))).toMatchObject({ code: 'SeatsNotHeld' })
    const begun = await publishGame(host, { maxGuests: 3 })
    await join(ana, begun)
    vi.setSystemTime((await getEvent(host, begun)).startsAt)
    expect(await readProblem(await bringLater(begun))).toMatchObject({ code: 'EventStarted' })
  })

  it('keep enough time to pay if a host moves the game to an earlier time', async () => {
    const id = await publishGame(host, { maxGuests: 3 })
    await setPrice(id)
    await bring(host, id, [cy])
    expect((await change(host, id, { starts: inDays(0, '15:00'), ends: inDays(0, '17:00') })).status).toBe(204)
    const { startsAt } = await getEvent(host, id)
    expect((await getMyJoiner(cy, id))?.offerExpiresAt).toBe(startsAt - timeToPay)
  })

  it('have less time the nearer the game is, and never longer than until its start', async () => {
    const id = await publishGame(host, { capacity: 9, maxGuests: 3 })
    const { startsAt } = await getEvent(host, id)
    vi.setSystemTime(startsAt - 2 * hour)
    await bring(ana, id, [bo])
    expect((await getMyJoiner(bo, id))?.offerExpiresAt).toBe(Date.now() + 15 * minute)
    await leave(ana, id)
    vi.setSystemTime(startsAt - 5 * minute)
    await bring(ana, id, [bo])
    expect((await getMyJoiner(bo, id))?.offerExpiresAt).toBe(startsAt)
  })
})
