import { env } from 'cloudflare:workers'
import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { AppError } from '../../domain/errors.ts'
import type { EventForm } from '../../domain/events/form-contract.ts'
import type { SeatOffer } from '../../domain/events/join-contract.ts'
import type { CheckInsAnswer, HostAction, ManagedEvent } from '../../domain/events/manage-contract.ts'
import { judgeSeat, seatWays, timeToPay } from '../../domain/events/seat-rules.ts'
import type { NeedsYou } from '../../domain/needs-you/contract.ts'
import { day, hour, minute } from '../../domain/time/spans.ts'
import { deleteAccount } from '../../worker/accounts/delete-account.ts'
import { joinPeople } from '../../worker/events/fill-games.ts'
import { offerSeats } from '../../worker/events/offers.ts'
import { events } from '../../worker/events/schema.ts'
import { runSeatBatch, seatFacts, seatStateBy } from '../../worker/events/seats.ts'
import { confirmPaidSeat, freeUnpaidSeat } from '../../worker/events/settle-paying.ts'
import { e } from '../../worker/events/tables.ts'
import { sendOutbox } from '../../worker/jobs/commands.ts'
import { readFirst } from '../../worker/platform/batch.ts'
import { openPrimary } from '../../worker/platform/database.ts'
import { asText, computed, orNull, selectFields } from '../../worker/platform/row-query.ts'
import { consume, holdQueues, waitForEmptyOutbox } from '../notifications/hold-queues.ts'
import { befriend, block, enter, type Person, rowsOf } from '../profiles/people.ts'
import { ask, readProblem } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import { noon } from '../setup/make-game-form.ts'
import {
  actOn,
  answerSeat,
  cancel,
  change,
  getLive,
  getMyJoiner,
  join,
  leave,
  makeKey,
  noticeTitlesOf,
  offerSeat,
  passMinutes,
  priceOf,
  publishGame,
  setPrice,
  statesOf,
} from './games.ts'

collectLog()
const queues = holdQueues()
const db = openPrimary(env.DB)
const context = () => ({ now: Date.now(), newId: () => crypto.randomUUID() })

let [host, ana, bo, cy] = [] as unknown as [Person, Person, Person, Person]

beforeAll(async () => {
  const all = await Promise.all(['host', 'ana', 'bo', 'cy'].map((id) => enter(id)))
  ;[host, ana, bo, cy] = all as typeof all & [Person, Person, Person, Person]
  await befriend('ana', 'bo')
})

beforeEach(async () => {
  await env.DB.exec("UPDATE events SET state = 'cancelled'")
  await env.DB.exec('DELETE FROM outreach')
  vi.useFakeTimers({ toFake: ['Date'], now: noon })
  return () => vi.useRealTimers()
})

async function publishPaid(form: Partial<EventForm> = {}): Promise<string> {
  const id = await publishGame(host, form)
  await setPrice(id)
  return id
}
/** Sends the messages of commands that a test has called itself. */
const sendMessages = () => sendOutbox(env, db.outboxIds.splice(0))
const codeOf = async (answer: Promise<Response>) => {
  const { status, code } = await readProblem(await answer)
  return `${status} ${code}`
}
const take = (person: Person, id: string) => person.ask(`/api/events/${id}/me/take`, { method: 'POST' })
const changeSeat = (person: Person, id: string, json: { slotId?: string; guests: string[] }) =>
  person.ask(`/api/events/${id}/me`, { method: 'PATCH', json })
const act = async (id: string, who: Person, action: HostAction) => (await actOn(host, id, who.id, action)).status
const idOf = async (id: string, { id: userId }: Person) =>
  String((await rowsOf('SELECT id FROM joiners WHERE event_id = ? AND user_id = ?', id, userId))[0]?.id)
