import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ManagedEvent } from '../../domain/events/manage-contract.ts'
import { canTakeSeatNow } from '../../domain/events/viewer-state.ts'
import { hour, minute } from '../../domain/time/spans.ts'
import { deliverAll, deliverNotices, holdQueues } from '../notifications/hold-queues.ts'
import { befriend, enter, type Person, putInTeams, rowsOf } from '../profiles/people.ts'
import { ask, readProblem } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import { inDays, makeGameForm, noon, repeatWeekly } from '../setup/make-game-form.ts'
import {
  actOn,
  answerSeat,
  cancel,
  change,
  getEvent,
  getLive,
  getMyJoiner,
  join,
  leave,
  noticeTitlesOf,
  offerSeat,
  passMinutes,
  publishGame,
  statesOf,
} from './games.ts'

collectLog()
const queues = holdQueues()

let [host, co, ana, bo, cy, di] = [] as unknown as [Person, Person, Person, Person, Person, Person]

beforeAll(async () => {
  const all = await Promise.all(['host', 'co', 'ana', 'bo', 'cy', 'di'].map((id) => enter(id)))
  ;[host, co, ana, bo, cy, di] = all as typeof all & [Person, Person, Person, Person, Person, Person]
  await befriend('host', 'co')
})

beforeEach(async () => {
  // Cancels the games of other tests, so that they make no more offers.
  await env.DB.exec("UPDATE events SET state = 'cancelled'")
  vi.useFakeTimers({ toFake: ['Date'], now: noon })
  return () => vi.useRealTimers()
})

const later = (ms: number) => vi.setSystemTime(Date.now() + ms)

/** Joins a second later, so that no two people join at the same moment. */
async function joinNext(person: Person, id: string, json: Parameters<typeof join>[2] = { orWait: true }) {
  later(1000)
  return join(person, id, json)
}

async function joinAll(id: string, ...people: Person[]) {
  for (const person of people) await joinNext(person, id)
}

const expectStates = (id: string, ...states: string[]) => vi.waitFor(async () => expect(await statesOf(id)).toEqual(states))
const takeSeat = (person: Person, id: string) => person.ask(`/api/events/${id}/me/take`, { method: 'POST' })
const offersSent = () =>
  queues.mail.flatMap(({ body }) => (body.template.name === 'seat-offer' ? [{ to: body.to, ...body.template.data }] : []))

describe('A change of the number of seats', () => {
  it('is refused if more seats are taken, and changes nothing', async () => {
    const id = await publishGame(host, { capacity: 3 })
    await joinAll(id, ana, bo)
    const refused = await change(host, id, { capacity: 1 })
    expect(refused.status).toBe(409)
    expect((await readProblem(refused)).title).toContain('More seats are already taken')
    expect(await getLive(host, id)).toMatchObject({ capacity: 3, taken: 2, version: 1 })
    expect((await change(host, id, { capacity: 2 })).status).toBe(204)
  })

  it('from one to three offers seats to exactly the first two people on the waitlist', async () => {
    const id = await publishGame(host, { capacity: 1 })
    await joinAll(id, ana, bo, cy, di)
    expect((await change(host, id, { capacity: 3 })).status).toBe(204)
    await expectStates(id, 'ana going', 'bo offered', 'cy offered', 'di waiting')
    await vi.waitFor(() =>
      expect(
        offersSent()
          .map(({ to }) => to)
          .toSorted(),
      ).toEqual(['bo@local.test', 'cy@local.test']),
    )
    await passMinutes(1)
    await expectStates(id, 'ana going', 'bo offered', 'cy offered', 'di waiting')
  })

  it('is refused if another host has just changed the game', async () => {
    const id = await publishGame(host, { coHosts: ['co'] })
    const { form } = (await (await host.ask(`/api/events/${id}/form`)).json()) as { form: object }
    const save = (person: Person, capacity: number) =>
      person.ask(`/api/events/${id}`, { method: 'PATCH', json: { form: { ...form, capacity, coHosts: ['co'] }, version: 1 } })
    const answers = await Promise.all([save(host, 7), save(co, 8)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 409])
    const lost = answers.find(({ status }) => status === 409) as Response
    expect((await readProblem(lost)).title).toContain('changed in another tab')
    expect((await getLive(host, id)).capacity).toBe(answers[0]?.status === 204 ? 7 : 8)
  })

  it('offers seats to the next people if the first entry needs more seats than the game has', async () => {
    const id = await publishGame(host, { capacity: 3 })
    await joinNext(ana, id)
    await joinNext(bo, id, { guests: ['Max', 'Zoe'], orWait: true })
    await joinNext(cy, id)
    expect(await statesOf(id)).toEqual(['ana going', 'bo waiting', 'cy waiting'])
    expect((await change(host, id, { capacity: 2 })).status).toBe(204)
    await expectStates(id, 'ana going', 'bo waiting', 'cy offered')
    const answer = await joinNext(di, id, { guests: ['Ed', 'Flo'], orWait: true })
    expect((await readProblem(answer)).title).toBe('There are only 2 seats.')
    expect((await change(host, id, { capacity: 5 })).status).toBe(204)
    await expectStates(id, 'ana going', 'bo offered', 'cy offered')
  })
})

