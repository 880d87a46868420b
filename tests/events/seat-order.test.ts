import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { EventForm, Repeat } from '../../domain/events/form-contract.ts'
import { hour, minute } from '../../domain/time/spans.ts'
import { answerOffer } from '../../worker/events/answer-offer.ts'
import { changeJoiner, leaveEvent, takeFreeSeat } from '../../worker/events/change-joiner.ts'
import { createEvent } from '../../worker/events/create-event.ts'
import { moveJoiner } from '../../worker/events/host-actions.ts'
import { joinEvent } from '../../worker/events/join-event.ts'
import { expireAllOffers, offerSeats } from '../../worker/events/offers.ts'
import type { Database } from '../../worker/platform/database.ts'
import { collectLog } from '../setup/log.ts'
import { makeGameForm, repeatWeekly } from '../setup/make-game-form.ts'
import { runStatements } from '../setup/run-statements.ts'
import { withQuickDatabase } from './quick-database.ts'

collectLog()
beforeAll(async () => void (await import('@photostructure/tz-lookup')))

/** Noon in Austin. Seats are offered only by day. */
const noon = Date.UTC(2026, 5, 10, 17)
const people = ['host', 'ana', 'bo', 'cy', 'di', 'ed']
const twoCourts = ['a', 'b'].map((id) => ({ id, name: `Court ${id}`, capacity: 1 }))

/** Runs commands on games. The clock moves on by a minute with each command. */
class Games {
  now = noon
  #ids = 0
  readonly db: Database

  constructor(db: Database) {
    this.db = db
  }

  get acting() {
    this.now += minute
    return { now: this.now, newId: () => `id-${String(++this.#ids).padStart(4, '0')}` }
  }

  async publishGame(form: Partial<EventForm>, repeat: Repeat | null = null): Promise<string> {
    const all = makeGameForm({ starts: '2026-06-13T12:00', ends: '2026-06-13T14:00', ...form })
    const request = { form: all, repeat, publish: { when: 'now' as const }, idempotencyKey: `game-${++this.#ids}` }
    return (await createEvent(this.db, this.acting, 'host', request)).id
  }

  join(id: string, who: string, { slotId = null, party = 1 }: { slotId?: string | null; party?: number } = {}) {
    const guests = Array.from({ length: party - 1 }, (_, index) => `Guest ${index}`)
    return joinEvent(this.db, this.acting, who, id, { slotId, guests, answers: {}, orWait: true })
  }

  leave = (id: string, who: string) => leaveEvent(this.db, this.acting.now, who, id)
  take = (id: string, who: string) => takeFreeSeat(this.db, this.acting.now, who, id)

  /** Does what the cron does with seats in a minute. Returns the offers that were sent by email. */
  async offer(id: string): Promise<{ to: string; seats: number; token: string }[]> {
    const acting = this.acting
    await expireAllOffers(this.db, acting.now, 100)
    const before = this.db.outboxIds.length
    await offerSeats(this.db, acting, id)
    const newIds = JSON.stringify(this.db.outboxIds.slice(before))
    const [mails] = await runStatements<{ to: string; seats: number; token: string }>(this.db, [
      sql`SELECT body->>'to' AS "to", body->>'$.template.data.seats' AS seats, body->>'$.template.data.token' AS token
        FROM outbox WHERE queue = 'mail' AND id IN (SELECT value FROM json_each(${newIds})) ORDER BY "to"`,
    ])
    return mails?.results ?? []
  }

  async offeredTo(id: string): Promise<string[]> {
    return (await this.offer(id)).map(({ to, seats }) => `${to} ${seats}`)
  }

  /** The state of each person, and the number of seats that are held. */
  async readSeats(id: string): Promise<{ states: string[]; taken: number }> {
    const [joiners, events] = await runStatements(this.db, [
      sql`SELECT user_id || ' ' || state || iif(slot_id IS NULL, '', ' ' || slot_id) AS words FROM joiners WHERE event_id = ${id} ORDER BY user_id`,
      sql`SELECT taken FROM events WHERE id = ${id}`,
    ])
    return { states: (joiners?.results ?? []).map(({ words }) => String(words)), taken: Number(events?.results[0]?.taken) }
  }
}

const play = (story: (games: Games) => Promise<void>) =>
  withQuickDatabase(async (db) => {
    await runStatements(db, [
      sql`INSERT INTO users (id, email, email_key, display_name, email_verified_at, completed_at, created_at, updated_at)
        SELECT value, value, value, value, 1, 1, 0, 0 FROM json_each(${JSON.stringify(people)})`,
    ])
    await story(new Games(db))
  })

