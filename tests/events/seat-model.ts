import type { JoinerState, WaitlistMode } from '../../domain/events/states.ts'

/** What the rules say of seats, told a second time as plainly as it goes: one step from what stands there now. */
export type Entry = {
  id: string
  who: string
  state: JoinerState
  slot: string | null
  seats: number
  turn: number
  joinedAt: number
  expiresAt: number | null
}
export type Slots = { id: string | null; capacity: number }[]
export type Game = {
  slots: Slots
  startsAt: number
  isCancelled: boolean
  needsApproval: boolean
  maxGuests: number
  mode: WaitlistMode
  isNight: boolean
  hold: number
}
/** What is compared: who is where, and with how many. */
export type Outcome = Record<string, string>
type Part = Pick<Entry, 'who' | 'state' | 'slot' | 'seats'>

const holds = ({ state }: Part) => state === 'going' || state === 'offered'
const isActive = ({ state }: Part) => holds({ state } as Part) || state === 'waiting' || state === 'asked'

export const byTurn = (a: Entry, b: Entry) => a.turn - b.turn || a.joinedAt - b.joinedAt || (a.id < b.id ? -1 : 1)

/** An offer that ran out is none, whether anybody has written that down yet or not. */
export const lapse = (entries: readonly Entry[], now: number): Entry[] =>
  entries.map((entry) =>
    entry.state === 'offered' && entry.expiresAt !== null && entry.expiresAt <= now
      ? { ...entry, state: 'lapsed', expiresAt: null }
      : entry,
  )

export const outcomeOf = (entries: readonly Part[]): Outcome =>
  Object.fromEntries(
    entries
      .map(({ who, state, slot, seats }) => [who, `${state} ${slot ?? '-'} ${seats}`] as const)
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  )

