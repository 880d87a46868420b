import { type ActivityId, findActivity } from '../../domain/activities.ts'
import type { PlaceHours } from '../../domain/places/contract.ts'
import { formatCourts } from '../../domain/places/format-courts.ts'
import { type Amenity, amenities, type Surface, surfaces } from '../../domain/places/kinds.ts'
import { opennessOf } from '../../domain/places/rules.ts'
import { weekdays } from '../../domain/time/clock.ts'
import { formatRanges } from '../availability/format-time.ts'
import { shortWeekdayLabels } from '../availability/weekday-labels.ts'

export const formatActivity = (id: string) => findActivity(id)?.label ?? id
export const activityOf = (ids: readonly string[]): ActivityId => findActivity(ids[0] ?? '')?.id ?? 'other'
export const formatSurface = (id: string) => surfaces[id as Surface] ?? ''
export const formatAmenity = (id: string) => amenities[id as Amenity] ?? id

export const formatTime = (at: number, timeZone: string) =>
  new Date(at).toLocaleTimeString(undefined, { timeZone, hour: 'numeric', minute: '2-digit' })

const dayOf = (at: number, timeZone: string) => new Date(at).toLocaleDateString('en-CA', { timeZone })

/** "Open now, until 10 PM", in the time zone of the place. Null if nobody said when it is open. */
export function formatOpenness(hours: PlaceHours | null, timeZone: string, now: number): { isOpen: boolean; text: string } | null {
  const openness = opennessOf(hours, timeZone, now)
  switch (openness.state) {
    case 'unknown':
      return null
    case 'never':
      return { isOpen: false, text: 'Closed for now' }
    case 'open':
      return {
        isOpen: true,
        text: openness.until === null ? 'Open 24 hours' : `Open now, until ${formatTime(openness.until, timeZone)}`,
      }
    case 'closed': {
      const isToday = dayOf(openness.opensAt, timeZone) === dayOf(now, timeZone)
      const weekday = isToday ? '' : `${new Date(openness.opensAt).toLocaleDateString(undefined, { timeZone, weekday: 'long' })} `
      return { isOpen: false, text: `Closed now, opens ${weekday}${formatTime(openness.opensAt, timeZone)}` }
    }
  }
}

/** Joins neighboring days with the same hours into one line, such as "Mon – Fri". */
export function formatHours(hours: PlaceHours): { days: string; text: string }[] {
  const lines: { first: number; last: number; text: string }[] = []
  for (const [index, weekday] of weekdays.entries()) {
    const { isAvailable, timeRanges } = hours[weekday]
    const text = isAvailable ? formatRanges(timeRanges) : 'Closed'
    const before = lines.at(-1)
    if (before?.text === text) before.last = index
    else lines.push({ first: index, last: index, text })
  }
  const name = (index: number) => shortWeekdayLabels[weekdays[index] ?? 'monday']
  return lines.map(({ first, last, text }) => ({ days: first === last ? name(first) : `${name(first)} – ${name(last)}`, text }))
}

/** The key facts about a place, such as "6 courts", "Hard court", "Outdoors" and "Lights". */
export const listFacts = ({
  activities,
  courts,
  surface,
  isIndoor,
  hasLights,
}: {
  activities: readonly string[]
  courts: number | null
  surface: string
  isIndoor: boolean | null
  hasLights: boolean | null
}) =>
  [
    courts !== null && formatCourts(courts, activities),
    formatSurface(surface),
    isIndoor !== null && (isIndoor ? 'Indoors' : 'Outdoors'),
    hasLights === true && 'Lights',
  ].filter((fact) => fact !== false && fact !== '')

export function formatDistance(miles: number): string {
  if (miles < 0.1) return `${Math.max(10, Math.round((miles * 5280) / 10) * 10)} feet away`
  const rounded = Math.round(miles * 10) / 10
  return `${rounded} ${rounded === 1 ? 'mile' : 'miles'} away`
}

export const placeUrl = (id: string) => `${location.origin}/places/view/${id}`
