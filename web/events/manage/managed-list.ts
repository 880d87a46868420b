import type { ManagedEvent, ManagedJoiner } from '../../../domain/events/manage-contract.ts'
import type { Waiting } from '../check-in/check-in-queue.ts'

/** An entry as it is shown: with what was said at the gate and has not been sent. */
export type ShownJoiner = ManagedJoiner & { isUnsent: boolean }

const overlay = (joiner: ManagedJoiner, waiting: Waiting | undefined): ShownJoiner =>
  waiting && waiting.at > (joiner.checkedInAt ?? 0)
    ? {
        ...joiner,
        arrived: Math.min(joiner.seats, waiting.arrived),
        checkedInAt: waiting.at,
        isNoShow: waiting.isNoShow,
        isUnsent: true,
      }
    : { ...joiner, isUnsent: false }

export type ManagedList = {
  going: ShownJoiner[]
  /** Who is asked for an answer first, then the line. */
  inLine: ShownJoiner[]
  asked: ShownJoiner[]
  /** Left, turned down, taken out, or an offer that ran out. */
  over: ShownJoiner[]
  seats: { going: number; offered: number; free: number; came: number }
}

/** A party too large for the game has no number, and comes after those who have. */
const last = Number.MAX_SAFE_INTEGER

const sum = (joiners: readonly ShownJoiner[], of: (joiner: ShownJoiner) => number) =>
  joiners.reduce((total, joiner) => total + of(joiner), 0)

/** The list of hosts in its parts. An offer that has run out by now holds no seat. */
export function readList({ event, joiners }: ManagedEvent, waiting: ReadonlyMap<string, Waiting>, now: number): ManagedList {
  const shown = joiners.map((joiner) => overlay(joiner, waiting.get(joiner.id)))
  const isOpenOffer = ({ state, offerExpiresAt }: ManagedJoiner) => state === 'offered' && (offerExpiresAt ?? 0) > now
  const going = shown.filter(({ state }) => state === 'going')
  const offered = shown.filter(isOpenOffer)
  const inLine = shown.filter(({ state }) => state === 'waiting').sort((a, b) => (a.position ?? last) - (b.position ?? last))
  const seats = { going: sum(going, ({ seats }) => seats), offered: sum(offered, ({ seats }) => seats) }
  return {
    going,
    inLine: [...offered, ...inLine],
    asked: shown.filter(({ state }) => state === 'asked'),
    over: shown.filter(
      (joiner) =>
        joiner.state === 'left' ||
        joiner.state === 'lapsed' ||
        joiner.state === 'refused' ||
        joiner.state === 'removed' ||
        (joiner.state === 'offered' && !isOpenOffer(joiner)),
    ),
    seats: {
      ...seats,
      free: Math.max(0, event.live.capacity - seats.going - seats.offered),
      came: sum(going, ({ arrived }) => arrived),
    },
  }
}

/** Seats left in each slot. */
export function freeBySlot({ event }: ManagedEvent): Map<string, number> {
  return new Map(event.live.slots.map(({ id, capacity, taken }) => [id, Math.max(0, capacity - taken)]))
}

type Answered = Pick<ManagedJoiner, 'answers'>

export const answerTo = ({ answers }: Answered, id: string): string => (Object.hasOwn(answers, id) ? (answers[id] ?? '') : '')

export const answersOf = ({ event }: ManagedEvent, joiner: Answered) =>
  event.questions.flatMap(({ id, text }) => {
    const answer = answerTo(joiner, id)
    return answer ? [{ id, question: text, answer }] : []
  })
