import { readTicket, readTicketCode } from '../../../domain/events/ticket.ts'
import type { ScanResult } from '../../ui/qr-scanner.tsx'
import { formatNameAndGuests } from '../manage/format-managed-event.ts'
import type { ShownJoiner } from '../manage/managed-list.ts'

/** `unlisted` means that the ticket is for this game, but the joiner is not on the list that this device has. */
export type JudgedTicket = ScanResult & { kind: 'admit' | 'alreadyCheckedIn' | 'refuse' | 'unlisted'; joiner: ShownJoiner | null }

const refuse = (text: string): JudgedTicket => ({ kind: 'refuse', isGood: false, text, joiner: null })

const refusalReasons: Partial<Record<ShownJoiner['state'], string>> = {
  asked: 'asked to join, and you have not answered yet',
  waiting: 'is on the waitlist',
  offered: 'has not accepted the seat offer yet',
  left: 'left this game',
  expired: 'did not answer the seat offer in time',
  refused: 'was declined',
  removed: 'was removed from this game',
}

/** Decides whether a scanned or typed code lets a player in to this game. */
export function judgeTicket(
  code: string,
  eventId: string,
  joiners: readonly ShownJoiner[],
  formatTime: (at: number) => string,
): JudgedTicket {
  const typedCode = readTicketCode(code)
  if (typedCode !== null) {
    const holder = joiners.find(({ ticketCode }) => ticketCode === typedCode)
    return holder
      ? judgeHolder(holder, formatTime)
      : { kind: 'unlisted', isGood: false, text: 'This code is not on the list.', joiner: null }
  }
  const ticket = readTicket(code)
  if (!ticket) return refuse('This is not a ticket.')
  if (ticket.eventId !== null && ticket.eventId !== eventId) return refuse('This ticket is for another game.')
  const joiner = joiners.find(({ id }) => id === ticket.joinerId)
  if (!joiner) {
    const text = ticket.eventId === null ? 'This ticket is for another game.' : 'This ticket is not on the list.'
    return { kind: 'unlisted', isGood: false, text, joiner: null }
  }
  return judgeHolder(joiner, formatTime)
}

function judgeHolder(joiner: ShownJoiner, formatTime: (at: number) => string): JudgedTicket {
  const reason = refusalReasons[joiner.state]
  if (reason) return refuse(`${joiner.name} ${reason}.`)
  if (joiner.arrived > 0 && joiner.checkedInAt !== null) {
    return {
      kind: 'alreadyCheckedIn',
      isGood: false,
      text: `${joiner.name} was already checked in at ${formatTime(joiner.checkedInAt)}.`,
      joiner,
    }
  }
  return { kind: 'admit', isGood: true, text: formatNameAndGuests(joiner), joiner }
}
