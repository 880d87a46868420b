import type { EventDetail } from './contract.ts'
import { isScheduled } from './states.ts'

/** An open page asks this often what has changed. */
export const livePollMs = 10_000

/** Where a person and a game stand with each other: it says what the page offers. */
export type Standing =
  | 'draft'
  /** It goes up at a time, and takes people from then on. */
  | 'scheduled'
  | 'cancelled'
  | 'over'
  | 'begun'
  | 'going'
  | 'offered'
  | 'waiting'
  | 'asked'
  /** A seat is there to be taken. */
  | 'open'
  /** None is, or others wait for those that are. */
  | 'full'

type Opening = Pick<EventDetail, 'startsAt'> & { live: Pick<EventDetail['live'], 'state' | 'publishAt'> }

/** It takes nobody yet and will: once it has begun it never does. */
export const opensLater = ({ startsAt, live }: Opening, now: number): boolean => isScheduled({ ...live, startsAt }) && startsAt > now

type Facts = Pick<EventDetail, 'startsAt' | 'endsAt'> & {
  live: Pick<EventDetail['live'], 'state' | 'publishAt' | 'capacity' | 'taken' | 'waiting' | 'slots' | 'mine'>
}

export function standingOf({ startsAt, endsAt, live }: Facts, now: number): Standing {
  if (opensLater({ startsAt, live }, now)) return 'scheduled'
  if (live.state !== 'published') return live.state
  if (endsAt <= now) return 'over'
  if (live.mine?.state === 'going') return 'going'
  if (startsAt <= now) return 'begun'
  if (live.mine?.state === 'offered' && (live.mine.offerExpiresAt ?? 0) > now) return 'offered'
  if (live.mine && live.mine.state !== 'offered') return live.mine.state
  return openSeats(live) > 0 ? 'open' : 'full'
}

type Filled = { capacity: number; taken: number; waiting: number }

/** What whoever comes now may take there: nothing while others wait for it. */
export const openIn = ({ capacity, taken, waiting }: Filled): number => (waiting > 0 ? 0 : Math.max(0, capacity - taken))

/** The same in a list, where with slots nobody knows who waits for which. */
export const openOnCard = ({ hasSlots, ...filled }: Filled & { hasSlots: boolean }): number =>
  openIn(hasSlots ? { ...filled, waiting: 0 } : filled)

/** The same for the whole game. With slots each has a line of its own. */
export const openSeats = ({ slots, ...all }: Filled & { slots: readonly Filled[] }): number =>
  slots.length === 0 ? openIn(all) : slots.reduce((sum, slot) => sum + openIn(slot), 0)

/** The picture of the seats: others' and mine, what is open, who waits. */
export function seatCounts({ capacity, taken, waiting, mine }: EventDetail['live']) {
  const own = mine?.state === 'going' || mine?.state === 'offered' ? Math.min(mine.seats, taken) : 0
  return { taken: taken - own, mine: own, open: Math.max(0, capacity - taken), waiting }
}

/** Whoever is first in line may take a seat that is free, also at night when nobody is asked. */
export const mayTakeNow = ({ capacity, taken, slots, mine }: EventDetail['live']): boolean => {
  if (mine?.state !== 'waiting' || mine.position !== 1) return false
  const slot = slots.find(({ id }) => id === mine.slotId)
  const free = slot ? slot.capacity - slot.taken : slots.length === 0 ? capacity - taken : 0
  return free >= mine.seats
}
