import type { ManagedEvent, ManagedJoiner } from '../../../domain/events/manage-contract.ts'
import type { PendingCheckIn } from '../check-in/check-in-queue.ts'

/** A joiner as the list shows them, including a check-in that was not sent yet. */
export type ShownJoiner = ManagedJoiner & { isUnsent: boolean }

const applyPendingCheckIn = (joiner: ManagedJoiner, checkIn: PendingCheckIn | undefined): ShownJoiner =>
  checkIn && checkIn.at > (joiner.checkedInAt ?? 0)
    ? {
        ...joiner,
        arrived: Math.min(joiner.seats, checkIn.arrived),
        checkedInAt: checkIn.at,
        isNoShow: checkIn.isNoShow,
        isUnsent: true,
      }
    : { ...joiner, isUnsent: false }

export type ManagedList = {
  going: ShownJoiner[]
  /** Joiners who are paying for their seat come first, then those with an open offer, then those who wait, in order. */
  waitlist: ShownJoiner[]
  requests: ShownJoiner[]
  /** Joiners who left, were declined or removed, or whose offer expired. */
  formerJoiners: ShownJoiner[]
  seats: { going: number; paying: number; offered: number; free: number; checkedIn: number }
}

/** A group that is too large for the game has no position on the waitlist, so it is sorted last. */
const noPosition = Number.MAX_SAFE_INTEGER

const sumOf = (joiners: readonly ShownJoiner[], read: (joiner: ShownJoiner) => number) =>
  joiners.reduce((total, joiner) => total + read(joiner), 0)

/** Divides the joiners of a game into the lists that hosts see. An expired offer no longer holds a seat. */
export function readList({ event, joiners }: ManagedEvent, pending: ReadonlyMap<string, PendingCheckIn>, now: number): ManagedList {
  const shown = joiners.map((joiner) => applyPendingCheckIn(joiner, pending.get(joiner.id)))
  const isOpenOffer = ({ state, offerExpiresAt }: ManagedJoiner) => state === 'offered' && (offerExpiresAt ?? 0) > now
  const going = shown.filter(({ state }) => state === 'going')
  const paying = shown.filter(({ state }) => state === 'paying')
  const offered = shown.filter(isOpenOffer)
  const waiting = shown.filter(({ state }) => state === 'waiting').sort((a, b) => (a.position ?? noPosition) - (b.position ?? noPosition))
  const countSeats = (holding: readonly ShownJoiner[]) => sumOf(holding, ({ seats }) => seats)
  const seats = { going: countSeats(going), paying: countSeats(paying), offered: countSeats(offered) }
  return {
    going,
    waitlist: [...paying, ...offered, ...waiting],
    requests: shown.filter(({ state }) => state === 'asked'),
    formerJoiners: shown.filter(
      (joiner) =>
        joiner.state === 'left' ||
        joiner.state === 'expired' ||
        joiner.state === 'refused' ||
        joiner.state === 'removed' ||
        (joiner.state === 'offered' && !isOpenOffer(joiner)),
    ),
    seats: {
      ...seats,
      free: Math.max(0, event.live.capacity - seats.going - seats.paying - seats.offered),
      checkedIn: sumOf(going, ({ arrived }) => arrived),
    },
  }
}

/** The number of free seats in each slot, by the id of the slot. */
export function countFreeSeatsBySlot({ event }: ManagedEvent): Map<string, number> {
  return new Map(event.live.slots.map(({ id, capacity, taken }) => [id, Math.max(0, capacity - taken)]))
}

type WithAnswers = Pick<ManagedJoiner, 'answers'>

export const getAnswer = ({ answers }: WithAnswers, id: string): string => (Object.hasOwn(answers, id) ? (answers[id] ?? '') : '')

export const listAnswers = ({ event }: ManagedEvent, joiner: WithAnswers) =>
  event.questions.flatMap(({ id, text }) => {
    const answer = getAnswer(joiner, id)
    return answer ? [{ id, question: text, answer }] : []
  })