export const heldIn = (entries: readonly Part[], slot: string | null) =>
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

  get #isOn() {
    return !this.game.isCancelled && this.now < this.game.startsAt
  }
  #there(slot: string | null) {
    return this.game.slots.find(({ id }) => id === slot)?.capacity ?? 0
  }
  #free(slot: string | null) {
    return this.#there(slot) - heldIn(this.entries, slot)
  }
  line(slot: string | null) {
    return this.entries.filter((one) => one.state === 'waiting' && one.slot === slot && one.seats <= this.#there(slot)).toSorted(byTurn)
  }
  #put(entry: Entry | undefined, change: Partial<Entry>) {
    this.entries = this.entries.map((one) => (one === entry ? { ...one, ...change } : one))
  }
  #of(who: string) {
    return this.entries.find((entry) => entry.who === who)
  }
  #byId(id: string) {
    return this.entries.find((entry) => entry.id === id)
  }

  join(who: string, slot: string | null, seats: number, orWait: boolean) {
    const mine = this.#of(who)
    if (!this.#isOn || seats - 1 > this.game.maxGuests || seats > this.#there(slot)) return
    if (mine && mine.state !== 'left' && mine.state !== 'lapsed') return
    const isFree = this.#free(slot) >= seats && this.line(slot).length === 0
    const state = this.game.needsApproval ? 'asked' : isFree ? 'going' : orWait ? 'waiting' : null
    if (state === null) return
    const entry: Entry = { id: 'new', who, state, slot, seats, turn: 0, joinedAt: this.now, expiresAt: null }
    this.entries = [...this.entries.filter((one) => one !== mine), entry]
  }

  change(who: string, slot: string | null, seats: number) {
    const mine = this.#of(who)
    if (!mine || !isActive(mine) || !this.#isOn || seats - 1 > this.game.maxGuests || seats > this.#there(slot)) return
    const isLarger = seats > mine.seats || slot !== mine.slot
    const own = mine.slot === slot ? mine.seats : 0
    const fits = mine.state === 'going' && this.line(slot).length === 0 && this.#free(slot) + own >= seats
    if (!holds(mine) || !isLarger || fits) this.#put(mine, { slot, seats })
  }

  leave(who: string) {
    const mine = this.#of(who)
    if (mine && isActive(mine) && (this.now < this.game.startsAt || mine.state !== 'going')) this.#put(mine, { state: 'left' })
  }

  take(who: string) {
    const mine = this.#of(who)
    if (!mine || !this.#isOn) return
    const isNext = mine.state === 'waiting' && this.line(mine.slot)[0] === mine && this.#free(mine.slot) >= mine.seats
    if (mine.state === 'offered' || isNext) this.#put(mine, { state: 'going' })
  }

  answer(id: string, isTaken: boolean) {
    const entry = this.#byId(id)
    if (entry?.state === 'offered' && this.#isOn) this.#put(entry, { state: isTaken ? 'going' : 'left' })
  }

  transfer(from: string, to: string) {
    const [mine, theirs] = [this.#of(from), this.#of(to)]
    if (mine?.state !== 'going' || !this.#isOn || from === to) return
    if (theirs && !['left', 'lapsed', 'waiting', 'asked'].includes(theirs.state)) return
    if (this.game.needsApproval && theirs?.state !== 'waiting') return
    this.entries = this.entries.filter((one) => one !== theirs)
    this.#put(mine, { who: to })
  }

  act(id: string, action: 'approve' | 'refuse' | 'remove' | 'seat') {
    const entry = this.#byId(id)
    if (!entry || this.game.isCancelled) return
    const fits = this.#free(entry.slot) >= entry.seats
    if (action === 'approve' && entry.state === 'asked')
      this.#put(entry, { state: fits && this.line(entry.slot).length === 0 ? 'going' : 'waiting' })
    if (action === 'refuse' && entry.state === 'asked') this.#put(entry, { state: 'refused' })
    if (action === 'remove' && (holds(entry) || entry.state === 'waiting')) this.#put(entry, { state: 'removed' })
    const mayBeSeated = entry.state === 'offered' || ((entry.state === 'asked' || entry.state === 'waiting') && fits)
    if (action === 'seat' && mayBeSeated) this.#put(entry, { state: 'going' })
  }

  writeDown(who: string, slot: string | null) {
    if (this.game.isCancelled || this.#free(slot) < 1) return
    const entry: Entry = { id: 'new', who, state: 'going', slot, seats: 1, turn: 0, joinedAt: this.now, expiresAt: null }
    this.entries = [...this.entries, entry]
  }

  move(id: string, slot: string | null) {
    const entry = this.#byId(id)
    if (!entry || !isActive(entry) || !this.game.slots.some((one) => one.id === slot)) return
    if (!holds(entry) || entry.slot === slot || this.#free(slot) >= entry.seats) this.#put(entry, { slot })
  }

  /** Whether the seats became these. */
  resize(slots: Slots): boolean {
    if (!this.#isOn) return false
    const kept = new Set(slots.map(({ id }) => id))
    const moved = this.entries.map((entry) => (kept.has(entry.slot) ? entry : { ...entry, slot: slots[0]?.id ?? null }))
    if (slots.some(({ id, capacity }) => heldIn(moved, id) > capacity)) return false
    this.entries = moved
    return true
  }

  /** Hosts begin or cease to say yes to each who joins; whether they could. Whoever had asked is let in by turn, or gets in line. */
  open(needsApproval: boolean): boolean {
    if (!this.#isOn) return false
    this.game.needsApproval = needsApproval
    const asked = needsApproval ? [] : this.entries.filter(({ state }) => state === 'asked').toSorted(byTurn)
    for (const { id, slot, seats } of asked) {
      const isNext = this.#free(slot) >= seats && this.line(slot).length === 0
      this.#put(this.#byId(id), { state: isNext ? 'going' : 'waiting' })
    }
    return true
  }

  offer() {
    if (!this.#isOn || this.game.isNight) return
    for (const { id } of this.game.slots) {
      for (const first of this.line(id)) {
        if (this.#free(id) < first.seats) break
        this.#put(first, { state: 'offered', expiresAt: this.now + this.game.hold })
      }
    }
  }
}
