import { Hono } from 'hono'
import { describeRoute, resolver } from 'hono-openapi'
import { City, CityId, CityList, CitySearch } from '../../domain/cities/contract.ts'
import { AppError } from '../../domain/errors.ts'
import type { AppEnv } from '../platform/context.ts'
import { input } from '../platform/input.ts'
import { findCity, searchCities } from './queries.ts'

/** Cities change only with new data, about once a year. */
const cacheForADay = 'public, max-age=86400'

export const cityRoutes = new Hono<AppEnv>()
  .get(
    '/',
    describeRoute({
      tags: ['Cities'],
      summary: 'Search US cities',
      description: 'Cities whose names start with the text, most likely first. The text may end with a state: "austin, tx".',
      responses: { 200: { description: 'At most eight cities', content: { 'application/json': { schema: resolver(CityList) } } } },
    }),
    input('query', CitySearch),
    async (c) => {
      const cities = await searchCities(c.var.db, c.req.valid('query').q)
      // An empty answer may mean that the cities are still loading, so it must not be cached.
      if (cities.length > 0) c.header('cache-control', cacheForADay)
      return c.json({ cities })
    },
  )
  .get(
    '/:id',
    describeRoute({
      tags: ['Cities'],
      summary: 'Get a city',
      responses: { 200: { description: 'The city', content: { 'application/json': { schema: resolver(City) } } } },
    }),
    input('param', CityId),
    async (c) => {
      const city = await findCity(c.var.db, c.req.valid('param').id)
      if (!city) throw new AppError('CityNotFound')
      return c.json(city, 200, { 'cache-control': cacheForADay })
    },
  )

export type CityRoutes = typeof cityRoutes