describe('Two hosts at once', () => {
  it('cannot both approve the same person, and cannot approve two people for one seat', async () => {
    const id = await publishGame(host, { capacity: 1, needsApproval: true, coHosts: ['co'] })
    await joinAll(id, ana, bo)
    expect(await statesOf(id)).toEqual(['ana asked', 'bo asked'])
    const twice = await Promise.all([actOn(host, id, 'ana', 'approve'), actOn(co, id, 'ana', 'approve')])
    expect(twice.map(({ status }) => status).toSorted()).toEqual([204, 409])
    await actOn(host, id, 'bo', 'approve')
    expect(await statesOf(id)).toEqual(['ana going', 'bo waiting'])
    expect(await noticeTitlesOf(id, ana, bo)).toEqual([['You are in: Open play'], ['You are on the waitlist for Open play']])
  })

  it('can approve two people at the same moment: one gets the seat, the other is first on the waitlist', async () => {
    const id = await publishGame(host, { capacity: 1, needsApproval: true, coHosts: ['co'] })
    await joinAll(id, ana, bo)
    await Promise.all([actOn(host, id, 'ana', 'approve'), actOn(co, id, 'bo', 'approve')])
    expect((await statesOf(id)).map((state) => state.split(' ')[1]).toSorted()).toEqual(['going', 'waiting'])
  })
})