const settle = async (id: string, person: Person, isPaid: boolean) => {
  const joinerId = await idOf(id, person)
  await runSeatBatch(db, id, Date.now(), isPaid ? confirmPaidSeat(db, Date.now(), joinerId) : freeUnpaidSeat(db, Date.now(), joinerId))
  await sendMessages()
}
const offer = async (id: string) => {
  await offerSeats(db, context(), id)
  await sendMessages()
}
/** Moves the game, so that it starts in this time. */
const startIn = (id: string, ms: number) =>
  env.DB.prepare('UPDATE events SET starts_at = ?2, ends_at = ?2 + 7200000 WHERE id = ?1')
    .bind(id, Date.now() + ms)
    .run()
const lastOffer = async () => {
  await waitForEmptyOutbox()
  const body = queues.mail.flatMap(({ body }) => (body.template.name === 'seat-offer' ? [body.template.data] : [])).at(-1)
  return body?.token ?? ''
}

describe('The rule about prices', () => {
  it('is the same in SQL', async () => {
    const id = await publishGame(host)
    const now = Date.now()
    await rowsOf(
      `INSERT INTO joiners (id, event_id, user_id, state, seats, guests, answers, waitlist_rank, joined_at, arrived, is_no_show, starts_at, updated_at, unpaid_holds)
        VALUES ('often', ?, ?, 'left', 1, '[]', '{}', 0, 1, 0, 0, 1, 1, ?)`,
      id,
      bo.id,
      JSON.stringify([now - 2 * day, now + hour - day, now - 2, now - 1]),
    )
    for (const [price, isForSale] of [
      [null, true],
      [1500, true],
      [1500, false],
    ] as const) {
      await setPrice(id, price)
      await rowsOf('UPDATE payout_accounts SET charges_enabled = ? WHERE user_id = ?', isForSale ? 1 : 0, host.id)
      for (const startsIn of [-hour, timeToPay - 1, timeToPay, 2 * hour]) {
        await startIn(id, startsIn)
        for (const [person, nextHoldAt] of [
          [host, null],
          [ana, null],
          [bo, now + hour],
        ] as const) {
          for (const way of seatWays) {
            const row = await readFirst(
              db,
              selectFields(
                { ...seatFacts(person.id, now), state: computed(seatStateBy(way, person.id, now), orNull(asText)) },
                sql`FROM ${events} ${e} WHERE ${e.id} = ${id}`,
              ),
            )
            const facts = {
              ...{ isPaid: price !== null, isHost: person === host, isForSale, startsAt: now + startsIn },
              ...{ timeZone: 'America/Chicago', nextHoldAt: price === null ? null : nextHoldAt },
            }
            expect(row).toMatchObject(facts)
            const judged = judgeSeat({ ...facts, way, now })
            expect(row?.state, JSON.stringify({ ...facts, way })).toBe(judged instanceof AppError ? null : judged)
          }
        }
      }
    }
    await rowsOf('UPDATE payout_accounts SET charges_enabled = 1 WHERE user_id = ?', host.id)
  })
})

