import { type ActivityId, findActivity } from '../../domain/activities.ts'
import type { EventDetail, EventLive } from '../../domain/events/contract.ts'
import { formatOpening } from '../../domain/events/format.ts'
import { countOpenSeats, countOpenSeatsIn } from '../../domain/events/viewer-state.ts'
import { type FormattedEventTime, formatEventTime } from '../../domain/time/format-event-time.ts'
import { day } from '../../domain/time/spans.ts'
import { offsetAt } from '../../domain/time/wall-clock.ts'
import { isSameYear } from '../../domain/time/write-time.ts'

export const activityLabel = (id: string) => findActivity(id)?.label ?? id
export const toKnownActivity = (id: string): ActivityId => findActivity(id)?.id ?? 'other'

/** The address that people share. It is short, and every host of the product knows it. */
export const eventUrl = (id: string) => `${location.origin}/evt/${id}`

export const getViewerTimeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

export const formatTimesForViewer = (
  { startsAt, endsAt, timeZone }: Pick<EventDetail, 'startsAt' | 'endsAt' | 'timeZone'>,
  now: number,
): FormattedEventTime => formatEventTime({ startsAt, endsAt, venueZone: timeZone, viewerZone: getViewerTimeZone(), now })

/** To write an instant in the viewer's time zone, which is named if the place has another one. */
export function optionsForViewer(instant: number, placeZone: string, now: number) {
  const timeZone = getViewerTimeZone()
  return { timeZone, now, showsZone: offsetAt(instant, timeZone) !== offsetAt(instant, placeZone) }
}

/**
 * "Opens for sign-up on Sat, Nov 28 at 9:00 AM", in the viewer's time zone, because the viewer wants to be there in time.
 * The text names the zone if the place has another one.
 */
export function formatSignUpOpening({ live: { publishAt }, timeZone }: Pick<EventDetail, 'live' | 'timeZone'>, now: number): string {
  if (publishAt === null) return ''
  const text = formatOpening(publishAt, optionsForViewer(publishAt, timeZone, now))
  return text.charAt(0).toUpperCase() + text.slice(1)
}

const maxWeekdaySpan = 25 * day

/**
 * "Saturday, 7:00 to 9:00 AM", for use beside a badge with the date. It writes out the date if the game is more than 25 days away or
 * in another year.
 */
export function formatDayAndTime(event: Pick<EventDetail, 'startsAt' | 'endsAt' | 'timeZone'>, now: number): string {
  const { day, time } = formatTimesForViewer(event, now)
  const isFar = !isSameYear(event.startsAt, now, event.timeZone) || Math.abs(event.startsAt - now) > maxWeekdaySpan
  const weekday = new Intl.DateTimeFormat(undefined, { weekday: 'long', timeZone: event.timeZone }).format(event.startsAt)
  return `${isFar ? day : weekday}, ${time}`
}

/** How many seats are left, and whether that number is low. */
export function formatSeatsLeft(live: EventLive): { words: string; isFew: boolean } {
  const { capacity, taken, waiting } = live
  const free = countOpenSeats(live)
  if (free === 0 && waiting > 0) return { words: `${taken >= capacity ? 'Full, ' : ''}${waiting} waiting`, isFew: true }
  if (free === 0) return { words: 'Full', isFew: true }
  return { words: free === 1 ? '1 seat left' : `${free} seats left`, isFew: free <= 3 }
}

/** How many seats are left in one slot, short enough to fit beside its name. */
export function formatSlotSeats(slot: Pick<EventLive, 'capacity' | 'taken' | 'waiting'>): string {
  if (slot.taken >= slot.capacity) return 'Full'
  return slot.waiting > 0 ? `${slot.waiting} waiting` : `${countOpenSeatsIn(slot)} left`
}

export const formatNames = (names: readonly string[]) => new Intl.ListFormat('en-US').format(names)

/** "Ana, Bo, and 5 others": the names that are shown, of `count` people. */
export function formatNamesOf(names: readonly string[], count: number): string {
  const rest = count - names.length
  return formatNames(rest > 0 ? [...names, rest === 1 ? '1 other' : `${rest} others`] : names)
}
