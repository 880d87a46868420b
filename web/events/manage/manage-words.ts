import { findActivity } from '../../../domain/activities.ts'
import type { EventDetail } from '../../../domain/events/contract.ts'
import type { ManagedJoiner } from '../../../domain/events/manage-contract.ts'
import { type EventTimeWords, eventTimeWords } from '../../../domain/time/event-time-words.ts'
import { day } from '../../../domain/time/spans.ts'

export const activityName = (id: string) => findActivity(id)?.label ?? 'Game'

export const whenWords = ({ startsAt, endsAt, timeZone }: EventDetail, now: number): EventTimeWords =>
  eventTimeWords({ startsAt, endsAt, venueZone: timeZone, viewerZone: Intl.DateTimeFormat().resolvedOptions().timeZone, now })

export const clockAt = (at: number, timeZone: string) =>
  new Date(at).toLocaleTimeString(undefined, { timeZone, hour: 'numeric', minute: '2-digit' })

/** "Sat 6:02 PM", or with the date where it was another week. */
export function momentWords(at: number, timeZone: string, now: number): string {
  const isNear = Math.abs(now - at) < 6 * day
  const date: Intl.DateTimeFormatOptions = isNear ? { weekday: 'short' } : { month: 'short', day: 'numeric' }
  return `${new Date(at).toLocaleDateString(undefined, { timeZone, ...date })} ${clockAt(at, timeZone)}`
}

export const countWords = (count: number, one: string, more = `${one}s`) => `${count} ${count === 1 ? one : more}`

type Party = Pick<ManagedJoiner, 'name' | 'seats'>

/** "Maya Rivera, and 2 guests" */
export const partyWords = ({ name, seats }: Party) => (seats > 1 ? `${name}, and ${countWords(seats - 1, 'guest')}` : name)

/** "with Zoe and Max" */
export const guestWords = ({ guests }: Pick<ManagedJoiner, 'guests'>) =>
  guests.length === 0 ? '' : `with ${new Intl.ListFormat('en-US').format(guests)}`

/** How long an offer still stands. */
export function leftWords(until: number, now: number): string {
  const minutes = Math.max(0, Math.ceil((until - now) / 60_000))
  if (minutes < 90) return `${minutes} min left to answer`
  return `${Math.round(minutes / 60)} h left to answer`
}
