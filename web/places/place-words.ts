import { type ActivityId, findActivity } from '../../domain/activities.ts'
import type { PlaceHours } from '../../domain/places/contract.ts'
import { type Amenity, amenities, type Surface, surfaces } from '../../domain/places/kinds.ts'
import { opennessOf } from '../../domain/places/rules.ts'
import { weekdays } from '../../domain/time/clock.ts'
import { dayWords } from '../availability/time-words.ts'
import { shortWeekdays } from '../availability/weekday-words.ts'

export const activityWords = (id: string) => findActivity(id)?.label ?? id
export const activityOf = (ids: readonly string[]): ActivityId => findActivity(ids[0] ?? '')?.id ?? 'other'
export const surfaceWords = (id: string) => surfaces[id as Surface] ?? ''
export const amenityWords = (id: string) => amenities[id as Amenity] ?? id

export const clockWords = (at: number, timeZone: string) =>
  new Date(at).toLocaleTimeString(undefined, { timeZone, hour: 'numeric', minute: '2-digit' })

const dayOf = (at: number, timeZone: string) => new Date(at).toLocaleDateString('en-CA', { timeZone })

/** "Open until 10 PM", by the place's own clocks. Null where nobody said when it is open. */
export function openWords(hours: PlaceHours | null, timeZone: string, now: number): { isOpen: boolean; words: string } | null {
  const openness = opennessOf(hours, timeZone, now)
  switch (openness.state) {
    case 'always':
      return null
    case 'never':
      return { isOpen: false, words: 'Closed for now' }
    case 'open':
      return {
        isOpen: true,
        words: openness.until === null ? 'Open around the clock' : `Open now, until ${clockWords(openness.until, timeZone)}`,
      }
    case 'closed': {
      const isToday = dayOf(openness.opensAt, timeZone) === dayOf(now, timeZone)
      const weekday = isToday ? '' : `${new Date(openness.opensAt).toLocaleDateString(undefined, { timeZone, weekday: 'long' })} `
      return { isOpen: false, words: `Closed now, opens ${weekday}${clockWords(openness.opensAt, timeZone)}` }
    }
  }
}

/** Days with the same hours stand in one line: "Mon – Fri". */
export function hoursLines(hours: PlaceHours): { days: string; words: string }[] {
  const lines: { first: number; last: number; words: string }[] = []
  for (const [index, weekday] of weekdays.entries()) {
    const { isAvailable, timeRanges } = hours[weekday]
    const words = isAvailable ? dayWords(timeRanges) : 'Closed'
    const before = lines.at(-1)
    if (before?.words === words) before.last = index
    else lines.push({ first: index, last: index, words })
  }
  const name = (index: number) => shortWeekdays[weekdays[index] ?? 'monday']
  return lines.map(({ first, last, words }) => ({ days: first === last ? name(first) : `${name(first)} – ${name(last)}`, words }))
}

/** In a few words what one wants to know before going: "6 courts · Hard court · Lights". */
export const factWords = ({
  courts,
  surface,
  isIndoor,
  hasLights,
}: {
  courts: number | null
  surface: string
  isIndoor: boolean
  hasLights: boolean
}) =>
  [
    courts !== null && (courts === 1 ? '1 court' : `${courts} courts`),
    surfaceWords(surface),
    isIndoor ? 'Indoors' : 'Outdoors',
    hasLights && 'Lights',
  ].filter((fact) => fact !== false && fact !== '')

export function milesWords(miles: number): string {
  if (miles < 0.1) return `${Math.max(10, Math.round((miles * 5280) / 10) * 10)} feet away`
  const shown = Math.round(miles * 10) / 10
  return `${shown} ${shown === 1 ? 'mile' : 'miles'} away`
}

export const placeUrl = (id: string) => `${location.origin}/places/view/${id}`
