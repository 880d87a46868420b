import type { AskedForm, EventDetail } from './contract.ts'
import { holdsSeats, isScheduled } from './states.ts'

/** How often an open page asks what has changed. */
export const livePollMs = 10_000

/** The state of a game for one viewer. It decides what the page offers. */
export type ViewerState =
  | 'draft'
  /** It will be published at a set time, and people can join from then on. */
  | 'scheduled'
  | 'cancelled'
  | 'over'
  | 'begun'
  | 'going'
  /** The viewer was given a seat, and gets it once it is paid for. */
  | 'paying'
  | 'offered'
  | 'waiting'
  | 'asked'
  /** The hosts decided that the viewer cannot join. */
  | 'refused'
  /** Joining opens later. */
  | 'early'
  /** The viewer can take a seat. */
  | 'open'
  /** No seat is free, or others already wait for the free seats. */
  | 'full'

type Opening = Pick<EventDetail, 'startsAt'> & { live: Pick<EventDetail['live'], 'state' | 'publishAt'> }

/** Whether the game is not open yet but will be. A game that has started never opens. */
export const opensLater = ({ startsAt, live }: Opening, now: number): boolean => isScheduled({ ...live, startsAt }) && startsAt > now

type Facts = Pick<EventDetail, 'startsAt' | 'endsAt' | 'joinsAt' | 'isHost'> & {
  live: Pick<EventDetail['live'], 'state' | 'publishAt' | 'capacity' | 'taken' | 'waiting' | 'slots' | 'mine' | 'isRefused'>
}

export function viewerStateOf({ startsAt, endsAt, joinsAt, isHost, live }: Facts, now: number): ViewerState {
  if (opensLater({ startsAt, live }, now)) return 'scheduled'
  if (live.state !== 'published') return live.state
  if (endsAt <= now) return 'over'
  if (live.mine?.state === 'going') return 'going'
  if (startsAt <= now) return 'begun'
  if (live.isRefused) return 'refused'
  if (live.mine?.state === 'offered' && (live.mine.offerExpiresAt ?? 0) > now) return 'offered'
  if (live.mine && live.mine.state !== 'offered') return live.mine.state
  if (joinsAt !== null && joinsAt > now && !isHost) return 'early'
  return countOpenSeats(live) > 0 ? 'open' : 'full'
}

/**
 * The form that keeps the viewer from joining until they have filled it, if there is one. Nobody is known to have filled it before they are
 * signed in.
 */
export const formToJoin = ({ form, isHost, live: { mine } }: Pick<EventDetail, 'form' | 'isHost' | 'live'>): AskedForm | null =>
  mine === null && !isHost && form?.isNeededToJoin && !form.isDone ? form : null

type SeatNumbers = { capacity: number; taken: number; waiting: number }

/** How many seats a new player can take: none while others wait for them. */
export const countOpenSeatsIn = ({ capacity, taken, waiting }: SeatNumbers): number => (waiting > 0 ? 0 : Math.max(0, capacity - taken))

/** The same for a card in a list. With slots, a card does not know which slot people wait for, so it ignores the waitlist. */
export const countOpenSeatsOnCard = ({ hasSlots, ...numbers }: SeatNumbers & { hasSlots: boolean }): number =>
  countOpenSeatsIn(hasSlots ? { ...numbers, waiting: 0 } : numbers)

/** The same for the whole game. Each slot has its own waitlist. */
export const countOpenSeats = ({ slots, ...all }: SeatNumbers & { slots: readonly SeatNumbers[] }): number =>
  slots.length === 0 ? countOpenSeatsIn(all) : slots.reduce((sum, slot) => sum + countOpenSeatsIn(slot), 0)

/** How many people on the waitlist are faces. The others are counted. */
export const maxWaitlistShown = 8

/** The numbers for the picture of the seats: taken by others, held by the viewer, and free. */
export function countSeats({ capacity, taken, mine }: EventDetail['live']) {
  const ownSeats = mine && holdsSeats(mine.state) ? Math.min(mine.seats, taken) : 0
  return { taken: taken - ownSeats, ownSeats, open: Math.max(0, capacity - taken) }
}

/** The first person on the waitlist can take a free seat at any time, even at night when we offer none. */
export const canTakeSeatNow = ({ capacity, taken, slots, mine }: EventDetail['live']): boolean => {
  if (mine?.state !== 'waiting' || mine.position !== 1) return false
  const slot = slots.find(({ id }) => id === mine.slotId)
  const free = slot ? slot.capacity - slot.taken : slots.length === 0 ? capacity - taken : 0
  return free >= mine.seats
}
