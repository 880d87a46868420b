import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { EventForm, Repeat } from '../../domain/events/form-contract.ts'
import { hour, minute } from '../../domain/time/spans.ts'
import { answerOffer } from '../../worker/events/answer-offer.ts'
import { changePart, leaveEvent, takeFreeSeat } from '../../worker/events/change-part.ts'
import { createEvent } from '../../worker/events/create-event.ts'
import { moveJoiner } from '../../worker/events/host-actions.ts'
import { joinEvent } from '../../worker/events/join-event.ts'
import { expireAllOffers, offerSeats } from '../../worker/events/offers.ts'
import type { Database } from '../../worker/platform/database.ts'
import { aGame, aWeekly } from '../setup/a-game.ts'
import { collectLog } from '../setup/log.ts'
import { runStatements } from '../setup/run-statements.ts'
import { withQuickDatabase } from './quick-database.ts'

collectLog()
beforeAll(async () => void (await import('@photostructure/tz-lookup')))

/** Noon in Austin: by day, when seats are offered. */
const noon = Date.UTC(2026, 5, 10, 17)
const people = ['host', 'ana', 'bo', 'cy', 'di', 'ed']
const twoCourts = ['a', 'b'].map((id) => ({ id, name: `Court ${id}`, capacity: 1 }))

/** One game after the other on a clock that moves on with each thing that is done. */
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

  async putUp(form: Partial<EventForm>, repeat: Repeat | null = null): Promise<string> {
    const all = aGame({ starts: '2026-06-13T12:00', ends: '2026-06-13T14:00', ...form })
    const made = { form: all, repeat, publish: { when: 'now' as const }, idempotencyKey: `game-${++this.#ids}` }
    return (await createEvent(this.db, this.acting, 'host', made)).id
  }

  join(id: string, who: string, { slotId = null, party = 1 }: { slotId?: string | null; party?: number } = {}) {
    const guests = Array.from({ length: party - 1 }, (_, index) => `Guest ${index}`)
    return joinEvent(this.db, this.acting, who, id, { slotId, guests, answers: {}, orWait: true })
  }

  leave = (id: string, who: string) => leaveEvent(this.db, this.acting.now, who, id)
  take = (id: string, who: string) => takeFreeSeat(this.db, this.acting.now, who, id)

  /** What a minute of the cron does with seats. Answers whom an offer was mailed to, with how many seats, and the links. */
  async offer(id: string): Promise<{ to: string; seats: number; token: string }[]> {
    const acting = this.acting
    await expireAllOffers(this.db, acting.now, 100)
    const before = this.db.outboxIds.length
    await offerSeats(this.db, acting, id)
    const put = JSON.stringify(this.db.outboxIds.slice(before))
    const [mails] = await runStatements<{ to: string; seats: number; token: string }>(this.db, [
      sql`SELECT body->>'to' AS "to", body->>'$.template.data.seats' AS seats, body->>'$.template.data.token' AS token
        FROM outbox WHERE queue = 'mail' AND id IN (SELECT value FROM json_each(${put})) ORDER BY "to"`,
    ])
    return mails?.results ?? []
  }

  async offeredTo(id: string): Promise<string[]> {
    return (await this.offer(id)).map(({ to, seats }) => `${to} ${seats}`)
  }

  /** Who is where, by name, and how many seats are held. */
  async look(id: string): Promise<{ states: string[]; taken: number }> {
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

describe('A party in front for which too few seats are free', () => {
  it('is passed by nobody who needs fewer: not by an offer, not by coming by, not by bringing another guest', () =>
    play(async (games) => {
      const id = await games.putUp({ capacity: 3 })
      await games.join(id, 'ana')
      await games.join(id, 'bo')
      await games.join(id, 'cy')
      await games.join(id, 'di', { party: 2 })
      await games.join(id, 'ed')
      await games.leave(id, 'cy')
      expect(await games.offeredTo(id)).toEqual([])
      expect(await games.take(id, 'ed')).toBe(false)
      await expect(changePart(games.db, games.now, 'ana', id, { slotId: null, guests: ['Max'] })).rejects.toThrow()
      expect(await games.look(id)).toEqual({
        states: ['ana going', 'bo going', 'cy left', 'di waiting', 'ed waiting'],
        taken: 2,
      })
      await games.leave(id, 'bo')
      expect(await games.offeredTo(id)).toEqual(['di 2'])
      expect(await games.look(id)).toEqual({ states: ['ana going', 'bo left', 'cy left', 'di offered', 'ed waiting'], taken: 3 })
    }))
})

describe('An offer that ran out', () => {
  it('gives all its seats to the next ones, once', () =>
    play(async (games) => {
      const id = await games.putUp({ capacity: 2 })
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
      await expect(answerOffer(games.db, games.now, first?.token ?? '', true)).rejects.toThrow('This offer has expired.')
      const after = { states: ['ana left', 'bo lapsed', 'cy offered', 'di offered', 'ed waiting'], taken: 2 }
      expect(await games.look(id)).toEqual(after)
    }))
})

describe('Where seats go by turns', () => {
  it('whoever sat out last time is offered one before whoever played and joined the line earlier', () =>
    play(async (games) => {
      const first = await games.putUp({ capacity: 1, waitlistMode: 'turns' }, aWeekly(2))
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

describe('A seat that is changed for one in another slot', () => {
  const moves: [string, (games: Games, id: string) => Promise<unknown>][] = [
    ['by whoever sits there', (games, id) => changePart(games.db, games.acting.now, 'ana', id, { slotId: 'b', guests: [] })],
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
  it.each(moves)('%s comes free for the first in line there, and the other one is taken', (_, move) =>
    play(async (games) => {
      const id = await games.putUp({ slots: twoCourts, capacity: 2 })
      await games.join(id, 'ana', { slotId: 'a' })
      await games.join(id, 'bo', { slotId: 'a' })
      await games.join(id, 'cy', { slotId: 'a' })
      expect(await games.offeredTo(id)).toEqual([])
      await move(games, id)
      expect(await games.offeredTo(id)).toEqual(['bo 1'])
      await games.join(id, 'di', { slotId: 'b' })
      expect(await games.offeredTo(id)).toEqual([])
      const after = { states: ['ana going b', 'bo offered a', 'cy waiting a', 'di waiting b'], taken: 2 }
      expect(await games.look(id)).toEqual(after)
    }),
  )
})
