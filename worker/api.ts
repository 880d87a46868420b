import { sql } from 'drizzle-orm'
import { Hono } from 'hono'
import { describeRoute, openAPIRouteHandler, resolver } from 'hono-openapi'
import * as v from 'valibot'
import { AppError, Problem } from '../domain/errors.ts'
import { localSignInRoutes, sessionRoutes } from './access/routes.ts'
import { limitTeamHosts } from './access/site.ts'
import { answerAuth } from './accounts/auth.ts'
import { accountRoutes } from './accounts/routes.ts'
import { activitySubscriptionRoutes } from './activity-subscriptions/routes.ts'
import { adminRoutes } from './admin/routes.ts'
import { askRoutes } from './ask/routes.ts'
import { availabilityRoutes } from './availability/routes.ts'
import { betaRoutes } from './betas/routes.ts'
import { cityRoutes } from './cities/routes.ts'
import { configRoutes } from './config/routes.ts'
import { connectionRoutes, followRoutes } from './connections/routes.ts'
import { dataExportRoutes } from './data-exports/routes.ts'
import { discoverRoutes } from './discover/routes.ts'
import { endorsementRoutes } from './endorsements/routes.ts'
import { afterRoutes } from './events/after-routes.ts'
import { offerRoutes, partRoutes } from './events/joiner-routes.ts'
import { manageRoutes } from './events/manage-routes.ts'
import { eventPictureRoutes } from './events/picture-routes.ts'
import { eventRoutes } from './events/routes.ts'
import { visitorRoutes } from './events/visitor-routes.ts'
import { feedbackRoutes } from './feedback/routes.ts'
import { geocodeRoutes } from './geocode/routes.ts'
import { homeRoutes } from './home/routes.ts'
import { notificationRoutes } from './notifications/routes.ts'
import { peopleRoutes } from './people/routes.ts'
import { placeRoutes } from './places/routes.ts'
import type { AppEnv } from './platform/context.ts'
import { errorFields, logLine } from './platform/log.ts'
import { pagePolicy } from './platform/security.ts'
import { presenceRoutes } from './presence/routes.ts'
import { privacyRoutes } from './privacy/routes.ts'
import { pictureRoutes } from './profiles/picture-routes.ts'
import { profileRoutes } from './profiles/routes.ts'
import { reportRoutes } from './reports/routes.ts'
import { searchRoutes } from './search/routes.ts'
import { seasonRoutes, teamSeasonRoutes } from './seasons/routes.ts'
import { localTeamRoutes, teamRoutes } from './teams/routes.ts'
import { userListRoutes } from './user-lists/routes.ts'

const Health = v.object({ ok: v.boolean(), version: v.string(), database: v.picklist(['ok', 'down']) })

/** What exists on a community's own domain too; everything else is on the product's domains only. */
export const apiOnTeamHosts = ['/api/health', '/api/config', '/api/session', '/api/_local/session']

/** Every feature, mounted under its own noun. */
export const api = new Hono<AppEnv>()
  .use(limitTeamHosts(apiOnTeamHosts))
  .get(
    '/health',
    describeRoute({
      tags: ['Platform'],
      summary: 'Which release runs, and whether its database answers',
      responses: {
        200: { description: 'All is well', content: { 'application/json': { schema: resolver(Health) } } },
        503: { description: 'The database is down', content: { 'application/json': { schema: resolver(Health) } } },
      },
    }),
    async (c) => {
      const version = c.env.VERSION.id || 'local'
      try {
        await c.var.db.run(sql`SELECT 1`)
        return c.json({ ok: true, version, database: 'ok' as const })
      } catch (error) {
        logLine('error', 'database-down', errorFields(error))
        return c.json({ ok: false, version, database: 'down' as const }, 503)
      }
    },
  )
  .route('/config', configRoutes)
  .route('/session', sessionRoutes)
  .route('/cities', cityRoutes)
  .route('/ask', askRoutes)
  .route('/accounts', accountRoutes)
  .route('/profiles', profileRoutes)
  .route('/connections', connectionRoutes)
  .route('/follows', followRoutes)
  .route('/endorsements', endorsementRoutes)
  .route('/notifications', notificationRoutes)
  .route('/home', homeRoutes)
  .route('/betas', betaRoutes)
  .route('/feedback', feedbackRoutes)
  .route('/reports', reportRoutes)
  .route('/profiles/me/picture', pictureRoutes)
  .route('/activity-subscriptions', activitySubscriptionRoutes)
  .route('/geocode', geocodeRoutes)
  .route('/teams', teamRoutes)
  .route('/teams', teamSeasonRoutes)
  .route('/seasons', seasonRoutes)
  .route('/data-exports', dataExportRoutes)
  .route('/discover', discoverRoutes)
  .route('/events', eventRoutes)
  .route('/events', partRoutes)
  .route('/events', manageRoutes)
  .route('/events', eventPictureRoutes)
  .route('/events', visitorRoutes)
  .route('/events', afterRoutes)
  .route('/seat-offers', offerRoutes)
  .route('/presence', presenceRoutes)
  .route('/availability', availabilityRoutes)
  .route('/people', peopleRoutes)
  .route('/places', placeRoutes)
  .route('/privacy', privacyRoutes)
  .route('/search', searchRoutes)
  .route('/user-lists', userListRoutes)
  .route('/admin', adminRoutes)
  .route('/_local/session', localSignInRoutes)
  .route('/_local/teams', localTeamRoutes)

/** Made when asked for, from the contracts the routes validate with. */
api.get('/openapi.json', describeRoute({ hide: true }), async (c, next) => {
  const { toJsonSchema } = await import('@valibot/to-json-schema')
  const schema = { $ref: '#/components/schemas/Problem' }
  const failing = { responses: { default: { description: 'What went wrong', content: { 'application/problem+json': { schema } } } } }
  return openAPIRouteHandler(api, {
    documentation: {
      openapi: '3.1.0',
      info: { title: 'Gather API', version: '1', description: 'What the web app speaks. Errors are application/problem+json with a code.' },
      servers: [{ url: '/api' }],
      components: {
        securitySchemes: { adminToken: { type: 'http', scheme: 'bearer' } },
        schemas: { Problem: toJsonSchema(Problem) as object },
      },
    },
    defaultOptions: { GET: failing, POST: failing, PUT: failing, PATCH: failing, DELETE: failing },
    defaultValidationErrorResponse: false,
  })(c, next)
})

/** The document for people. RapiDoc styles itself from its script, so this one page allows styles of its own. */
api.get('/docs', describeRoute({ hide: true }), async (c) => {
  const page = await c.env.ASSETS.fetch(new URL('/web/api-docs/index.html', c.req.url))
  return new Response(page.body, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': pagePolicy({ styles: 'anywhere', development: __DEV_SERVER__ }),
    },
  })
})

api.on(['GET', 'POST'], '/auth/*', describeRoute({ hide: true }), answerAuth)

api.all('*', () => {
  throw new AppError('NotFound')
})