describe('Approval', () => {
  it('is needed for an offer too: people without it are offered no seat', async () => {
    const id = await publishGame(host, { capacity: 1, needsApproval: true })
    await joinAll(id, ana, bo, cy)
    await actOn(host, id, 'ana', 'approve')
    await actOn(host, id, 'cy', 'approve')
    expect(await statesOf(id)).toEqual(['ana going', 'bo asked', 'cy waiting'])
    expect(await noticeTitlesOf(id, cy, bo)).toEqual([['You are on the waitlist for Open play'], []])
    expect(offersSent()).toEqual([])
    const calendarOf = async (person: Person) => (await person.ask(`/api/events/${id}/calendar.ics`)).status
    expect([await calendarOf(ana), await calendarOf(bo), await calendarOf(cy)]).toEqual([200, 409, 409])
    await leave(ana, id)
    await expectStates(id, 'ana left', 'bo asked', 'cy offered')
    await vi.waitFor(() => expect(offersSent().map(({ to }) => to)).toEqual(['cy@local.test']))
  })

  it('that is turned off accepts all requests in their order, to a seat or to the waitlist', async () => {
    const foe = await enter('approval-foe')
    const slots = ['a', 'b'].map((slotId) => ({ id: slotId, name: `Court ${slotId}`, capacity: 2 }))
    const id = await publishGame(host, { slots, needsApproval: true })
    await joinNext(foe, id, { slotId: 'a' })
    await joinNext(ana, id, { slotId: 'a' })
    await joinNext(bo, id, { slotId: 'a', guests: ['Max'] })
    await joinNext(cy, id, { slotId: 'a' })
    await joinNext(di, id, { slotId: 'b' })
    expect((await host.ask('/api/privacy/blocks', { method: 'POST', json: { userIds: ['approval-foe'] } })).status).toBe(200)
    expect((await change(host, id, { needsApproval: true, maxGuests: 2 })).status).toBe(204)
    expect((await statesOf(id)).map((words) => words.split(' ')[1])).toEqual(['asked', 'asked', 'asked', 'asked', 'asked'])
    await deliverNotices()
    expect((await change(host, id, { needsApproval: false })).status).toBe(204)
    const states = ['approval-foe waiting', 'ana going', 'bo waiting', 'cy waiting', 'di going']
    expect(await statesOf(id)).toEqual(states)
    expect(await getLive(host, id)).toMatchObject({ taken: 2, waiting: 3 })
    expect([await getMyJoiner(bo, id), await getMyJoiner(cy, id)]).toMatchObject([{ position: 1 }, { position: 2 }])
    const [going, waiting] = [['You are in: Open play'], ['You are on the waitlist for Open play']]
    expect(await noticeTitlesOf(id, ana, bo, cy, di, foe)).toEqual([going, waiting, waiting, going, waiting])
    const notices = await rowsOf("SELECT topic, path, key FROM notices WHERE path LIKE ? AND user_id = 'di'", `%/${id}`)
    expect(notices).toEqual([{ topic: 'eventJoined', path: `/evt/${id}`, key: expect.stringMatching(/^event-going:./) }])
    // One seat of the slot is free, but it is kept for bo and their guest, who wait for two.
    expect((await joinNext(co, id, { slotId: 'a' })).status).toBe(409)
    await leave(ana, id)
    await expectStates(id, 'approval-foe waiting', 'ana left', 'bo offered', 'cy waiting', 'di going')
    await vi.waitFor(() => expect(offersSent().map(({ to }) => to)).toEqual(['bo@local.test']))
  })

  it('that is turned off for a series accepts the requests at each date, and does not pass people who already wait', async () => {
    const id = await publishGame(host, { capacity: 1, needsApproval: true }, { repeat: repeatWeekly(2) })
    const next = (await getEvent(host, id)).series?.others[0]?.id ?? ''
    await joinAll(id, ana, bo, cy)
    await joinAll(next, di)
    for (const who of ['ana', 'cy']) await actOn(host, id, who, 'approve')
    expect(await statesOf(id)).toEqual(['ana going', 'bo asked', 'cy waiting'])
    // At midnight, a free seat is offered to nobody.
    vi.setSystemTime(noon + 12 * hour)
    await leave(ana, id)
    expect((await change(host, id, { needsApproval: false }, { scope: 'all' })).status).toBe(204)
    expect([await statesOf(id), await statesOf(next)]).toEqual([['ana left', 'bo waiting', 'cy waiting'], ['di going']])
    await passMinutes(10 * 60)
    await expectStates(id, 'ana left', 'bo offered', 'cy waiting')
    await vi.waitFor(() => expect(offersSent().map(({ to }) => to)).toEqual(['bo@local.test']))
  })

  it('cannot be bypassed by giving a seat away', async () => {
    const id = await publishGame(host, { capacity: 1, needsApproval: true })
    await joinAll(id, ana, bo, cy)
    await actOn(host, id, 'ana', 'approve')
    for (const to of ['di', 'bo']) expect((await offerSeat(ana, id, to)).status, to).toBe(409)
    expect(await statesOf(id)).toEqual(['ana going', 'bo asked', 'cy asked'])
    await actOn(host, id, 'cy', 'approve')
    expect((await offerSeat(ana, id, 'cy')).status).toBe(200)
    expect(await statesOf(id)).toEqual(['ana going', 'bo asked', 'cy waiting'])
    expect((await answerSeat(cy, id, 'accept')).status).toBe(200)
    expect(await statesOf(id)).toEqual(['cy going', 'bo asked'])
  })
})