describe('In a game that costs money', () => {
  it('a person who joins holds the seat while they pay, and is in once it is paid for', async () => {
    const id = await publishPaid({ capacity: 2 })
    expect((await join(ana, id)).status).toBe(200)
    expect(await getMyJoiner(ana, id)).toMatchObject({ state: 'paying', seats: 1, offerExpiresAt: null })
    expect(await getLive(ana, id)).toMatchObject({ taken: 1, held: 1, joiners: [] })
    expect((await join(host, id)).status).toBe(200)
    expect(await statesOf(id)).toEqual(['ana paying', 'host going'])
    // No seat is left.
    expect(await codeOf(join(bo, id))).toBe('409 EventFull')
    // The clock does not end it.
    await passMinutes(24 * 60)
    expect(await noticeTitlesOf(id, host)).toEqual([[]])
    await settle(id, ana, true)
    expect(await statesOf(id)).toEqual(['ana going', 'host going'])
    expect(await getLive(ana, id)).toMatchObject({ taken: 2, held: 0 })
    expect(await noticeTitlesOf(id, host)).toEqual([[expect.stringContaining('ana joined')]])
  })

  it('a seat that is not paid for goes to the first person on the waitlist, who pays for it too', async () => {
    const id = await publishPaid({ capacity: 1 })
    await join(ana, id)
    await join(bo, id, { orWait: true })
    await join(cy, id, { orWait: true })
    expect(await statesOf(id)).toEqual(['ana paying', 'bo waiting', 'cy waiting'])
    await settle(id, ana, false)
    await offer(id)
    expect(await statesOf(id)).toEqual(['ana expired', 'bo offered', 'cy waiting'])
    const token = await lastOffer()
    expect((await ask(`/api/seat-offers/${token}/take`, { method: 'POST' })).status).toBe(204)
    expect((await ask(`/api/seat-offers/${token}/take`, { method: 'POST' })).status).toBe(204)
    expect(((await (await ask(`/api/seat-offers/${token}`)).json()) as SeatOffer).state).toBe('paying')
    expect(await statesOf(id)).toEqual(['ana expired', 'bo paying', 'cy waiting'])
    // A payment that comes too late gives nobody a second seat.
    await settle(id, ana, true)
    expect(await statesOf(id)).toEqual(['ana expired', 'bo paying', 'cy waiting'])
    expect((await leave(bo, id)).status).toBe(200)
    expect((await take(cy, id)).status).toBe(200)
    expect(await statesOf(id)).toEqual(['ana expired', 'bo left', 'cy paying'])
  })

  it('an approved person pays, a person to whom a host gives a seat does not', async () => {
    const id = await publishPaid({ needsApproval: true, capacity: 5 })
    for (const person of [ana, bo, cy]) await join(person, id)
    expect(await act(id, ana, 'approve')).toBe(204)
    expect(await act(id, bo, 'seat')).toBe(204)
    expect((await host.ask(`/api/events/${id}/joiners`, { method: 'POST', json: { name: 'Dee', idempotencyKey: makeKey() } })).status).toBe(
      204,
    )
    expect(await statesOf(id)).toEqual(['ana paying', 'bo going', 'cy asked', 'Dee going'])
    expect(await noticeTitlesOf(id, ana, bo)).toEqual([
      [expect.stringContaining('Pay for your seat')],
      [expect.stringContaining('You are in')],
    ])
    // Without approval, requests are accepted.
    expect((await change(host, id, { needsApproval: false })).status).toBe(204)
    expect(await statesOf(id)).toEqual(['ana paying', 'bo going', 'cy paying', 'Dee going'])
    // A host may take cash instead.
    expect(await act(id, ana, 'seat')).toBe(204)
    expect(await act(id, cy, 'remove')).toBe(204)
    expect(await statesOf(id)).toEqual(['ana going', 'bo going', 'cy removed', 'Dee going'])
  })

  it('who was approved reads until when to pay, and who has not paid reads of another price', async () => {
    const id = await publishPaid({ needsApproval: true, capacity: 5 })
    for (const person of [ana, bo, cy]) await join(person, id)
    expect(await act(id, ana, 'approve')).toBe(204)
    expect(await act(id, bo, 'seat')).toBe(204)
    await noticeTitlesOf(id)
    const [told] = await rowsOf("SELECT text FROM notices WHERE user_id = 'ana' AND path LIKE ? AND title LIKE 'Pay for%'", `%/${id}%`)
    expect(told?.text).toMatch(/ Pay by Thursday, Nov 26, 12:00 PM CST, or the seat goes to the next person\.$/)
    expect((await change(host, id, { pricing: priceOf(2000) })).status).toBe(204)
    expect(await noticeTitlesOf(id, bo)).toEqual([[expect.stringContaining('You are in')]])
    const priceTexts = await rowsOf(
      "SELECT user_id, text FROM notices WHERE path LIKE ? AND title LIKE '%has changed' ORDER BY 1",
      `%/${id}%`,
    )
    expect(priceTexts.map(({ user_id: userId, text }) => `${userId}: ${String(text).split(' The game')[0]}`)).toEqual([
      'ana: New price: $20. It was $15.',
      'cy: New price: $20. It was $15.',
    ])
  })

  it('nobody starts to pay less than 40 minutes before the start', async () => {
    const id = await publishPaid({ needsApproval: true, capacity: 2 })
    await join(ana, id)
    await join(bo, id)
    await startIn(id, 40 * minute - 1)
    expect(await codeOf(actOn(host, id, 'ana', 'approve'))).toBe('409 TooLateToPay')
    await env.DB.prepare('UPDATE events SET needs_approval = 0 WHERE id = ?').bind(id).run()
    expect(await codeOf(join(cy, id))).toBe('409 TooLateToPay')
    await env.DB.prepare("UPDATE joiners SET state = 'waiting' WHERE event_id = ?").bind(id).run()
    // Nobody gets an offer that they cannot accept.
    await offer(id)
    expect(await statesOf(id)).toEqual(['ana waiting', 'bo waiting'])
    expect(await codeOf(take(ana, id))).toBe('409 TooLateToPay')
    await startIn(id, 41 * minute)
    await offer(id)
    const token = await lastOffer()
    await startIn(id, 39 * minute)
    expect(await codeOf(ask(`/api/seat-offers/${token}/take`, { method: 'POST' }))).toBe('409 TooLateToPay')
    expect(await statesOf(id)).toEqual(['ana offered', 'bo offered'])
    expect(await act(id, ana, 'seat')).toBe(204)
    expect(await statesOf(id)).toEqual(['ana going', 'bo offered'])
  })

  it('requests wait when approval is turned off too late to pay', async () => {
    const id = await publishPaid({ needsApproval: true })
    await join(ana, id)
    await startIn(id, 41 * minute)
    vi.setSystemTime(Date.now() + 2 * minute)
    expect((await change(host, id, { needsApproval: false })).status).toBe(204)
    expect(await statesOf(id)).toEqual(['ana waiting'])
  })

  it('the number of seats stays as it is, but their slot and the names of guests can change', async () => {
    const slots = [1, 2].map((n) => ({ id: `s${n}`, name: `Court ${n}`, capacity: 4 }))
    const id = await publishPaid({ slots, maxGuests: 3 })
    await join(ana, id, { slotId: 's1', guests: ['Max'] })
    for (const isPaid of [false, true]) {
      if (isPaid) await settle(id, ana, true)
      expect(await codeOf(changeSeat(ana, id, { slotId: 's1', guests: ['Max', 'Zoe'] }))).toBe('409 SeatsCostMoney')
      expect(await codeOf(changeSeat(ana, id, { slotId: 's1', guests: [] }))).toBe('409 SeatsCostMoney')
      expect((await changeSeat(ana, id, { slotId: isPaid ? 's1' : 's2', guests: ['Zoe'] })).status).toBe(200)
      expect(await getMyJoiner(ana, id)).toMatchObject({ seats: 2, guests: ['Zoe'], slotId: isPaid ? 's1' : 's2' })
    }
    // On the waitlist, nothing is paid for yet.
    await join(bo, id, { slotId: 's1', guests: ['A', 'B', 'C'], orWait: true })
    expect((await changeSeat(bo, id, { slotId: 's1', guests: ['A'] })).status).toBe(200)
    expect(await getMyJoiner(bo, id)).toMatchObject({ seats: 2 })
  })

  it('a seat can be given away once it is paid for', async () => {
    const id = await publishPaid()
    await join(ana, id)
    expect(await codeOf(offerSeat(ana, id, 'bo'))).toBe('404 NoSeatToTransfer')
    await settle(id, ana, true)
    // A person who is paying for a seat of their own cannot take it.
    await join(bo, id)
    expect(await codeOf(offerSeat(ana, id, 'bo'))).toBe('409 CannotTakeSeat')
    await leave(bo, id)
    expect((await offerSeat(ana, id, 'bo')).status).toBe(200)
    expect((await answerSeat(bo, id, 'accept')).status).toBe(200)
    expect(await statesOf(id)).toEqual(['bo going'])
  })

  it('nobody of a season gets a seat without having asked for one', async () => {
    const [free, paid] = [await publishGame(host), await publishPaid()]
    const who = sql`SELECT value AS eventId, 'ana' AS userId, 0 AS place FROM json_each(${JSON.stringify([free, paid])})`
    await joinPeople(db, context(), { who, actorId: host.id, isNotified: false, record: () => [] })
    await sendMessages()
    expect([await statesOf(free), await statesOf(paid)]).toEqual([['ana going'], []])
  })
})

