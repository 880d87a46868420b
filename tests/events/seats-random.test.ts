import { env } from 'cloudflare:workers'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { AppError } from '../../domain/errors.ts'
import type { EventForm } from '../../domain/events/form-contract.ts'
import { offerDurationOf } from '../../domain/events/rules.ts'
import type { RedeemSeatCode } from '../../domain/seat-codes/contract.ts'
import { maxSeatCodesPerAddress, maxSeatCodeTries } from '../../domain/seat-codes/rules.ts'
import { hour, minute } from '../../domain/time/spans.ts'
import { answerOffer } from '../../worker/events/answer-offer.ts'
import { bringFriends } from '../../worker/events/bring-friends.ts'
import { cancelEvent } from '../../worker/events/cancel-event.ts'
import { changeEvent } from '../../worker/events/change-event.ts'
import { changeJoiner, leaveEvent, takeFreeSeat } from '../../worker/events/change-joiner.ts'
import { createEvent } from '../../worker/events/create-event.ts'
import { joinPeople, mailSeats } from '../../worker/events/fill-games.ts'
import { actOnJoiner, addUnregistered, moveJoiner } from '../../worker/events/host-actions.ts'
import { joinEvent } from '../../worker/events/join-event.ts'
import { offerSeats } from '../../worker/events/offers.ts'
import { runSeatBatch } from '../../worker/events/seats.ts'
import { confirmPaidSeat, freeUnpaidSeat } from '../../worker/events/settle-paying.ts'
import { acceptTransfer, offerSeatTo, takeBackTransfer } from '../../worker/events/transfer-seat.ts'
import { type Database, openPrimary, wrapDatabase } from '../../worker/platform/database.ts'
import { redeemSeatCode } from '../../worker/seat-codes/redeem-seat-code.ts'
import { sendSeatCode } from '../../worker/seat-codes/send-seat-code.ts'
import { collectLog } from '../setup/log.ts'
import { makeGameForm } from '../setup/make-game-form.ts'
import { runStatements } from '../setup/run-statements.ts'
import { priceOf } from './games.ts'
import { withQuickDatabase } from './quick-database.ts'
import { byWaitlistRank, type Entry, type Game, heldIn, lapse, outcomeOf, SeatModel, type Slots } from './seat-model.ts'

collectLog()

const kinds = [
  ...['join', 'party', 'leave', 'guests', 'capacity', 'approve', 'refuse', 'remove', 'seat', 'unregistered', 'move'],
  ...[
    'offer',
    'accept',
    'reject',
    'expire',
    'transfer',
    'approval',
    'pay',
    'unpaid',
    'send-code',
    'use-code',
    'friends',
    'bring',
    'season',
    'cancel',
  ],
] as const
type Kind = (typeof kinds)[number]

const zone = 'America/Chicago'
/** Midnight in Austin, on a day without a clock change nearby. */
const midnight = Date.UTC(2026, 5, 10, 5)
const players = Array.from({ length: 7 }, (_, index) => `player-${index}`)

type Step = { kind: Kind; who: number; other: number; size: number; pick: number; orWait: boolean; minutes: number }
type Setup = {
  capacity: number
  inSlots: boolean
  needsApproval: boolean
  isPaid: boolean
  isDrawn: boolean
  startHour: number
  hoursAhead: number
  crowd: number
}

const anyStep = (allowed: readonly Kind[]): fc.Arbitrary<Step> =>
  fc.record({
    kind: fc.constantFrom(...allowed),
    who: fc.nat(players.length - 1),
    other: fc.nat(players.length - 1),
    size: fc.nat(3),
    pick: fc.nat(1000),
    orWait: fc.integer({ min: 0, max: 5 }).map((throwOf) => throwOf > 0),
    minutes: fc.nat(2),
  })