describe('An offer', () => {
  it('ends when the game is cancelled, and no more offers are made', async () => {
    const id = await publishGame(host, { capacity: 1 })
    await joinAll(id, ana, bo, cy)
    await leave(ana, id)
    await expectStates(id, 'ana left', 'bo offered', 'cy waiting')
    await vi.waitFor(() => expect(offersSent().length).toBe(1))
    const token = offersSent()[0]?.token
    expect((await cancel(host, id)).status).toBe(204)
    expect(((await (await ask(`/api/seat-offers/${token}`)).json()) as { state: string }).state).toBe('over')
    expect((await ask(`/api/seat-offers/${token}/take`, { method: 'POST' })).status).toBe(409)
    expect((await takeSeat(bo, id)).status).toBe(409)
    expect((await takeSeat(cy, id)).status).toBe(409)
    await leave(bo, id)
    await passMinutes(1)
    await passMinutes(3 * 60)
    await expectStates(id, 'ana left', 'bo left', 'cy waiting')
    expect(offersSent().length).toBe(1)
  })

  it('can be turned into a seat by a host, even in a full game; its link then no longer works', async () => {
    const id = await publishGame(host, { capacity: 1 })
    await joinAll(id, ana, bo, cy)
    await leave(ana, id)
    await expectStates(id, 'ana left', 'bo offered', 'cy waiting')
    await vi.waitFor(() => expect(offersSent().length).toBe(1))
    expect((await actOn(host, id, 'cy', 'seat')).status).toBe(409)
    expect((await actOn(host, id, 'bo', 'seat')).status).toBe(204)
    await passMinutes(3 * 60)
    await expectStates(id, 'ana left', 'bo going', 'cy waiting')
    expect((await ask(`/api/seat-offers/${offersSent()[0]?.token}/reject`, { method: 'POST' })).status).toBe(409)
    await expectStates(id, 'ana left', 'bo going', 'cy waiting')
  })

  it('expires at its time without any request, and the seat is offered to the next person', async () => {
    const id = await publishGame(host, { capacity: 1 })
    await joinAll(id, ana, bo, cy)
    await leave(ana, id)
    await expectStates(id, 'ana left', 'bo offered', 'cy waiting')
    await vi.waitFor(() => expect(offersSent().length).toBe(1))
    const [first] = offersSent()
    // If the game is more than a day away, people have two hours to answer.
    expect(Math.abs((first?.expiresAt ?? 0) - Date.now() - 2 * hour)).toBeLessThan(2000)
    await passMinutes(119)
    expect(await getMyJoiner(bo, id)).toMatchObject({ state: 'offered' })
    await passMinutes(2)
    await expectStates(id, 'ana left', 'bo expired', 'cy offered')
    expect((await ask(`/api/seat-offers/${first?.token}/take`, { method: 'POST' })).status).toBe(409)
    expect(offersSent().map(({ to }) => to)).toEqual(['bo@local.test', 'cy@local.test'])
  })

  it('and its end are notifications in the app, once each; only the offer is also sent by email', async () => {
    const id = await publishGame(host, { capacity: 1, title: 'Busy play' })
    await joinAll(id, ana, bo, cy)
    await leave(ana, id)
    await expectStates(id, 'ana left', 'bo offered', 'cy waiting')
    await vi.waitFor(() => expect(offersSent().length).toBe(1))
    await deliverNotices()
    // The first offer ends with a request of another person, the second one by the cron.
    later(2 * hour)
    expect((await joinNext(di, id, {})).status).toBe(409)
    await passMinutes(1)
    await expectStates(id, 'ana left', 'bo expired', 'cy offered')
    await deliverNotices()
    await passMinutes(2 * 60)
    await passMinutes(1)
    await deliverAll()
    const notices = await rowsOf(
      "SELECT user_id, title, text, path FROM notices WHERE path = ? AND user_id <> 'host' ORDER BY user_id, title",
      `/evt/${id}`,
    )
    expect(notices.map(({ user_id, title }) => `${user_id}: ${title}`)).toEqual([
      'bo: A seat is free for you: Busy play',
      'bo: Your seat offer expired: Busy play',
      'cy: A seat is free for you: Busy play',
      'cy: Your seat offer expired: Busy play',
    ])
    expect(notices[0]?.text).toBe(
      'Saturday, Nov 28, 12:00 PM CST, Northside Courts. It is reserved for you until Wednesday, Nov 25, 2:00 PM CST. Accept it, or decline so the next person gets it.',
    )
    const mails = queues.sent.filter(({ to }) => to !== 'host@local.test').map(({ subject }) => subject)
    expect(mails.filter((subject) => !subject.startsWith('You left'))).toHaveLength(2)
  })

  it('is not made to people who have a block with a host or can no longer see the game, and their links stop working', async () => {
    const [foe, fiend] = [await enter('foe'), await enter('fiend')]
    await putInTeams(['waitlist-team'], ['host', 'ana', 'bo', 'cy'])
    await rowsOf("UPDATE team_members SET role = 'organizer' WHERE user_id = 'host'")
    const id = await publishGame(host, { capacity: 1 })
    const forTeam = await publishGame(host, { capacity: 1, visibility: 'team', teamId: 'waitlist-team', title: 'Club night' })
    await joinAll(id, ana, foe, fiend, di)
    await joinAll(forTeam, ana, bo, cy)
    await leave(ana, id)
    await expectStates(id, 'ana left', 'foe offered', 'fiend waiting', 'di waiting')
    await vi.waitFor(() => expect(offersSent().length).toBe(1))
    const token = offersSent()[0]?.token
    expect((await host.ask('/api/privacy/blocks', { method: 'POST', json: { userIds: ['foe', 'fiend'] } })).status).toBe(200)
    await rowsOf("DELETE FROM team_members WHERE user_id = 'bo'")
    expect(((await (await ask(`/api/seat-offers/${token}`)).json()) as { state: string }).state).toBe('over')
    expect((await ask(`/api/seat-offers/${token}/take`, { method: 'POST' })).status).toBe(409)
    expect((await ask(`/api/seat-offers/${token}/reject`, { method: 'POST' })).status).toBe(204)
    await expectStates(id, 'ana left', 'foe left', 'fiend waiting', 'di offered')
    await leave(ana, forTeam)
    await expectStates(forTeam, 'ana left', 'bo waiting', 'cy offered')
    await vi.waitFor(() => expect(offersSent().map(({ to }) => to)).toEqual(['foe@local.test', 'di@local.test', 'cy@local.test']))
  })

  it('expires at the start at the latest, and no offer is made after it', async () => {
    // The game is in three days at noon. The test begins five minutes before.
    const id = await publishGame(host, { capacity: 1 })
    const startsAt = (await getEvent(host, id)).startsAt
    vi.setSystemTime(startsAt - 5 * minute)
    await joinAll(id, ana, bo, cy)
    await leave(ana, id)
    await expectStates(id, 'ana left', 'bo offered', 'cy waiting')
    expect(await getMyJoiner(bo, id)).toMatchObject({ offerExpiresAt: startsAt })
    vi.setSystemTime(startsAt)
    expect((await takeSeat(bo, id)).status).toBe(409)
    await passMinutes(1)
    await expectStates(id, 'ana left', 'bo expired', 'cy waiting')
    expect((await takeSeat(cy, id)).status).toBe(409)
    expect((await join(di, id)).status).toBe(409)
    await vi.waitFor(() => expect(offersSent().length).toBe(1))
  })

  it('ends earlier if the start is moved to an earlier time', async () => {
    const id = await publishGame(host, { capacity: 1, starts: inDays(2), ends: inDays(2, '14:00') })
    await joinAll(id, ana, bo)
    await leave(ana, id)
    await expectStates(id, 'ana left', 'bo offered')
    expect((await change(host, id, { starts: inDays(0, '13:00'), ends: inDays(0, '15:00') })).status).toBe(204)
    expect(await getMyJoiner(bo, id)).toMatchObject({ offerExpiresAt: (await getEvent(host, id)).startsAt })
  })

  it('is not made at night in the game’s time zone, but to the first person in the morning', async () => {
    const id = await publishGame(host, { capacity: 1 })
    await joinAll(id, ana, bo, cy)
    // 22:00 in Austin.
    vi.setSystemTime(noon + 10 * hour)
    await leave(ana, id)
    await passMinutes(0)
    await passMinutes(9 * 60 + 59)
    expect(await statesOf(id)).toEqual(['ana left', 'bo waiting', 'cy waiting'])
    // A new player cannot overtake them.
    expect((await join(di, id)).status).toBe(409)
    await passMinutes(1)
    await expectStates(id, 'ana left', 'bo offered', 'cy waiting')
    expect(offersSent().map(({ to }) => to)).toEqual(['bo@local.test'])
  })

  it('is not needed by the first person on the waitlist, who can take a free seat at night', async () => {
    const id = await publishGame(host, { capacity: 1 })
    await joinAll(id, ana, bo, cy)
    vi.setSystemTime(noon + 12 * hour)
    await leave(ana, id)
    expect((await takeSeat(cy, id)).status).toBe(409)
    expect((await takeSeat(bo, id)).status).toBe(200)
    await expectStates(id, 'ana left', 'bo going', 'cy waiting')
  })

  it('is made where it is day, even if many other games with free seats are where it is night', async () => {
    const day = await publishGame(host, { capacity: 1, starts: inDays(5), ends: inDays(5, '14:00') })
    await joinAll(day, ana, bo)
    await env.DB.batch([
      env.DB.prepare("UPDATE joiners SET state = 'left' WHERE event_id = ? AND user_id = 'ana'").bind(day),
      env.DB.prepare('UPDATE events SET taken = 0 WHERE id = ?').bind(day),
      // These games start sooner, but in Tokyo it is three in the morning.
      env.DB.prepare(
        `INSERT INTO events SELECT 'night-' || n.value, creator_id, team_id, series_id, activity, title, description, picture_key, place_id, place_name,
           address, lat, lng, 'Asia/Tokyo', starts_at - 86400000, ends_at - 86400000, level_min, level_max, capacity, slots, max_guests, visibility,
           needs_approval, questions, leave_minutes, waitlist_mode, state, publish_at, cancel_reason, 0, 1, reminded, version, created_at, updated_at, pricing,
           joins_at, plus_joins_early, form_id, 0
         FROM events, (WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < 120) SELECT value FROM n) n WHERE id = ?`,
      ).bind(day),
      env.DB.prepare(
        `INSERT INTO joiners SELECT 'in-' || e.id, e.id, 'cy', NULL, NULL, 'waiting', 1, '[]', '{}', 0, 1, NULL, NULL, 0, NULL, 0, e.starts_at, 1, 0, NULL, NULL, NULL, 0, NULL, '[]'
         FROM events e WHERE e.time_zone = 'Asia/Tokyo'`,
      ),
    ])
    await passMinutes(1)
    expect(await statesOf(day)).toEqual(['ana left', 'bo offered'])
    await env.DB.exec("DELETE FROM joiners WHERE id LIKE 'in-night-%'")
    await env.DB.exec("DELETE FROM events WHERE id LIKE 'night-%'")
  })
})

