import { friendHoldDurationOf } from '../../domain/events/rules.ts'
import type { JoinerState, WaitlistMode } from '../../domain/events/states.ts'
import { maxUnpaidHolds, unpaidHoldsSpan } from '../../domain/orders/holds.ts'
import { findCodeEnd, holdShare, minHolds } from '../../domain/seat-codes/rules.ts'
import { minute } from '../../domain/time/spans.ts'

/** A second, simple implementation of the seat rules. The random test compares the real one with it, step by step. */
export type Entry = {
  id: string
  who: string
  state: JoinerState
  slot: string | null
  seats: number
  rank: number
  joinedAt: number
  expiresAt: number | null
  /** Who holds this seat for a friend, or has held it. */
  heldBy?: string | null
  /** It has expired because nobody paid for it in time. */
  wasUnpaid?: boolean
  /** When holds of this person in this game ended without a payment. */
  unpaidEnds?: readonly number[]
}
export type Slots = { id: string | null; capacity: number }[]
export type Game = {
  slots: Slots
  startsAt: number
  isCancelled: boolean
  needsApproval: boolean
  isPaid: boolean
  maxGuests: number
  mode: WaitlistMode
  isNight: boolean
  offerDuration: number
}
/** The result that is compared: for each person the state, the slot and the number of seats. */
export type Outcome = Record<string, string>
type EntryState = Pick<Entry, 'who' | 'state' | 'slot' | 'seats'>

const hasSeat = ({ state }: EntryState) => state === 'going' || state === 'paying'
const hasOrMayTake = (entry: EntryState) => hasSeat(entry) || entry.state === 'offered'
/** A held seat waits for a code. It belongs to nobody, so nobody can act on it. */
const holds = (entry: EntryState) => hasOrMayTake(entry) || entry.state === 'held'
const isActive = (entry: EntryState) => hasOrMayTake(entry) || entry.state === 'waiting' || entry.state === 'asked'

export const byWaitlistRank = (a: Entry, b: Entry) => a.rank - b.rank || a.joinedAt - b.joinedAt || (a.id < b.id ? -1 : 1)

/** Sets entries with an expired offer to the state `expired`, and leaves out expired holds, even if the database does not say so yet. */
export const lapse = (entries: readonly Entry[], now: number): Entry[] =>
  entries
    .filter(({ state, expiresAt }) => state !== 'held' || (expiresAt ?? 0) > now)
    .map((entry) =>
      entry.state === 'offered' && entry.expiresAt !== null && entry.expiresAt <= now
        ? { ...entry, state: 'expired', expiresAt: null }
        : entry,
    )

export const outcomeOf = (entries: readonly EntryState[]): Outcome =>
  Object.fromEntries(
    entries
      .map(({ who, state, slot, seats }) => [who, `${state} ${slot ?? '-'} ${seats}`] as const)
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  )

export const heldIn = (entries: readonly EntryState[], slot: string | null) =>
  entries.filter((entry) => holds(entry) && entry.slot === slot).reduce((sum, { seats }) => sum + seats, 0)

export class SeatModel {
  entries: Entry[]
  readonly game: Game
  readonly now: number
  constructor(entries: readonly Entry[], game: Game, now: number) {
    this.entries = lapse(entries, now)
    this.game = game
    this.now = now
  }

