import { minutesADay, type Weekday } from '../time/clock.ts'
import type { DiscoverFilters, NamedFilters } from './filter-contract.ts'

/** Parts of the day, in minutes since midnight. */
export const dayParts = {
  morning: { from: 5 * 60, to: 12 * 60 },
  afternoon: { from: 12 * 60, to: 17 * 60 },
  evening: { from: 17 * 60, to: minutesADay },
} as const
export type DayPart = keyof typeof dayParts

export const noFilters: NamedFilters = {
  activities: [],
  withoutActivities: [],
  city: null,
  radius: null,
  from: null,
  to: null,
  weekdays: [],
  withoutWeekdays: [],
  timeOfDay: null,
  withoutTimeOfDay: null,
  level: null,
  price: null,
  seatsLeft: null,
  kind: null,
}

export const toDiscoverFilters = ({ city, ...rest }: NamedFilters, q = ''): DiscoverFilters => ({
  ...rest,
  cityId: city?.id ?? null,
  center: city && { lat: city.lat, lng: city.lng },
  q,
})

/** A weekday as in a URL: "mon". */
export const shortenDay = (day: Weekday) => day.slice(0, 3)