describe('The waitlist', () => {
  it('is sorted by the time of joining only, even if people change their guests', async () => {
    const id = await publishGame(host, { capacity: 1 })
    await joinAll(id, ana, bo, cy, di)
    await bo.ask(`/api/events/${id}/me`, { method: 'PATCH', json: { guests: [] } })
    await leave(cy, id)
    await joinNext(cy, id)
    await bo.ask(`/api/events/${id}/me`, { method: 'PATCH', json: { guests: ['Max'] } })
    await bo.ask(`/api/events/${id}/me`, { method: 'PATCH', json: { guests: [] } })
    expect(await statesOf(id)).toEqual(['ana going', 'bo waiting', 'di waiting', 'cy waiting'])
    expect(await getMyJoiner(cy, id)).toMatchObject({ position: 3 })
  })

  it('counts only people who can get a seat, and the first of them can take the free seat', async () => {
    const foe = await enter('waitlist-foe')
    const id = await publishGame(host, { capacity: 4 })
    await joinAll(id, ana)
    await joinNext(bo, id, { guests: ['Max', 'Zoe', 'Kim'], orWait: true })
    await joinAll(id, foe, cy, di)
    expect(await Promise.all([bo, foe, cy, di].map(async (person) => (await getMyJoiner(person, id))?.position))).toEqual([1, 2, 3, 4])
    // It is midnight in Austin, so nobody gets an offer.
    vi.setSystemTime(noon + 12 * hour)
    expect((await change(host, id, { capacity: 2 })).status).toBe(204)
    expect((await host.ask('/api/privacy/blocks', { method: 'POST', json: { userIds: ['waitlist-foe'] } })).status).toBe(200)
    expect(await Promise.all([bo, foe, cy, di].map(async (person) => (await getMyJoiner(person, id))?.position))).toEqual([
      null,
      undefined,
      1,
      2,
    ])
    const { joiners } = (await (await host.ask(`/api/events/${id}/manage`)).json()) as ManagedEvent
    const numbers = joiners.flatMap(({ state, userId, position }) => (state === 'waiting' ? [[userId, position]] : []))
    expect(numbers).toEqual([
      ['bo', null],
      ['waitlist-foe', 1],
      ['cy', 2],
      ['di', 3],
    ])
    expect(canTakeSeatNow(await getLive(cy, id))).toBe(true)
    // For a person with a block, the game no longer exists.
    expect([(await takeSeat(foe, id)).status, (await takeSeat(cy, id)).status]).toEqual([409, 200])
  })

  it('by turns puts people who sat out the last game first', async () => {
    const first = await publishGame(host, { capacity: 1, waitlistMode: 'turns', maxGuests: 0 }, { repeat: repeatWeekly(2) })
    const [next] = (await getEvent(host, first)).series?.others ?? []
    const second = next?.id ?? ''
    await joinNext(ana, first)
    await joinNext(co, second)
    await joinAll(second, ana, bo)
    expect(await statesOf(second)).toEqual(['co going', 'bo waiting', 'ana waiting'])
    expect(await getMyJoiner(ana, second)).toMatchObject({ position: 2 })
    // The first date has no game before it, so nobody comes first.
    await joinAll(first, bo, cy)
    expect(await statesOf(first)).toEqual(['ana going', 'bo waiting', 'cy waiting'])
  })

  it('by turns also works without a series: the last similar game of the host or the community counts', async () => {
    await putInTeams(['turn-team'], ['host', 'co'])
    await rowsOf("UPDATE team_members SET role = 'organizer' WHERE team_id = 'turn-team'")
    const play = (by: Person, days: number, form: Parameters<typeof publishGame>[1] = {}) =>
      publishGame(by, { capacity: 1, waitlistMode: 'turns', starts: inDays(days), ends: inDays(days, '14:00'), ...form })
    const first = await play(host, 2)
    // A game at another place, with another activity or by another host does not count.
    const others = [
      await play(host, 3, { where: { ...makeGameForm().where, name: 'Southside Courts' } }),
      await play(host, 3, { activity: 'tennis' }),
      await play(co, 3),
    ]
    const second = await play(host, 4)
    await joinNext(ana, first)
    for (const other of others) await joinNext(bo, other)
    await joinAll(second, di, ana, bo)
    expect(await statesOf(second)).toEqual(['di going', 'bo waiting', 'ana waiting'])
    const ours = { teamId: 'turn-team', activity: 'chess' } as const
    const [last, next] = [await play(host, 2, ours), await play(co, 4, ours)]
    await joinNext(ana, last)
    await joinAll(next, di, ana, bo)
    expect(await statesOf(next)).toEqual(['di going', 'bo waiting', 'ana waiting'])
  })

  it('by lottery draws once: people who leave and rejoin keep their number', async () => {
    const id = await publishGame(host, { capacity: 1, waitlistMode: 'lottery' })
    await joinAll(id, ana, bo, cy, di)
    const drawn = await statesOf(id)
    for (let again = 0; again < 3; again++) {
      for (const person of [di, cy, bo]) {
        await leave(person, id)
        await joinNext(person, id)
      }
    }
    expect((await statesOf(id)).filter((state) => state.endsWith('waiting'))).toEqual(drawn.filter((state) => state.endsWith('waiting')))
  })
})

