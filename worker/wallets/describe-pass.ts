import type { EventDetail } from '../../domain/events/contract.ts'
import { describeSeat } from '../../domain/events/seat-words.ts'
import { writeTicket } from '../../domain/events/ticket.ts'

/** What a ticket in a wallet says. */
export type PassWords = {
  joinerId: string
  eventId: string
  title: string
  when: string
  startsAt: number
  endsAt: number
  placeName: string
  address: string
  lat: number
  lng: number
  seat: string
  ticketCode: string | null
  /** What the host scans, the same as on the ticket in the app. */
  barcode: string
  url: string
}

/** Null if the viewer has no seat in this game, or if it is over or was called off. */
export function describePass(event: EventDetail, { now, origin }: { now: number; origin: string }): PassWords | null {
  const seat = describeSeat(event, { now, timeZone: null, origin, seatToken: null })
  const { mine } = event.live
  if (!seat || !mine || event.live.state !== 'published' || event.endsAt <= now) return null
  const { title, when, placeName, address, seat: seatWords, ticketCode } = seat
  const { id: eventId, startsAt, endsAt, where } = event
  const words = { title, when, startsAt, endsAt, placeName, address, lat: where.lat, lng: where.lng, seat: seatWords, ticketCode }
  return { joinerId: mine.id, eventId, ...words, barcode: writeTicket({ eventId, joinerId: mine.id }), url: `${origin}/evt/${eventId}` }
}
