import { readTicket } from '../../../domain/events/ticket.ts'
import type { Verdict } from '../../ui/qr-scanner.tsx'
import { partyWords } from '../manage/manage-words.ts'
import type { ShownJoiner } from '../manage/managed-list.ts'

/** `unlisted`: a ticket of this game for an entry this list has not heard of. */
export type Judged = Verdict & { kind: 'in' | 'already' | 'no' | 'unlisted'; joiner: ShownJoiner | null }

const no = (words: string): Judged => ({ kind: 'no', isGood: false, words, joiner: null })

const whyNot: Partial<Record<ShownJoiner['state'], string>> = {
  asked: 'asked to join and has no answer yet',
  waiting: 'is on the waitlist',
  offered: 'has a seat offer and has not accepted it',
  left: 'left this game',
  lapsed: 'declined the seat offer',
  refused: 'was declined',
  removed: 'was removed',
}

/** What a code held up at the gate of this game means. */
export function judgeTicket(code: string, eventId: string, joiners: readonly ShownJoiner[], clock: (at: number) => string): Judged {
  const ticket = readTicket(code)
  if (!ticket) return no('This is not a ticket.')
  if (ticket.eventId !== null && ticket.eventId !== eventId) return no('This ticket is for another game.')
  const joiner = joiners.find(({ id }) => id === ticket.joinerId)
  if (!joiner) {
    const words = ticket.eventId === null ? 'This ticket is for another game.' : 'This ticket is not on the list.'
    return { kind: 'unlisted', isGood: false, words, joiner: null }
  }
  const reason = whyNot[joiner.state]
  if (reason) return no(`${joiner.name} ${reason}.`)
  if (joiner.arrived > 0 && joiner.checkedInAt !== null) {
    return { kind: 'already', isGood: false, words: `${joiner.name} has been checked in since ${clock(joiner.checkedInAt)}.`, joiner }
  }
  return { kind: 'in', isGood: true, words: partyWords(joiner), joiner }
}