describe('Seats become free', () => {
  it('if a player leaves, brings fewer guests or is removed', async () => {
    const id = await publishGame(host, { capacity: 4 })
    await joinNext(ana, id, { guests: ['Max', 'Zoe'] })
    await joinNext(bo, id)
    expect(await getLive(host, id)).toMatchObject({ taken: 4 })
    await ana.ask(`/api/events/${id}/me`, { method: 'PATCH', json: { guests: ['Max'] } })
    expect(await getLive(host, id)).toMatchObject({ taken: 3 })
    await actOn(host, id, 'bo', 'remove')
    expect(await getLive(host, id)).toMatchObject({ taken: 2 })
    await leave(ana, id)
    expect(await getLive(host, id)).toMatchObject({ taken: 0 })
    // A person who was removed cannot rejoin, and is not told that the game is full. A person who left can rejoin.
    expect((await readProblem(await joinNext(bo, id))).code).toBe('RefusedByHosts')
    expect((await joinNext(ana, id, {})).status).toBe(200)
  })

  it('for nobody else while a player gives their seat away', async () => {
    const id = await publishGame(host, { capacity: 2 })
    await joinNext(ana, id, { guests: ['Max'] })
    await joinAll(id, bo, cy)
    const ticket = (await getMyJoiner(ana, id))?.id
    expect((await offerSeat(ana, id, 'cy')).status).toBe(200)
    expect(await statesOf(id)).toEqual(['ana going', 'bo waiting', 'cy waiting'])
    expect(await noticeTitlesOf(id, cy)).toEqual([['Name of ana offers you their seat at Open play']])
    expect((await answerSeat(cy, id, 'accept')).status).toBe(200)
    expect(await statesOf(id)).toEqual(['cy going', 'bo waiting'])
    expect(await getMyJoiner(cy, id)).toMatchObject({ seats: 2, guests: ['Max'] })
    expect((await getMyJoiner(cy, id))?.id).not.toBe(ticket)
    expect(await getMyJoiner(ana, id)).toBeNull()
    expect(await noticeTitlesOf(id, ana)).toEqual([['Name of cy took your seat at Open play']])
    expect((await offerSeat(ana, id, 'cy')).status).toBe(404)
  })
})