describe('If the first entry on the waitlist needs more seats than are free', () => {
  it('nobody who needs fewer seats can overtake it: not by an offer, by taking a seat or by bringing another guest', () =>
    play(async (games) => {
      const id = await games.publishGame({ capacity: 3 })
      await games.join(id, 'ana')
      await games.join(id, 'bo')
      await games.join(id, 'cy')
      await games.join(id, 'di', { party: 2 })
      await games.join(id, 'ed')
      await games.leave(id, 'cy')
      expect(await games.offeredTo(id)).toEqual([])
      expect(await games.take(id, 'ed')).toBe(false)
      await expect(changeJoiner(games.db, games.now, 'ana', id, { slotId: null, guests: ['Max'] })).rejects.toThrow()
      expect(await games.readSeats(id)).toEqual({
        states: ['ana going', 'bo going', 'cy left', 'di waiting', 'ed waiting'],
        taken: 2,
      })
      await games.leave(id, 'bo')
      expect(await games.offeredTo(id)).toEqual(['di 2'])
      expect(await games.readSeats(id)).toEqual({ states: ['ana going', 'bo left', 'cy left', 'di offered', 'ed waiting'], taken: 3 })
    }))
})

describe('An expired offer', () => {
  it('frees all its seats for the next people, once', () =>
    play(async (games) => {
      const id = await games.publishGame({ capacity: 2 })
      await games.join(id, 'ana', { party: 2 })
      await games.join(id, 'bo', { party: 2 })
      for (const who of ['cy', 'di', 'ed']) await games.join(id, who)
      await games.leave(id, 'ana')
      const [first] = await games.offer(id)
      expect(first).toMatchObject({ to: 'bo', seats: 2 })
      expect(await games.offeredTo(id)).toEqual([])
      games.now += 3 * hour
      expect(await games.offeredTo(id)).toEqual(['cy 1', 'di 1'])
      expect(await games.offeredTo(id)).toEqual([])
      await expect(answerOffer(games.db, games.now, first?.token ?? '', true)).rejects.toThrow('This offer is no longer available.')
      const after = { states: ['ana left', 'bo expired', 'cy offered', 'di offered', 'ed waiting'], taken: 2 }
      expect(await games.readSeats(id)).toEqual(after)
    }))
})

describe('If the waitlist goes by turns', () => {
  it('a person who sat out the last game gets an offer before a person who played and joined earlier', () =>
    play(async (games) => {
      const first = await games.publishGame({ capacity: 1, waitlistMode: 'turns' }, repeatWeekly(2))
      const [dates] = await runStatements<{ id: string }>(games.db, [sql`SELECT id FROM events WHERE id <> ${first}`])
      const second = dates?.results[0]?.id ?? ''
      await games.join(first, 'ana')
      for (const who of ['cy', 'ana', 'bo']) await games.join(second, who)
      await games.leave(second, 'cy')
      expect(await games.offeredTo(second)).toEqual(['bo 1'])
      await games.leave(second, 'bo')
      expect(await games.offeredTo(second)).toEqual(['ana 1'])
    }))
})

describe('If a player is moved to another slot', () => {
  const moves: [string, (games: Games, id: string) => Promise<unknown>][] = [
    ['by the player themselves', (games, id) => changeJoiner(games.db, games.acting.now, 'ana', id, { slotId: 'b', guests: [] })],
    [
      'by a host',
      async (games, id) => {
        const [found] = await runStatements<{ id: string }>(games.db, [
          sql`SELECT id FROM joiners WHERE event_id = ${id} AND user_id = 'ana'`,
        ])
        return moveJoiner(games.db, games.acting.now, 'host', id, found?.results[0]?.id ?? '', 'b')
      },
    ],
  ]
  it.each(moves)('%s, the old seat is offered to the first person on the waitlist, and the new seat is taken', (_, move) =>
    play(async (games) => {
      const id = await games.publishGame({ slots: twoCourts, capacity: 2 })
      await games.join(id, 'ana', { slotId: 'a' })
      await games.join(id, 'bo', { slotId: 'a' })
      await games.join(id, 'cy', { slotId: 'a' })
      expect(await games.offeredTo(id)).toEqual([])
      await move(games, id)
      expect(await games.offeredTo(id)).toEqual(['bo 1'])
      await games.join(id, 'di', { slotId: 'b' })
      expect(await games.offeredTo(id)).toEqual([])
      const after = { states: ['ana going b', 'bo offered a', 'cy waiting a', 'di waiting b'], taken: 2 }
      expect(await games.readSeats(id)).toEqual(after)
    }),
  )
})
