import { activityIds } from '../domain/activities.ts'
import type { Page } from '../domain/define-pages.ts'
import { gamesPath } from '../domain/discover/name-games.ts'
import type { LatLng } from '../domain/geo/contract.ts'
import { organizationPath } from '../domain/organizations/paths.ts'
import { pages } from '../domain/pages.ts'
import { teamPath } from '../domain/teams/paths.ts'
import { listNearestCities } from './cities/queries.ts'
import { listPublicEvents } from './events/queries.ts'
import { listNewestOrganizations } from './organizations/queries.ts'
import { listNewestPlaces } from './places/queries.ts'
import type { AppContext } from './platform/context.ts'
import { cacheAtEdge } from './platform/edge-cache.ts'
import { getOrigin } from './platform/settings.ts'
import { listLargestTeams } from './teams/list-teams.ts'

export type Address = { path: string; changedAt: number | null }

const maxEvents = 5000
const maxPlaces = 5000
const maxTeams = 5000
const maxOrganizations = 5000
/** The nearest city of each is looked up, and that reads all cities around it: dozens in the middle of a large one. */
const maxSpots = 100
const cacheSeconds = 600

const publicPages = Object.values<Page>(pages)
  .filter(({ hosts }) => hosts === undefined || hosts.includes('product'))
  .filter(({ unlisted, guards, path }) => !unlisted && !guards?.some((guard) => guard !== 'signedOut') && !/[:*]/.test(path))
  .map(({ path }): Address => ({ path: `/${path.replace(/^\//, '')}`, changedAt: null }))

/** One point of each area of about seven miles with games, those with the most games first. */
function listSpots(events: readonly LatLng[]): LatLng[] {
  const areas = [...Map.groupBy(events, ({ lat, lng }) => `${lat.toFixed(1)} ${lng.toFixed(1)}`).values()]
  const busiest = areas.toSorted((a, b) => b.length - a.length).slice(0, maxSpots)
  return busiest.flatMap((inArea) => inArea.slice(0, 1))
}

/** Lists all pages that search engines may index: public pages, games by activity and city, communities, organizations, places, and upcoming games that are open to everyone. */
async function writeSiteMap(c: AppContext, origin: string): Promise<string> {
  const [events, places, teams, organizations] = await Promise.all([
    listPublicEvents(c.var.db, c.var.now(), maxEvents),
    listNewestPlaces(c.var.db, maxPlaces),
    listLargestTeams(c.var.db, maxTeams),
    listNewestOrganizations(c.var.db, maxOrganizations),
  ])
  const citiesOfGames = await listNearestCities(c.var.db, listSpots(events))
  const cityIds = [...new Set([...citiesOfGames, ...teams.map(({ cityId }) => cityId)])].filter((id) => id !== null)
  const addresses = [
    ...publicPages,
    ...activityIds.map((id): Address => ({ path: gamesPath(id, null), changedAt: null })),
    ...cityIds.map((id): Address => ({ path: gamesPath(null, id), changedAt: null })),
    ...events.map(({ id, updatedAt }): Address => ({ path: `/discover/events/${id}`, changedAt: updatedAt })),
    ...places.map(({ id, updatedAt }): Address => ({ path: `/places/view/${id}`, changedAt: updatedAt })),
    ...teams.map(({ id, updatedAt }): Address => ({ path: teamPath(id), changedAt: updatedAt })),
    ...organizations.map(({ id, updatedAt }): Address => ({ path: organizationPath(id), changedAt: updatedAt })),
  ]
  const urls = addresses.map(
    ({ path, changedAt }) =>
      `<url><loc>${origin}${path}</loc>${changedAt === null ? '' : `<lastmod>${new Date(changedAt).toISOString()}</lastmod>`}</url>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`
}

/** The site map is cached at the edge, because crawlers request it often and it reads one row per URL. */
export async function answerSiteMap(c: AppContext): Promise<Response> {
  const origin = getOrigin(c.var.settings, c.var.site.platform)
  const xml = await cacheAtEdge(`site-map ${origin}`, cacheSeconds, () => writeSiteMap(c, origin))
  return c.body(xml, 200, { 'content-type': 'application/xml; charset=utf-8', 'cache-control': `public, max-age=${cacheSeconds}` })
}

/** Answers with the file from the build and adds the URL of the site map of this host. */
export async function answerRobots(c: AppContext): Promise<Response> {
  const file = await c.env.ASSETS.fetch(new URL('/robots.txt', c.req.url))
  const map = c.var.site.kind === 'product' ? `\nSitemap: ${getOrigin(c.var.settings, c.var.site.platform)}/sitemap.xml\n` : ''
  return c.body((await file.text()) + map, 200, { 'content-type': 'text/plain; charset=utf-8' })
}
