import { type ActivityId, activities } from '../../domain/activities.ts'
import type { ActivitySubscription } from '../../domain/activity-subscriptions/contract.ts'
import { invalidLocation } from '../../domain/geo/address.ts'

export const formatMiles = (miles: number) => (miles === 1 ? '1 mile' : `${miles} miles`)

export function formatArea({ radius, address }: Pick<ActivitySubscription, 'radius' | 'address'>): string {
  const place = address.description.replace(/^(Near|A pin at) /, '')
  return `within ${formatMiles(radius)} of ${place}`
}

const formatDay = (at: number) => new Date(at).toLocaleDateString([], { month: 'short', day: 'numeric', year: 'numeric' })

/** "Jan 1, 2026 – Jun 30, 2026", "From …", "Until …", or an empty string without dates. */
export function formatDates({ startDate, endDate }: Pick<ActivitySubscription, 'startDate' | 'endDate'>): string {
  if (startDate !== null && endDate !== null) return `${formatDay(startDate)} – ${formatDay(endDate)}`
  if (startDate !== null) return `From ${formatDay(startDate)}`
  return endDate === null ? '' : `Until ${formatDay(endDate)}`
}

export const activityIdOf = (label: string | undefined): ActivityId | undefined =>
  activities.find((activity) => activity.label === label)?.id

/** The text for the code `invalidLocation`; any other message stays as it is. */
export const formatLocationError = (message: string | undefined) =>
  message === invalidLocation ? 'Choose a city from the list, or add a pin to the map.' : message
