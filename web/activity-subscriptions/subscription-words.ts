import { type ActivityId, activities } from '../../domain/activities.ts'
import type { ActivitySubscription } from '../../domain/activity-subscriptions/contract.ts'
import { invalidLocation } from '../../domain/geo/address.ts'

export const milesWords = (miles: number) => (miles === 1 ? '1 mile' : `${miles} miles`)

export function placeWords({ radius, address }: Pick<ActivitySubscription, 'radius' | 'address'>): string {
  const place = address.description.replace(/^(Near|A pin at) /, '')
  return `within ${milesWords(radius)} of ${place}`
}

const day = (at: number) => new Date(at).toLocaleDateString([], { month: 'short', day: 'numeric', year: 'numeric' })

/** "Jan 1, 2026 – Jun 30, 2026", "From …", "Until …", or nothing where it is open on both sides. */
export function dateWords({ startDate, endDate }: Pick<ActivitySubscription, 'startDate' | 'endDate'>): string {
  if (startDate !== null && endDate !== null) return `${day(startDate)} – ${day(endDate)}`
  if (startDate !== null) return `From ${day(startDate)}`
  return endDate === null ? '' : `Until ${day(endDate)}`
}

export const activityIdOf = (label: string | undefined): ActivityId | undefined =>
  activities.find((activity) => activity.label === label)?.id

/** The one code the rules know for a place that is none, in words. */
export const locationWords = (message: string | undefined) =>
  message === invalidLocation ? 'Pick a city from the list, or put a pin on the map.' : message