describe('A draft', () => {
  it('is visible to its hosts only until it is published', async () => {
    const id = await publishGame(host, { coHosts: ['co'] }, { publish: { when: 'never' } })
    for (const person of [host, co]) expect((await person.ask(`/api/events/${id}`)).status).toBe(200)
    for (const path of [`/api/events/${id}`, `/api/events/${id}/live`]) {
      expect((await ask(path)).status).toBe(404)
      expect((await ana.ask(path)).status).toBe(404)
    }
    expect((await join(ana, id)).status).toBe(404)
    expect((await host.ask(`/api/events/${id}/publish`, { method: 'POST', json: { publish: { when: 'now' } } })).status).toBe(204)
    expect((await join(ana, id)).status).toBe(200)
  })

  it('cannot be shared; once it is published by link, the host can invite people and the link opens it', async () => {
    const id = await publishGame(host, { visibility: 'link' }, { publish: { when: 'never' } })
    const invite = () => host.ask(`/api/events/${id}/invites`, { method: 'POST', json: { userIds: ['ana'] } })
    expect((await invite()).status).toBe(409)
    expect((await host.ask(`/api/events/${id}/publish`, { method: 'POST', json: { publish: { when: 'now' } } })).status).toBe(204)
    expect(await (await invite()).json()).toEqual({ invited: 1 })
    expect(await noticeTitlesOf(id, ana)).toEqual([['Name of host invited you to Open play']])
    expect((await ana.ask(`/api/events/${id}`)).status).toBe(200)
    expect((await bo.ask(`/api/events/${id}`)).status).toBe(200)
  })
})

