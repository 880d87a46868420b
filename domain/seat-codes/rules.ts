import { timeToPay } from '../events/seat-rules.ts'
import { day, minute } from '../time/spans.ts'
import type { SeatStep } from './contract.ts'

/** How long a code works, and how long the seat is held for it. */
export const seatCodeLifetime = 10 * minute

type CodeGame = { startsAt: number; isPaid: boolean }

/** A code ends at the latest when nobody can join any more, or pay for the seat, so no seat is promised beyond that. */
export function findCodeEnd(now: number, { startsAt, isPaid }: CodeGame): number {
  const lastToPay = startsAt - timeToPay
  return Math.min(now + seatCodeLifetime, isPaid && lastToPay > now ? lastToPay : startsAt)
}

/** Wrong codes before a new one must be sent. */
export const maxSeatCodeTries = 5

/** What is said to a typed code; null if it is right. `tries` counts this one. The last wrong one already says that no other one works. */
export function refuseSeatCode(isRight: boolean, tries: number): 'WrongCode' | 'TooManyWrongCodes' | null {
  if (tries > maxSeatCodeTries) return 'TooManyWrongCodes'
  if (isRight) return null
  return tries === maxSeatCodeTries ? 'TooManyWrongCodes' : 'WrongCode'
}

/**
 * Emails with a code per day: to one address, to one address requested from one network, and requested from one network. They do not
 * depend on accounts, so they reveal none.
 */
export const seatCodeWindow = day
export const maxSeatCodesPerAddress = 10
export const maxSeatCodesPerPair = 5
export const maxSeatCodesPerNetwork = 40

/** Seats that one network may hold in one game at the same time. A whole group may stand in one Wi-Fi. */
export const maxHoldsPerNetwork = 3

/**
 * How many seats of a slot may be held for codes at the same time: a quarter or two of them, but never more than half. So nobody blocks a
 * game with the addresses of others.
 */
export const minHolds = 2
export const holdShare = 4

type StepFacts = { isKeptOutByForm: boolean; needsApproval: boolean; isPaid: boolean; isHeld: boolean; orWait: boolean }

/** What a code leads to. Whoever wants to wait gets a seat only if one is held, or becomes free in the meantime. */
export function stepAfterCode({ isKeptOutByForm, needsApproval, isPaid, isHeld, orWait }: StepFacts): SeatStep {
  if (isKeptOutByForm) return 'form'
  if (needsApproval) return 'ask'
  if (orWait && !isHeld) return 'wait'
  return isPaid ? 'pay' : 'seat'
}