const setups: fc.Arbitrary<Setup> = fc.record({
  capacity: fc.integer({ min: 1, max: 4 }),
  inSlots: fc.boolean(),
  needsApproval: fc.integer({ min: 0, max: 2 }).map((throwOf) => throwOf === 0),
  isPaid: fc.boolean(),
  isDrawn: fc.integer({ min: 0, max: 3 }).map((throwOf) => throwOf === 0),
  startHour: fc.integer({ min: 7, max: 23 }),
  hoursAhead: fc.constantFrom(2, 5, 26, 60, 5, 26, 60),
  /** How many people join before the first step. */
  crowd: fc.nat(6),
})

/** Ten to forty steps. Nothing is possible after a game is cancelled, so that step comes near the end. */
const sequences = fc
  .tuple(
    fc.array(anyStep(kinds.filter((kind) => kind !== 'cancel')), { minLength: 7, maxLength: 37, size: 'max' }),
    anyStep(['cancel']),
    fc.array(anyStep(kinds), { minLength: 2, maxLength: 2 }),
  )
  .map(([before, cancel, after]) => [...before, cancel, ...after])

type SentCode = {
  player: string
  code: string
  /** The secret of its link. */
  token: string
  /** How many wrong codes were typed. */
  tries: number
  holdId: string | null
  slotId: string | null
  orWait: boolean
  expiresAt: number
  isOld: boolean
}

type Rows = { entries: Entry[]; event: { taken: number; waiting: number; version: number } | undefined }

type Tally = { done: Map<string, number>; effective: Map<string, number>; pairs: Map<string, number>; steps: number; maxSteps: number }
const newTally = (): Tally => ({ done: new Map(), effective: new Map(), pairs: new Map(), steps: 0, maxSteps: 0 })
const count = (counts: Map<string, number>, key: string) => counts.set(key, (counts.get(key) ?? 0) + 1)

/** Compares two values. `expect` is slow and is called thousands of times, so we call it only for a difference. */
function expectSame(found: unknown, expected: unknown) {
  if (JSON.stringify(found) !== JSON.stringify(expected)) expect(found).toEqual(expected)
}

const localHourFormat = new Intl.DateTimeFormat('en-US', { timeZone: zone, hour: 'numeric', hourCycle: 'h23' })

/** Runs the steps of one game, and checks the rules after each step. */
class Play {
  readonly #db: Database
  readonly #host: string
  #form: EventForm
  readonly #game: Game
  readonly #crowd: number
  #eventId = ''
  #now: number
  #ids = 0
  #offers: { token: string; entryId: string }[] = []
  readonly #codes: SentCode[] = []

