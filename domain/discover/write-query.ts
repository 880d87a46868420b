import { timeText } from '../time/clock.ts'
import type { DiscoverFilters, TimeOfDay } from './filter-contract.ts'
import { dayParts, shortenDay } from './filters.ts'

function writeTime({ from, to }: TimeOfDay): string {
  const part = Object.entries(dayParts).find(([, other]) => other.from === from && other.to === to)
  return part?.[0] ?? `${timeText(from)}-${timeText(to)}`
}

/** Writes the filters as the query of `/discover`. Empty filters are left out, and commas stay readable. */
export function writeDiscoverQuery(filters: DiscoverFilters): string {
  const { center, level, price } = filters
  const parameters: Record<string, string | number | null | undefined> = {
    activity: filters.activities.join(','),
    not: filters.withoutActivities.join(','),
    city: filters.cityId,
    lat: center?.lat,
    lng: center?.lng,
    radius: filters.radius,
    from: filters.from,
    to: filters.to,
    days: filters.weekdays.map(shortenDay).join(','),
    notdays: filters.withoutWeekdays.map(shortenDay).join(','),
    time: filters.timeOfDay && writeTime(filters.timeOfDay),
    nottime: filters.withoutTimeOfDay && writeTime(filters.withoutTimeOfDay),
    level: level && (level.min === level.max ? level.min : `${level.min}-${level.max}`),
    free: price === 'free' ? 1 : null,
    paid: price === 'paid' ? 1 : null,
    price: typeof price === 'object' && price ? price.maxCents / 100 : null,
    seats: filters.seatsLeft,
    kind: filters.kind,
    q: filters.q,
  }
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters))
    if (value !== null && value !== undefined && value !== '') query.set(name, String(value))
  return query.toString().replaceAll('%2C', ',').replaceAll('%3A', ':')
}