describe('A series', () => {
  it('has separate seats for each date; if it moves, players keep their seats and are notified', async () => {
    const first = await publishGame(host, { capacity: 2 }, { repeat: repeatWeekly(3) })
    const [second, third] = ((await getEvent(host, first)).series?.others ?? []).map(({ id }) => id) as [string, string]
    await joinAll(second, ana, bo, cy)
    expect(await Promise.all([first, second, third].map(statesOf))).toEqual([[], ['ana going', 'bo going', 'cy waiting'], []])
    const before = (await getEvent(host, second)).startsAt
    const { form, version } = (await (await host.ask(`/api/events/${first}/form`)).json()) as {
      form: { starts: string; ends: string }
      version: number
    }
    const moved = { ...form, starts: form.starts.replace('12:00', '18:30'), ends: form.ends.replace('14:00', '20:30') }
    expect((await host.ask(`/api/events/${first}`, { method: 'PATCH', json: { form: moved, version, scope: 'all' } })).status).toBe(204)
    expect((await getEvent(host, second)).startsAt).toBe(before + 6.5 * hour)
    expect(await statesOf(second)).toEqual(['ana going', 'bo going', 'cy waiting'])
    const changedIds = queues.notices.flatMap(({ body: { fact } }) => (fact?.kind === 'event-changed' ? [fact.eventId] : []))
    expect(changedIds.toSorted()).toEqual([first, second, third].toSorted())
  })
})