  constructor(db: Database, name: string, { capacity, inSlots, needsApproval, isPaid, isDrawn, startHour, hoursAhead, crowd }: Setup) {
    this.#db = db
    this.#crowd = crowd
    this.#host = `host-${name}`
    this.#now = midnight + startHour * hour
    const slots = inSlots ? [1, 2].map((n) => ({ id: `s${n}`, name: `Court ${n}`, capacity: Math.max(1, capacity - n) })) : []
    const startsAt = this.#now + hoursAhead * hour
    const local = (at: number) => new Date(at - 5 * hour).toISOString().slice(0, 16)
    this.#form = makeGameForm({
      capacity,
      slots,
      needsApproval,
      waitlistMode: isDrawn ? 'lottery' : 'order',
      maxGuests: 3,
      starts: local(startsAt),
      ends: local(startsAt + 2 * hour),
    })
    this.#game = {
      slots: inSlots ? slots : [{ id: null, capacity }],
      startsAt,
      isCancelled: false,
      needsApproval,
      isPaid,
      maxGuests: 3,
      mode: this.#form.waitlistMode,
      isNight: false,
      offerDuration: 0,
    }
  }

  #newId = () => `${this.#host}-${String(++this.#ids).padStart(4, '0')}`
  get #acting() {
    return { now: this.#now, newId: this.#newId }
  }
  get #account() {
    return { ...this.#acting, db: this.#db, platform: 'gth' as const }
  }
  #rows = async (): Promise<Rows> => {
    const [joiners, events] = await runStatements(this.#db, [
      sql`SELECT id, coalesce(user_id, 'guest ' || id) AS who, state, slot_id AS slot, seats, waitlist_rank AS rank, joined_at AS joinedAt, offer_expires_at AS expiresAt,
          pay_until IS NOT NULL AS wasUnpaid, held_by AS heldBy,
          iif(state IN ('left', 'expired') AND pay_until IS NOT NULL, json_insert(unpaid_holds, '$[#]', updated_at), unpaid_holds) AS unpaidEnds
        FROM joiners WHERE event_id = ${this.#eventId}`,
      sql`SELECT taken, waiting, version FROM events WHERE id = ${this.#eventId}`,
    ])
    const [event] = (events?.results ?? []) as { taken: number; waiting: number; version: number }[]
    const found = (joiners?.results ?? []) as (Omit<Entry, 'unpaidEnds'> & { unpaidEnds: string })[]
    return { entries: found.map((entry) => ({ ...entry, unpaidEnds: JSON.parse(entry.unpaidEnds) as number[] })), event }
  }

  async run(steps: readonly Step[], tally: Tally) {
    await runStatements(this.#db, [addPeople([this.#host, ...players]), addCity, connectAll])
    const form = { form: this.#form, repeat: null, publish: { when: 'now' as const }, idempotencyKey: this.#host }
    this.#eventId = (await createEvent(this.#db, this.#acting, this.#host, form)).id
    if (this.#game.isPaid) {
      const pricing = JSON.stringify(priceOf(1500))
      await runStatements(this.#db, [
        sql`UPDATE events SET pricing = ${pricing} WHERE id = ${this.#eventId}`,
        sql`INSERT OR IGNORE INTO payout_accounts (user_id, stripe_id, kind, country, currency, charges_enabled, details_submitted, payouts_enabled, currently_due, created_at, read_at)
          VALUES (${this.#host}, 'acct_' || ${this.#host}, 'NEW', 'US', 'usd', 1, 1, 1, '[]', 1, 1)`,
      ])
      this.#form = { ...this.#form, pricing: priceOf(1500) }
    }
    const [{ id: slotId, capacity } = { id: null, capacity: 0 }] = this.#game.slots
    for (const [index, id] of players.slice(0, this.#crowd).entries()) {
      // One of them needs as many seats as the game has.
      const guests = index === 1 ? Array.from({ length: Math.min(3, capacity - 1) }, (_, n) => `Guest ${n}`) : []
      await joinEvent(this.#db, this.#acting, id, this.#eventId, { slotId, guests, answers: {}, orWait: true })
    }
    let last: Kind | null = null
    let rows = await this.#rows()
    for (const step of steps) {
      this.#now += step.minutes * minute
      const { after, isEffective } = await this.#check(step, rows)
      rows = after
      count(tally.done, step.kind)
      if (isEffective) count(tally.effective, step.kind)
      if (last) count(tally.pairs, `${last} ${step.kind}`)
      last = step.kind
    }
    tally.steps += steps.length
    tally.maxSteps = Math.max(tally.maxSteps, steps.length)
  }

  async #check(step: Step, before: Rows): Promise<{ after: Rows; isEffective: boolean }> {
    const local = Number(localHourFormat.format(this.#now))
    const { startsAt, isPaid } = this.#game
    Object.assign(this.#game, { isNight: local >= 22 || local < 8, offerDuration: offerDurationOf(this.#now, startsAt, isPaid) })
    const model = new SeatModel(before.entries, this.#game, this.#now)
    await this.#take(step, model, before.event?.version ?? 0)
    model.endHeldSeats()
    const after = await this.#rows()
    const entries = lapse(after.entries, this.#now)
    // Everyone has the state that the rules say. Nobody is missing or listed twice.
    const newGuest = after.entries.find(({ id, who }) => who.startsWith('guest ') && !before.entries.some((entry) => entry.id === id))
    const expected = model.entries.map((entry) => (entry.who === 'guest new' && newGuest ? { ...entry, who: newGuest.who } : entry))
    expectSame(outcomeOf(entries), outcomeOf(expected))
    expectSame(new Set(entries.map(({ who }) => who)).size, entries.length)
    const slots = this.#game.slots
    expectSame(
      slots.filter(({ id, capacity }) => heldIn(after.entries, id) > capacity),
      [],
    )
    // Nobody is in a slot that does not exist.
    expectSame(
      entries.filter((entry) => !slots.some(({ id }) => id === entry.slot)),
      [],
    )
    // The waitlist keeps its order: people who waited before are in the same order as before.
    const waitlistOf = (all: readonly Entry[]) =>
      all
        .filter(({ state }) => state === 'waiting')
        .toSorted(byWaitlistRank)
        .map(({ id }) => id)
    const [waitlistBefore, waitlistAfter] = [waitlistOf(before.entries), waitlistOf(after.entries)]
    expectSame(
      waitlistAfter.filter((id) => waitlistBefore.includes(id)),
      waitlistBefore.filter((id) => waitlistAfter.includes(id)),
    )
    if (this.#game.mode === 'order' && (step.kind === 'join' || step.kind === 'party'))
      expectSame(waitlistAfter.slice(0, waitlistBefore.length), waitlistBefore)
    // The numbers for lists are correct.
    const held = slots.reduce((sum, { id }) => sum + heldIn(after.entries, id), 0)
    expectSame([after.event?.taken, after.event?.waiting], [held, waitlistAfter.length])
    expectSame(
      after.entries.filter(({ state, expiresAt }) =>
        state === 'held' || state === 'offered'
          ? expiresAt === null || (state === 'offered' && expiresAt > this.#game.startsAt)
          : expiresAt !== null,
      ),
      [],
    )
    return { after, isEffective: JSON.stringify(outcomeOf(entries)) !== JSON.stringify(outcomeOf(before.entries)) }
  }

  /** Runs the step in the model and in the database. If it is refused, nothing may change; that is checked later. */
  async #take(step: Step, model: SeatModel, version: number) {
    try {
      await this.#act(step, model, version)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
    }
  }

  async #act({ kind, who, other, size, pick, orWait }: Step, model: SeatModel, version: number): Promise<unknown> {
    const [db, eventId, now] = [this.#db, this.#eventId, this.#now]
    const player = players[who] ?? ''
    const someone = players[other] ?? ''
    const slots = this.#game.slots
    const slotId = slots[pick % slots.length]?.id ?? null
    const named = (n: number) => Array.from({ length: n }, (_, index) => `Guest ${index}`)
    /** Chooses an entry, most of the time one in these states. */
    const choose = (states: readonly string[]): string => {
      const fitting = model.entries.filter(({ state }) => states.includes(state))
      const from = fitting.length > 0 && pick % 8 > 0 ? fitting : model.entries
      return from[pick % Math.max(1, from.length)]?.id ?? 'nobody'
    }
    switch (kind) {
      case 'join':
      case 'party': {
        const guests = named(kind === 'join' ? 0 : 1 + size)
        model.join(player, slotId, 1 + guests.length, orWait)
        return joinEvent(db, this.#acting, player, eventId, { slotId, guests, answers: {}, orWait })
      }
      case 'friends': {
        const friends = [someone, players[pick % players.length] ?? '', players[size] ?? '']
        const friendIds = [...new Set(friends)].slice(0, 1 + size).filter((friend) => friend !== player)
        model.joinWithFriends(player, friendIds, slotId, orWait)
        await runStatements(db, [sql`DELETE FROM outreach`])
        return joinEvent(db, this.#acting, player, eventId, { slotId, guests: [], answers: {}, friendIds, orWait })
      }
      case 'bring': {
        // Most of the time it is somebody who has a seat, because nobody else can.
        const going = model.entries.filter(({ who, state }) => state === 'going' && players.includes(who))
        const bringer = (pick % 4 > 0 && going[pick % Math.max(1, going.length)]?.who) || player
        const friendIds = [...new Set([someone, players[size] ?? ''])].filter((friend) => friend !== bringer).slice(0, 1 + (pick % 2))
        model.bringFriends(bringer, friendIds)
        await runStatements(db, [sql`DELETE FROM outreach`])
        return bringFriends(db, this.#acting, bringer, eventId, friendIds)
      }
      case 'season':
        return this.#fill(model, player, orWait, pick)
      case 'leave':
        model.leave(player)
        return leaveEvent(db, now, player, eventId)
      case 'guests':
        model.change(player, slotId, 1 + size)
        return changeJoiner(db, now, player, eventId, { slotId, guests: named(size) })
      case 'approval': {
        const form = { ...this.#form, needsApproval: !this.#form.needsApproval }
        if (model.setApproval(form.needsApproval)) this.#form = form
        return changeEvent(db, this.#acting, this.#host, eventId, { form, version, scope: 'this' })
      }
      case 'capacity':
        return this.#resize(model, version, size, pick)
      case 'approve':
      case 'refuse':
      case 'remove':
      case 'seat': {
        const id = choose(
          {
            approve: ['asked'],
            refuse: ['asked'],
            remove: ['going', 'paying', 'waiting', 'offered'],
            seat: ['waiting', 'asked', 'offered', 'paying'],
          }[kind],
        )
        model.act(id, kind)
        return actOnJoiner(db, this.#acting, this.#host, eventId, id, kind)
      }
      case 'unregistered':
        model.addGuest('guest new', slotId)
        return addUnregistered(db, this.#acting, this.#host, eventId, { name: 'Walk-in', slotId, idempotencyKey: this.#newId() })
      case 'move': {
        const id = choose(['going', 'paying', 'waiting', 'offered', 'asked'])
        model.move(id, slotId)
        return moveJoiner(db, now, this.#host, eventId, id, slotId)
      }
      case 'offer':
        return this.#offer(model)
      case 'accept':
      case 'reject':
        return this.#answer(model, kind === 'accept', pick, choose)
      case 'expire':
        return this.#expire(model)
      case 'transfer':
        model.transfer(player, someone)
        return this.#transfer(player, someone)
      case 'pay':
      case 'unpaid': {
        const id = choose(['paying'])
        model.settle(id, kind === 'pay')
        return runSeatBatch(db, eventId, now, kind === 'pay' ? confirmPaidSeat(db, now, id) : freeUnpaidSeat(db, now, id))
      }
      case 'send-code':
        return this.#sendCode(model, player, slotId, orWait)
      case 'use-code':
        return this.#redeemCode(model, pick)
      case 'cancel':
        if (now < this.#game.startsAt + 2 * hour) this.#game.isCancelled = true
        return cancelEvent(db, this.#acting, this.#host, eventId, { reason: '', scope: 'this' })
    }
  }

  /** Sends a code, or another one to the same browser. Each code is requested from another network, and at most ten go to one address. */
  async #sendCode(model: SeatModel, player: string, slotId: string | null, orWait: boolean) {
    const sent = this.#codes.filter((code) => code.player === player)
    if (sent.length === maxSeatCodesPerAddress) return
    const last = sent.at(-1)
    const isSent = model.sendCode(last && !last.isOld ? last.holdId : null, slotId, orWait)
    const requester = { browserSecret: player, network: this.#newId(), secret: this.#host }
    const choice = { slotId, answers: {}, orWait }
    const wish = { eventId: this.#eventId, email: player, name: 'Somebody', isOldEnough: true, acceptsTerms: true, choice } as const
    const outboxLength = this.#db.outboxIds.length
    const { expiresAt } = await sendSeatCode(this.#account, requester, wish)
    expect(isSent).toBe(true)
    const ids = JSON.stringify(this.#db.outboxIds.splice(outboxLength))
    const [mails, holds] = await runStatements<{ value: string | null; token: string }>(this.#db, [
      sql`SELECT body->>'$.template.data.code' AS value, body->>'$.template.data.token' AS token FROM outbox WHERE queue = 'mail' AND id IN (SELECT value FROM json_each(${ids}))`,
      sql`SELECT hold_id AS value FROM seat_codes WHERE event_id = ${this.#eventId} AND email = ${player}`,
    ])
    for (const code of sent) code.isOld = true
    const [mail] = mails?.results ?? []
    const holdId = holds?.results[0]?.value ?? null
    this.#codes.push({
      player,
      code: mail?.value ?? '',
      token: mail?.token ?? '',
      tries: 0,
      holdId,
      slotId,
      orWait,
      expiresAt,
      isOld: false,
    })
  }

  /**
   * Uses a code or its link, most of the time one that still works, in one tab or in two. Before, wrong codes may be typed, all at once:
   * after five of them, only the link works. Nothing else works in another browser, or for another game.
   */
  async #redeemCode(model: SeatModel, pick: number) {
    const open = this.#codes.filter(({ isOld, expiresAt }) => !isOld && expiresAt > this.#now)
    const from = open.length > 0 && pick % 7 > 0 ? open : this.#codes
    const sent = from[pick % Math.max(1, from.length)]
    if (!sent) return
    const { player, code, token, holdId, slotId, orWait } = sent
    const eventId = this.#eventId
    const isOpen = open.includes(sent)
    const requester = { browserSecret: player, secret: this.#host }
    const send = (given: RedeemSeatCode, browserSecret = player) => redeemSeatCode(this.#account, { ...requester, browserSecret }, given)
    const sendAll = (given: RedeemSeatCode, count: number) => Promise.all(Array.from({ length: count }, () => send(given)))

    expectSame(await Promise.all([send({ eventId, code }, 'another browser'), send({ eventId: 'another game', code })]), [
      'CodeUsed',
      'CodeUsed',
    ])
    const wrongCount = pick % 5 === 0 ? 1 + (pick % 6) : 0
    const refused = await sendAll({ eventId, code: code === '111111' ? '222222' : '111111' }, wrongCount)
    // The code of an older email is a wrong one for the newest, whose tries these are.
    const newest = open.find((other) => other.player === player)
    const left = newest ? Math.max(0, maxSeatCodeTries - 1 - newest.tries) : 0
    const whenOver = newest ? 'TooManyWrongCodes' : 'CodeUsed'
    expectSame(refused.toSorted(), Array.from(refused, (_, index) => (index < left ? 'WrongCode' : whenOver)).toSorted())
    if (newest) newest.tries += wrongCount

    const byLink = pick % 4 === 0
    const works = isOpen && (byLink || sent.tries < maxSeatCodeTries)
    const tabs = pick % 3 === 0 ? 2 : 1
    if (works) model.redeemCode(player, holdId, slotId, orWait)
    const answers = await sendAll(byLink ? { token } : { eventId, code }, tabs)
    expectSame(answers.filter((answer) => typeof answer !== 'string').length, works ? 1 : 0)
    if (works) sent.isOld = true
    else if (newest && !byLink) newest.tries += tabs
  }

  /** Gives some players seats, while another one joins between the read and the batch. */
  async #fill(model: SeatModel, player: string, orWait: boolean, pick: number) {
    const [db, eventId, acting] = [this.#db, this.#eventId, this.#acting]
    const slotId = this.#game.slots[0]?.id ?? null
    const people = players.filter((_, index) => (pick >> index) % 2 === 1)
    model.fill(people, () => model.join(player, slotId, 1, orWait))
    const joinMeanwhile = async () => {
      const joined = joinEvent(db, acting, player, eventId, { slotId, guests: [], answers: {}, orWait })
      await joined.catch((error) => {
        if (!(error instanceof AppError)) throw error
      })
    }
    // Expired offers hold their seats until a batch about seats ends them.
    await runSeatBatch(db, eventId, acting.now, {})
    const who = sql`SELECT ${eventId} AS eventId, value AS userId, key AS place FROM json_each(${JSON.stringify(people)})`
    const fill = { who, actorId: this.#host }
    await joinPeople(actBeforeSecondBatch(db, joinMeanwhile), acting, { ...fill, isNotified: false, record: () => [] })
    await mailSeats(db, acting, fill)
  }

  /** Offers the seat and accepts it at once. An offer that is not accepted must not change the entries, so it stays out of the model. */
  async #transfer(from: string, to: string) {
    const db = this.#db
    await runStatements(db, [sql`DELETE FROM outreach`])
    await takeBackTransfer(db, from, this.#eventId)
    await offerSeatTo(db, this.#acting, from, this.#eventId, to)
    const [found] = await runStatements<{ id: string }>(db, [sql`SELECT id FROM seat_transfers WHERE from_id = ${from} AND to_id = ${to}`])
    await acceptTransfer(db, this.#acting, to, this.#eventId, found?.results[0]?.id ?? '')
  }

  async #resize(model: SeatModel, version: number, size: number, pick: number) {
    const isInSlots = this.#form.slots.length > 0
    const [first, second] = [1 + size, 1 + (pick % 4)]
    const court = (n: number, capacity: number) => ({ id: `s${n}`, name: `Court ${n}`, capacity })
    // From time to time a court is removed or added again.
    const courts = pick % 5 === 0 ? [court(1, first)] : [court(1, first), court(2, second)]
    const slots: Slots = isInSlots ? courts : [{ id: null, capacity: first }]
    const form = { ...this.#form, slots: isInSlots ? courts : [], capacity: first }
    if (model.resize(slots)) {
      this.#game.slots = slots
      this.#form = form
    }
    const slotMoves = isInSlots ? ['s1', 's2'].map((from) => ({ from, to: 's1', isToWaitlist: false })) : []
    await changeEvent(this.#db, this.#acting, this.#host, this.#eventId, { form, version, scope: 'this', slotMoves })
  }

  async #offer(model: SeatModel) {
    const before = new Set(model.entries.filter(({ state }) => state === 'offered').map(({ id }) => id))
    model.offer()
    const offered = model.entries.filter(({ id, state }) => state === 'offered' && !before.has(id))
    const outboxLength = this.#db.outboxIds.length
    await offerSeats(this.#db, this.#acting, this.#eventId)
    const ids = JSON.stringify(this.#db.outboxIds.splice(outboxLength))
    const [mails] = await runStatements<{ to: string; token: string; seats: number }>(this.#db, [
      sql`SELECT body->>'to' AS "to", body->>'$.template.data.token' AS token, body->>'$.template.data.seats' AS seats FROM outbox
        WHERE queue = 'mail' AND id IN (SELECT value FROM json_each(${ids}))`,
    ])
    // An email goes to each of them, and to nobody else.
    const sent = mails?.results ?? []
    expect(sent.map(({ to, seats }) => `${to} ${seats}`).toSorted()).toEqual(offered.map(({ who, seats }) => `${who} ${seats}`).toSorted())
    for (const { to, token } of sent) this.#offers.push({ token, entryId: offered.find(({ who }) => who === to)?.id ?? '' })
  }

  /** Answers an offer by the link of any email, most of the time a valid one, or in the app. */
  async #answer(model: SeatModel, isAccepted: boolean, pick: number, choose: (states: string[]) => string): Promise<unknown> {
    if (pick % 4 === 0) {
      const chosen = choose(['offered'])
      const who = model.entries.find(({ id, who }) => id === chosen && players.includes(who))?.who ?? 'nobody'
      if (!isAccepted) {
        model.leave(who)
        return leaveEvent(this.#db, this.#now, who, this.#eventId)
      }
      model.take(who)
      return takeFreeSeat(this.#db, this.#now, who, this.#eventId)
    }
    const open = this.#offers.filter(({ entryId }) => model.entries.some(({ id, state }) => id === entryId && state === 'offered'))
    const from = open.length > 0 && pick % 7 > 0 ? open : this.#offers
    const offer = from[pick % Math.max(1, from.length)]
    if (!offer) return null
    model.answer(offer.entryId, isAccepted)
    return answerOffer(this.#db, this.#now, offer.token, isAccepted)
  }

  /** Moves the clock on to the end of the first offer, or by 40 minutes if there is none. */
  async #expire(model: SeatModel) {
    const ends = model.entries.flatMap(({ expiresAt }) => (expiresAt === null ? [] : [expiresAt]))
    this.#now = ends.length > 0 ? Math.min(...ends) : this.#now + 40 * minute
    model.entries = lapse(model.entries, this.#now)
  }
}

/** The same database, but something happens before its second batch. */
function actBeforeSecondBatch({ $client, outboxIds }: Database, act: () => Promise<void>): Database {
  let batches = 0
  const batch = async (statements: D1PreparedStatement[]) => {
    batches += 1
    if (batches === 2) await act()
    return $client.batch(statements)
  }
  return wrapDatabase({ prepare: (text: string) => $client.prepare(text), batch } as D1DatabaseSession, outboxIds)
}

const addPeople = (ids: readonly string[]) => sql`
  INSERT OR IGNORE INTO users (id, email, email_key, display_name, email_verified_at, completed_at, created_at, updated_at)
  SELECT value, value, value, 'Somebody', 1, 1, 0, 0 FROM json_each(${JSON.stringify(ids)})`

const addCity = sql`INSERT OR IGNORE INTO cities (id, name, state, lat, lng, time_zone, population) VALUES (1, 'Austin', 'TX', 30.27, -97.74, ${zone}, 1000)`

const connectAll = sql`
  INSERT OR IGNORE INTO connections (user_id, other_id, state, since)
  SELECT a.value, b.value, 'connected', 1 FROM json_each(${JSON.stringify(players)}) a, json_each(${JSON.stringify(players)}) b WHERE a.value <> b.value`

let games = 0
const tryAll = (db: Database, tally: Tally, numRuns: number, seed: number) =>
  fc.assert(
    fc.asyncProperty(setups, sequences, (setup, steps) => new Play(db, String(++games), setup).run(steps, tally)),
    { numRuns, seed },
  )

/** A thousand games take minutes, so only the soak tries so many. */
const isSoak = env.SOAK === 'full'
const gameCount = isSoak ? 1000 : 120
const minEffects = isSoak ? 20 : 2
/** How often each step follows each other one, and for which part of the pairs. A small run does not meet the rarest. */
const [minPairs, minShare] = isSoak ? [20, 1] : [1, 0.95]

describe(`In ${gameCount} games of ten to forty random steps`, () => {
  beforeAll(async () => void (await import('@photostructure/tz-lookup')))

  it('no seat is given twice, the waitlist keeps its order, and nobody is missing', { timeout: 600_000 }, async () => {
    const tally = newTally()
    const seed = isSoak ? Date.now() : 20_261_120
    await withQuickDatabase((db) => tryAll(db, tally, gameCount, seed))
    const pairs = kinds.flatMap((first) => kinds.map((second) => tally.pairs.get(`${first} ${second}`) ?? 0))
    const table = kinds.map((kind) => `${kind} ${tally.done.get(kind) ?? 0} (${tally.effective.get(kind) ?? 0} changed something)`)
    console.log(
      `${tally.steps} steps, seed ${seed}: ${table.join(', ')}; ${pairs.length} pairs, ${Math.min(...pairs)} to ${Math.max(...pairs)} times`,
    )
    expect(tally.maxSteps).toBeLessThanOrEqual(40)
    for (const kind of kinds) expect(tally.done.get(kind), kind).toBeGreaterThanOrEqual(20)
    for (const kind of kinds.filter((kind) => kind !== 'cancel')) expect(tally.effective.get(kind), kind).toBeGreaterThanOrEqual(minEffects)
    expect(pairs.filter((count) => count >= minPairs).length / pairs.length).toBeGreaterThanOrEqual(minShare)
  })

  it('D1 gives the same results', async () => {
    await tryAll(openPrimary(env.DB), newTally(), isSoak ? 200 : 4, 5)
  })
})
