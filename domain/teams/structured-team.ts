import { findActivity } from '../activities.ts'
import type { TeamDetail } from './detail-contract.ts'

/** The structured data (schema.org) of a community, for search engines. */
export function makeStructuredTeam(
  { name, activity, city, createdAt, photoURL }: TeamDetail,
  { url, image, description }: { url: string; image: string; description: string },
): object {
  return {
    '@context': 'https://schema.org',
    '@type': activity === null ? 'SportsOrganization' : 'SportsTeam',
    name,
    description,
    url,
    image: [image],
    ...(photoURL === null ? {} : { logo: image }),
    ...(activity === null ? {} : { sport: findActivity(activity)?.label ?? activity }),
    foundingDate: new Date(createdAt).toISOString().slice(0, 10),
    ...(city && { location: { '@type': 'Place', name: `${city.name}, ${city.state}`, address: `${city.name}, ${city.state}, US` } }),
  }
}
