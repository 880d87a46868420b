import { type ActivityId, findActivity } from '../../domain/activities.ts'
import type { EventDetail, EventLive } from '../../domain/events/contract.ts'
import { openIn, openSeats } from '../../domain/events/standing.ts'
import { opensWords } from '../../domain/events/words.ts'
import { type EventTimeWords, eventTimeWords } from '../../domain/time/event-time-words.ts'
import { day } from '../../domain/time/spans.ts'
import { offsetAt } from '../../domain/time/wall-clock.ts'

export const activityLabel = (id: string) => findActivity(id)?.label ?? id
export const activityOf = (id: string): ActivityId => findActivity(id)?.id ?? 'other'

/** The address that is told on: short, and the same on every host of the product. */
export const eventUrl = (id: string) => `${location.origin}/evt/${id}`

export const viewerZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

export const timeWordsOf = (
  { startsAt, endsAt, timeZone }: Pick<EventDetail, 'startsAt' | 'endsAt' | 'timeZone'>,
  now: number,
): EventTimeWords => eventTimeWords({ startsAt, endsAt, venueZone: timeZone, viewerZone: viewerZone(), now })

/** "Opens for sign-up on Sat, Nov 28 at 9:00 AM": to be there in time, by the viewer's own clock, and saying so where the place has another. */
export function openingWords({ live: { publishAt }, timeZone }: Pick<EventDetail, 'live' | 'timeZone'>, now: number): string {
  if (publishAt === null) return ''
  const zone = viewerZone()
  const words = opensWords(publishAt, { timeZone: zone, now, isZoneNamed: offsetAt(publishAt, zone) !== offsetAt(publishAt, timeZone) })
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const near = 25 * day

/** "Saturday, 7:00 to 9:00 AM" beside a badge with the date; a date far off is written out. */
export function whenWords(event: Pick<EventDetail, 'startsAt' | 'endsAt' | 'timeZone'>, now: number): string {
  const { day, time } = timeWordsOf(event, now)
  const isFar = Math.abs(event.startsAt - now) > near
  const weekday = new Intl.DateTimeFormat(undefined, { weekday: 'long', timeZone: event.timeZone }).format(event.startsAt)
  return `${isFar ? day : weekday}, ${time}`
}

/** How many seats are left, and whether that is few. */
export function seatsLeft(live: EventLive): { words: string; isFew: boolean } {
  const { capacity, taken, waiting } = live
  const free = openSeats(live)
  if (free === 0 && waiting > 0) return { words: `${taken >= capacity ? 'Full, ' : ''}${waiting} waiting`, isFew: true }
  if (free === 0) return { words: 'Full', isFew: true }
  return { words: free === 1 ? '1 seat left' : `${free} seats left`, isFew: free <= 3 }
}

/** The same of one slot, in as few words as fit beside its name. */
export function slotWords(slot: Pick<EventLive, 'capacity' | 'taken' | 'waiting'>): string {
  if (slot.taken >= slot.capacity) return 'Full'
  return slot.waiting > 0 ? `${slot.waiting} waiting` : `${openIn(slot)} left`
}

export const nameList = (names: readonly string[]) => new Intl.ListFormat('en-US').format(names)