describe('A person who is paying', () => {
  it('is told about the game, but has no ticket, no reminder and no place in its conversation, and cannot be checked in', async () => {
    const id = await publishPaid()
    await join(ana, id)
    const other = await publishGame(host)
    await join(ana, other)
    expect(await codeOf(ana.ask(`/api/events/${id}/calendar.ics`))).toBe('409 NoSeatYet')
    expect(await codeOf(ana.ask(`/api/events/${id}/invites`, { method: 'POST', json: { userIds: ['bo'] } }))).toBe('403 PlayersOnly')
    const conversation = (eventId: string) => ana.ask(`/api/conversations/event_${eventId}`)
    expect([(await conversation(id)).status, (await conversation(other)).status]).toEqual([404, 200])
    const joinerId = await idOf(id, ana)
    const answer = await host.ask(`/api/events/${id}/check-ins`, {
      method: 'PUT',
      json: { checkIns: [{ joinerId, arrived: 1, at: Date.now(), isEarly: true }] },
    })
    expect(((await answer.json()) as CheckInsAnswer).unknown).toEqual([joinerId])
    expect((await ana.ask(`/api/events/${id}/updates`)).status).toBe(200)
    const { items } = (await (await ana.ask('/api/needs-you')).json()) as NeedsYou
    expect(items).toEqual([{ kind: 'paying', game: expect.objectContaining({ id }) }])
    const managed = (await (await host.ask(`/api/events/${id}/manage`)).json()) as ManagedEvent
    expect(managed.joiners.map(({ name, state }) => `${name} ${state}`)).toEqual(['Name of ana paying'])
    const [game] = await rowsOf('SELECT starts_at AS startsAt FROM events WHERE id = ?', id)
    vi.setSystemTime(Number(game?.startsAt) - 2 * hour)
    await passMinutes(0)
    await consume('work', queues.work.splice(0))
    const remindersOf = async (eventId: string) => (await noticeTitlesOf(eventId, ana)).flat().length
    expect([await remindersOf(id), (await remindersOf(other)) > 0]).toEqual([0, true])
    expect((await cancel(host, id)).status).toBe(204)
    expect(await noticeTitlesOf(id, ana)).toEqual([[expect.stringContaining('cancelled')]])
    await settle(id, ana, true)
    expect(await statesOf(id)).toEqual(['ana paying'])
  })

  it('keeps the seat and finds the game after a block with the host, and loses it with their account', async () => {
    const id = await publishPaid({ visibility: 'link' })
    const leaver = await enter('leaver')
    await join(leaver, id)
    await block('host', 'leaver')
    expect(await getMyJoiner(leaver, id)).toMatchObject({ state: 'paying' })
    await deleteAccount({ db, ...context(), platform: 'gth' }, leaver.id)
    await sendMessages()
    expect(await statesOf(id)).toEqual(['null left'])
    expect(await getLive(host, id)).toMatchObject({ taken: 0 })
  })
})