  get #isOpen() {
    return !this.game.isCancelled && this.now < this.game.startsAt
  }
  /** The state of a person who takes a seat; null if no time is left to pay for it. */
  get #bought(): JoinerState | null {
    if (!this.game.isPaid) return 'going'
    return this.game.startsAt - this.now >= 40 * minute ? 'paying' : null
  }
  /** Whoever often did not pay starts no hold by joining, and nobody holds a seat for them. */
  #mayHold(who: string) {
    const ends = this.#findByPerson(who)?.unpaidEnds ?? []
    return !this.game.isPaid || ends.filter((end) => end > this.now - unpaidHoldsSpan).length < maxUnpaidHolds
  }
  #capacity(slot: string | null) {
    return this.game.slots.find(({ id }) => id === slot)?.capacity ?? 0
  }
  #freeSeats(slot: string | null) {
    return this.#capacity(slot) - heldIn(this.entries, slot)
  }
  waitlist(slot: string | null) {
    return this.entries
      .filter((entry) => entry.state === 'waiting' && entry.slot === slot && entry.seats <= this.#capacity(slot))
      .toSorted(byWaitlistRank)
  }
  #update(target: Entry | undefined, change: Partial<Entry>) {
    this.entries = this.entries.map((entry) => (entry === target ? { ...entry, ...change } : entry))
  }
  #findByPerson(who: string) {
    return this.entries.find((entry) => entry.who === who)
  }
  #findById(id: string) {
    return this.entries.find((entry) => entry.id === id)
  }

  /** Sends a code to somebody who is not signed in, with a new hold instead of the old one. Returns whether it is sent. */
  sendCode(oldId: string | null, slot: string | null, orWait: boolean): boolean {
    if (!this.#isOpen || this.#bought === null) return false
    const old = this.entries.find(({ id, state }) => id === oldId && state === 'held')
    const hadHold = old?.slot === slot
    const isFree = this.#freeSeats(slot) + (hadHold ? 1 : 0) >= 1 && (hadHold || this.waitlist(slot).length === 0)
    if (!orWait && !this.game.needsApproval && !isFree) return false
    const [capacity, others] = [this.#capacity(slot), this.entries.filter((entry) => entry !== old)]
    const held = others.filter((entry) => entry.state === 'held' && entry.slot === slot).length
    const mayHold = held < Math.min(Math.max(minHolds, Math.floor(capacity / holdShare)), Math.floor((capacity + 1) / 2))
    const expiresAt = findCodeEnd(this.now, this.game)
    const hold: Entry = { id: 'new', who: 'guest new', state: 'held', slot, seats: 1, rank: 0, joinedAt: this.now, expiresAt }
    // Without a new hold, the old one stays as long as it was meant to.
    if (isFree && mayHold && !this.game.needsApproval) this.entries = [...others, hold]
    return true
  }

  /** Joins with a code. The hold ends, whether it helped or not. */
  redeemCode(who: string, holdId: string | null, slot: string | null, orWait: boolean) {
    const held = this.entries.find(({ id, state }) => id === holdId && state === 'held')
    this.entries = this.entries.filter((entry) => entry !== held)
    this.join(who, slot, 1, orWait, held?.slot === slot)
  }

  join(who: string, slot: string | null, seats: number, orWait: boolean, hadHold = false) {
    const mine = this.#findByPerson(who)
    if (!this.#isOpen || seats > this.#capacity(slot)) return
    if (seats > 1 && seats - 1 + this.#friendsOf(who).length > this.game.maxGuests) return
    if (mine && mine.state !== 'left' && mine.state !== 'expired') return
    const isFree = this.#freeSeats(slot) >= seats && (hadHold || this.waitlist(slot).length === 0)
    const state = this.game.needsApproval ? 'asked' : isFree ? this.#mayHold(who) && this.#bought : orWait ? 'waiting' : null
    if (!state) return
    const entry: Entry = { id: 'new', who, state, slot, seats, rank: 0, joinedAt: this.now, expiresAt: null }
    this.entries = [...this.entries.filter((other) => other !== mine), entry]
  }

  /** Joins, and holds a seat for each friend who is not in the game, if there are seats for all of them. */
  joinWithFriends(who: string, friends: readonly string[], slot: string | null, orWait: boolean) {
    const others = friends.filter((friend) => friend !== who)
    if (others.length === 0) return this.join(who, slot, 1, orWait)
    // Who has to pay brings friends later.
    if (this.game.isPaid || this.game.needsApproval) return
    const mine = this.#findByPerson(who)
    const party = new Set([...others, ...this.#friendsOf(who)])
    if (!this.#isOpen || party.size > this.game.maxGuests || this.#capacity(slot) < 1) return
    if (mine && mine.state !== 'left' && mine.state !== 'expired') return
    const isFree = this.#freeSeats(slot) >= 1 && this.waitlist(slot).length === 0
    if (!isFree && !orWait) return
    const entry: Entry = {
      id: 'new',
      who,
      state: isFree ? 'going' : 'waiting',
      slot,
      seats: 1,
      rank: 0,
      joinedAt: this.now,
      expiresAt: null,
    }
    this.entries = [...this.entries.filter((other) => other !== mine), entry]
    if (!isFree || this.#freeSeats(slot) < others.length) return
    this.#holdFor(who, others, slot)
  }

  /** Holds seats for friends later. Without seats for all of them, or while others wait, they are only invited. */
  bringFriends(who: string, friends: readonly string[]) {
    const others = friends.filter((friend) => friend !== who)
    const mine = this.#findByPerson(who)
    if (!this.#isOpen || this.game.needsApproval || mine?.state !== 'going') return
    const party = new Set([...others, ...this.#friendsOf(who)])
    if (mine.seats - 1 + party.size > this.game.maxGuests) return
    if (this.waitlist(mine.slot).length > 0 || this.#freeSeats(mine.slot) < others.length) return
    this.#holdFor(who, others, mine.slot)
  }

  /**
   * Gives people of a season seats in a game without slots and price. Something else may happen after the look at who fits, and before they
   * get the seats. Who was in the game before gets none.
   */
  fill(people: readonly string[], meanwhile: () => void) {
    const isNew = (who: string) => !this.#findByPerson(who)
    if (!this.#isOpen || this.game.slots[0]?.id !== null) return
    const chosen = people.filter(isNew).slice(0, this.#freeSeats(null))
    if (chosen.length === 0) return
    meanwhile()
    if (this.game.isPaid || this.waitlist(null).length > 0) return
    for (const who of chosen.filter(isNew).slice(0, this.#freeSeats(null))) {
      const entry: Entry = { id: 'new', who, state: 'going', slot: null, seats: 1, rank: 0, joinedAt: this.now, expiresAt: null }
      this.entries = [...this.entries, entry]
    }
  }

  /** Who is in the game because this player held a seat for them. */
  #friendsOf(who: string): string[] {
    return this.entries.filter((entry) => entry.heldBy === who && isActive(entry)).map((entry) => entry.who)
  }

  #holdFor(who: string, friends: readonly string[], slot: string | null) {
    for (const [index, friend] of friends.entries()) {
      const theirs = this.#findByPerson(friend)
      if (theirs && theirs.state !== 'left' && theirs.state !== 'expired') continue
      const expiresAt = this.now + friendHoldDurationOf(this.now, this.game.startsAt, this.game.isPaid)
      if (expiresAt <= this.now || !this.#mayHold(friend)) continue
      const joinedAt = this.now + 1 + index
      const held: Entry = { id: 'new', who: friend, state: 'offered', slot, seats: 1, rank: 0, joinedAt, expiresAt, heldBy: who }
      this.entries = [...this.entries.filter((other) => other !== theirs), held]
    }
  }

  /** After every step: what a player holds for friends ends with the player's own seat. */
  endHeldSeats() {
    const seated = new Set(this.entries.filter(hasSeat).map(({ who }) => who))
    for (const entry of this.entries)
      if (entry.state === 'offered' && entry.heldBy && !seated.has(entry.heldBy)) this.#update(entry, { state: 'expired', expiresAt: null })
  }

  change(who: string, slot: string | null, seats: number) {
    const mine = this.#findByPerson(who)
    if (!mine || !isActive(mine) || !this.#isOpen || seats > this.#capacity(slot)) return
    if (seats > mine.seats && seats - 1 + this.#friendsOf(who).length > this.game.maxGuests) return
    const isLarger = seats > mine.seats || slot !== mine.slot
    const ownSeats = mine.slot === slot ? mine.seats : 0
    if (this.game.isPaid && hasSeat(mine) && seats !== mine.seats) return
    const fits = hasSeat(mine) && this.waitlist(slot).length === 0 && this.#freeSeats(slot) + ownSeats >= seats
    if (!holds(mine) || !isLarger || fits) this.#update(mine, { slot, seats })
  }

  leave(who: string) {
    const mine = this.#findByPerson(who)
    if (mine && isActive(mine) && (this.now < this.game.startsAt || mine.state !== 'going')) this.#update(mine, { state: 'left' })
  }

  take(who: string) {
    const mine = this.#findByPerson(who)
    if (!mine || !this.#isOpen) return
    const isNext = mine.state === 'waiting' && this.waitlist(mine.slot)[0] === mine && this.#freeSeats(mine.slot) >= mine.seats
    const state = this.#bought
    if (state && (mine.state === 'offered' || isNext)) this.#update(mine, { state })
  }

  answer(id: string, isAccepted: boolean) {
    const entry = this.#findById(id)
    const state = isAccepted ? this.#bought : 'left'
    if (state && entry?.state === 'offered' && this.#isOpen) this.#update(entry, { state })
  }

  transfer(from: string, to: string) {
    const [mine, theirs] = [this.#findByPerson(from), this.#findByPerson(to)]
    if (mine?.state !== 'going' || !this.#isOpen || from === to) return
    if (theirs && !['left', 'expired', 'waiting', 'asked'].includes(theirs.state)) return
    if (this.game.needsApproval && theirs?.state !== 'waiting') return
    this.entries = this.entries.filter((entry) => entry !== theirs)
    this.#update(mine, { who: to, heldBy: null })
  }

  act(id: string, action: 'approve' | 'refuse' | 'remove' | 'seat') {
    const entry = this.#findById(id)
    if (!entry || this.game.isCancelled) return
    const fits = this.#freeSeats(entry.slot) >= entry.seats
    const approved = fits && this.waitlist(entry.slot).length === 0 ? this.#bought : 'waiting'
    if (action === 'approve' && entry.state === 'asked' && approved) this.#update(entry, { state: approved })
    if (action === 'refuse' && entry.state === 'asked') this.#update(entry, { state: 'refused' })
    if (action === 'remove' && (hasOrMayTake(entry) || entry.state === 'waiting')) this.#update(entry, { state: 'removed' })
    const canBeSeated =
      (entry.state === 'offered' && !entry.heldBy) ||
      entry.state === 'paying' ||
      ((entry.state === 'asked' || entry.state === 'waiting') && fits)
    if (action === 'seat' && canBeSeated) this.#update(entry, { state: 'going' })
  }

  /** The payment provider says that the seat is paid for, or that nobody can pay for it any more. */
  settle(id: string, isPaid: boolean) {
    const entry = this.#findById(id)
    if (!entry || (isPaid && this.game.isCancelled)) return
    if (entry.state === 'paying') return this.#update(entry, { state: isPaid ? 'going' : 'expired' })
    // A late payment gets the seats back if they are still free.
    const isFree = this.#freeSeats(entry.slot) >= entry.seats && this.waitlist(entry.slot).length === 0
    if (isPaid && entry.state === 'expired' && entry.wasUnpaid && this.#isOpen && isFree) this.#update(entry, { state: 'going' })
  }

  addGuest(who: string, slot: string | null) {
    if (this.game.isCancelled || this.#freeSeats(slot) < 1) return
    const entry: Entry = { id: 'new', who, state: 'going', slot, seats: 1, rank: 0, joinedAt: this.now, expiresAt: null }
    this.entries = [...this.entries, entry]
  }

  move(id: string, slot: string | null) {
    const entry = this.#findById(id)
    if (!entry || !isActive(entry) || !this.game.slots.some(({ id: slotId }) => slotId === slot)) return
    if (!hasOrMayTake(entry) || entry.slot === slot || this.#freeSeats(slot) >= entry.seats) this.#update(entry, { slot })
  }

  /** Changes the seats. Returns whether the change is allowed. */
  resize(slots: Slots): boolean {
    if (!this.#isOpen) return false
    const slotIds = new Set(slots.map(({ id }) => id))
    const kept = this.entries.filter(({ state, slot }) => state !== 'held' || slotIds.has(slot))
    const moved = kept.map((entry) => (slotIds.has(entry.slot) ? entry : { ...entry, slot: slots[0]?.id ?? null }))
    if (slots.some(({ id, capacity }) => heldIn(moved, id) > capacity)) return false
    this.entries = moved
    return true
  }

  /** Turns approval on or off. Returns whether the change is allowed. Without approval, requests are accepted or join the waitlist. */
  setApproval(needsApproval: boolean): boolean {
    if (!this.#isOpen) return false
    this.game.needsApproval = needsApproval
    const requests = needsApproval ? [] : this.entries.filter(({ state }) => state === 'asked').toSorted(byWaitlistRank)
    for (const { id, slot, seats } of requests) {
      const isNext = this.#freeSeats(slot) >= seats && this.waitlist(slot).length === 0
      this.#update(this.#findById(id), { state: (isNext && this.#bought) || 'waiting' })
    }
    return true
  }

  offer() {
    if (!this.#isOpen || this.game.isNight || this.game.offerDuration <= 0) return
    for (const { id } of this.game.slots) {
      for (const first of this.waitlist(id)) {
        if (this.#freeSeats(id) < first.seats) break
        this.#update(first, { state: 'offered', expiresAt: this.now + this.game.offerDuration })
      }
    }
  }
}
