import { findActivity } from '../../../domain/activities.ts'
import type { EventDetail } from '../../../domain/events/contract.ts'
import type { ManagedJoiner } from '../../../domain/events/manage-contract.ts'
import { type FormattedEventTime, formatEventTime } from '../../../domain/time/format-event-time.ts'
import { day } from '../../../domain/time/spans.ts'
import { writeDate, writeTime } from '../../../domain/time/write-time.ts'

export const getActivityLabel = (id: string) => findActivity(id)?.label ?? 'Game'

export const formatEventTimes = ({ startsAt, endsAt, timeZone }: EventDetail, now: number): FormattedEventTime =>
  formatEventTime({ startsAt, endsAt, venueZone: timeZone, viewerZone: Intl.DateTimeFormat().resolvedOptions().timeZone, now })

export const formatClockTime = (at: number, timeZone: string) =>
  new Date(at).toLocaleTimeString(undefined, { timeZone, hour: 'numeric', minute: '2-digit' })

/** "Sat 6:02 PM", or "Nov 14 6:02 PM" if it is at least six days away, with a year that is not this one. */
export function formatMoment(at: number, timeZone: string, now: number): string {
  const isNear = Math.abs(now - at) < 6 * day
  const date = isNear ? writeTime(at, timeZone, { weekday: 'short' }) : writeDate(at, { timeZone, now }, { month: 'short', day: 'numeric' })
  return `${date} ${formatClockTime(at, timeZone)}`
}

export const formatCount = (count: number, singular: string, plural = `${singular}s`) => `${count} ${count === 1 ? singular : plural}`

type NameAndSeats = Pick<ManagedJoiner, 'name' | 'seats'>

/** "Maya Rivera and 2 guests" */
export const formatNameAndGuests = ({ name, seats }: NameAndSeats) => (seats > 1 ? `${name} and ${formatCount(seats - 1, 'guest')}` : name)

/** "with Zoe and Max" */
export const formatGuests = ({ guests }: Pick<ManagedJoiner, 'guests'>) =>
  guests.length === 0 ? '' : `with ${new Intl.ListFormat('en-US').format(guests)}`

/** How much time is left to answer a seat offer. */
export function formatTimeToAnswer(until: number, now: number): string {
  const minutes = Math.max(0, Math.ceil((until - now) / 60_000))
  if (minutes < 90) return `${minutes} min left to answer`
  return `${Math.round(minutes / 60)} hours left to answer`
}
