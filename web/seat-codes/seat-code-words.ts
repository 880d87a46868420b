import type { EventDetail } from '../../domain/events/contract.ts'
import type { ViewerState } from '../../domain/events/viewer-state.ts'
import type { SeatCodeSent } from '../../domain/seat-codes/contract.ts'
import { writeTime } from '../../domain/time/write-time.ts'
import type { SentCode } from './seat-code-store.ts'

/** What the dialogs of newcomers are called. */
export const titleOfJoining = ({ needsApproval }: Pick<EventDetail, 'needsApproval'>, orWait: boolean): string =>
  needsApproval ? 'Ask to join' : orWait ? 'Join the waitlist' : 'Take a seat'

/** What a person gets with their code: their seat, the form that is needed first, or a place among those who wait. */
export type ComesNext = 'seat' | 'form' | 'wait'

/** Why nobody can join with a code any more. */
export const closedWords: Partial<Record<ViewerState, string>> = {
  cancelled: 'This game was cancelled',
  begun: 'This game has started',
  over: 'This game is over',
}

/** In the time zone of the device: the person looks at its clock. */
const formatClock = (at: number) => writeTime(at, undefined, { hour: 'numeric', minute: '2-digit' })

/** What the person can rely on while the code is on its way. */
export function formatHold({ isHeld, expiresAt, heldUntil = expiresAt }: SeatCodeSent, comesNext: ComesNext, now: number): string {
  if (isHeld && now < heldUntil) return `Your seat is held until ${formatClock(heldUntil)}.`
  const lasts = `The code works until ${formatClock(expiresAt)}.`
  return comesNext === 'seat'
    ? `${lasts} No seat is held for you until then, so be quick.`
    : comesNext === 'form'
      ? `${lasts} No seat is held for you before you have sent the form.`
      : lasts
}

/** Why the code no longer works, what becomes of the seat, and what to do now. A new code keeps the seat that is held. */
export function formatOver({ refusal, isHeld, expiresAt, heldUntil = expiresAt }: SentCode, comesNext: ComesNext, now: number): string {
  if (refusal === 'CodeUsed')
    return 'This code no longer works. If you opened the link in the email, you are signed in there. If not, ask for a new code.'
  if (now >= expiresAt)
    return isHeld ? 'Your seat is no longer held. Ask for a new code to try again.' : 'This code no longer works. Ask for a new one.'
  const isStillHeld = isHeld && now < heldUntil
  const seat = isStillHeld ? ` Your seat is held until ${formatClock(heldUntil)}.` : comesNext === 'seat' ? ' No seat is held for you.' : ''
  return `There were too many wrong codes, so this code no longer works.${seat} Ask for a new code.`
}

/** "9:41" */
export function formatTimeLeft(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
