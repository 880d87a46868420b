import { Hono } from 'hono'
import { describeRoute, resolver } from 'hono-openapi'
import { AppError } from '../../domain/errors.ts'
import { GeocodeList, GeocodeSearch } from '../../domain/geocode/contract.ts'
import { requireViewer } from '../access/viewer.ts'
import type { AppEnv } from '../platform/context.ts'
import { input } from '../platform/input.ts'
import { limitCostly } from '../platform/limits.ts'
import { searchPlaces } from './queries.ts'

export const geocodeRoutes = new Hono<AppEnv>().get(
  '/',
  describeRoute({
    tags: ['Maps'],
    summary: 'Search addresses, if a geocoder is configured',
    responses: { 200: { description: 'At most five places', content: { 'application/json': { schema: resolver(GeocodeList) } } } },
  }),
  input('query', GeocodeSearch),
  async (c) => {
    const viewer = await requireViewer(c)
    const { geocoderUrl, productUrl } = c.var.settings
    if (geocoderUrl === null) throw new AppError('GeocoderMissing')
    // Each search may send a request to an external server in our name.
    await limitCostly(c, 'geocode', viewer.id)
    const places = await searchPlaces({ url: geocoderUrl, userAgent: `Gather (${productUrl})` }, c.req.valid('query').q)
    return c.json({ places }, 200, { 'cache-control': 'private, max-age=3600' })
  },
)

export type GeocodeRoutes = typeof geocodeRoutes
