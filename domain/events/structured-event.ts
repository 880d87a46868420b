import { fromAbsolute } from '@internationalized/date'
import { findActivity } from '../activities.ts'
import { defaultCurrency, writeAmount } from '../money.ts'
import type { EventDetail } from './contract.ts'
import { priceNow } from './seat-price.ts'

/** 2026-11-21T07:00:00-06:00: the local time with its offset from UTC. */
const toIsoText = (instant: number, timeZone: string) =>
  fromAbsolute(instant, timeZone)
    .toString()
    .replace(/\[.*\]$/, '')
    .replace(/\.\d+/, '')

/** The structured data (schema.org) of a public game, for search engines. */
export function makeStructuredEvent(
  event: EventDetail,
  { url, image, description, now }: { url: string; image: string; description: string; now: number },
): object {
  const { where, live, team, hosts, timeZone, startsAt } = event
  const price = event.price && priceNow(event.price, startsAt, now)
  const [host] = hosts
  return {
    '@context': 'https://schema.org',
    '@type': 'SportsEvent',
    name: event.title,
    description,
    url,
    image: [image],
    sport: findActivity(event.activity)?.label ?? event.activity,
    startDate: toIsoText(event.startsAt, timeZone),
    endDate: toIsoText(event.endsAt, timeZone),
    eventStatus: `https://schema.org/${live.state === 'cancelled' ? 'EventCancelled' : 'EventScheduled'}`,
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    isAccessibleForFree: price === null,
    maximumAttendeeCapacity: live.capacity,
    remainingAttendeeCapacity: Math.max(0, live.capacity - live.taken),
    location: {
      '@type': 'Place',
      name: where.name,
      address: where.address || where.name,
      geo: { '@type': 'GeoCoordinates', latitude: where.lat, longitude: where.lng },
    },
    ...(team
      ? { organizer: { '@type': 'SportsOrganization', name: team.name } }
      : host
        ? { organizer: { '@type': 'Person', name: host.name } }
        : {}),
    offers: {
      '@type': 'Offer',
      url,
      price: price === null ? 0 : writeAmount(price),
      priceCurrency: (price?.currency ?? defaultCurrency).toUpperCase(),
      availability: `https://schema.org/${live.taken < live.capacity ? 'InStock' : 'SoldOut'}`,
      validFrom: new Date(event.createdAt).toISOString(),
    },
  }
}
