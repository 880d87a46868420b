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
import { calendarAddressRoutes } from './calendar-addresses/routes.ts'
import { cityRoutes } from './cities/routes.ts'
import { configRoutes } from './config/routes.ts'
import { connectionRoutes, followRoutes } from './connections/routes.ts'
import { dataExportRoutes } from './data-exports/routes.ts'
import { discoverRoutes } from './discover/routes.ts'
import { dueRoutes, teamDueRoutes } from './dues/routes.ts'
import { endorsementRoutes } from './endorsements/routes.ts'
import { coHostLinkRoutes, coHostLinkTokenRoutes } from './events/co-host-link-routes.ts'
import { eventFeedbackRoutes } from './events/event-feedback-routes.ts'
import { coHostInviteRoutes, myJoinerRoutes, offerRoutes } from './events/joiner-routes.ts'
import { manageRoutes } from './events/manage-routes.ts'
import { eventPictureRoutes } from './events/picture-routes.ts'
import { rematchRoutes } from './events/rematch-routes.ts'
import { eventRoutes } from './events/routes.ts'
import { visitorRoutes } from './events/visitor-routes.ts'
import { externalTeamRoutes } from './external-teams/routes.ts'
import { feedbackRoutes } from './feedback/routes.ts'
import { formCouponRoutes } from './forms/coupon-routes.ts'
import { formExportRoutes } from './forms/export-routes.ts'
import { formFileRoutes } from './forms/file-routes.ts'
import { formPaymentRoutes } from './forms/payment-routes.ts'
import { formRoutes, teamFormRoutes } from './forms/routes.ts'
import { stayOnSite } from './forms/stay-on-site.ts'
import { submissionRoutes } from './forms/submission-routes.ts'
import { teamAddRoutes } from './forms/team-add-routes.ts'
import { formViewRoutes } from './forms/view-routes.ts'
import { waiverRoutes } from './forms/waiver-routes.ts'
import { geocodeRoutes } from './geocode/routes.ts'
import { homeRoutes } from './home/routes.ts'
import { hostnameRoutes, teamHostnameRoutes } from './hostnames/routes.ts'
import { ledgerRoutes, teamLedgerRoutes } from './ledger/routes.ts'
import { membershipRoutes, teamMembershipRoutes } from './memberships/routes.ts'
import { messageRoutes } from './messages/routes.ts'
import { myGamesRoutes } from './my-games/routes.ts'
import { needsYouRoutes } from './needs-you/routes.ts'
import { notificationRoutes } from './notifications/routes.ts'
import { couponRoutes } from './orders/coupon-routes.ts'
import { creditRoutes, disputeRoutes, orderRoutes, payRoutes } from './orders/routes.ts'
import { shareRoutes } from './orders/share-routes.ts'
import { organizationRoutes } from './organizations/routes.ts'
import { accountRoutes as payoutAccountRoutes } from './payments/account-routes.ts'
import { planRoutes } from './payments/plan-routes.ts'
import { paymentRoutes } from './payments/routes.ts'
import { peopleRoutes } from './people/routes.ts'
import { placeRoutes } from './places/routes.ts'
import type { AppEnv } from './platform/context.ts'
import { getErrorFields, logLine } from './platform/log.ts'
import { buildPagePolicy } from './platform/security.ts'
import { presenceRoutes } from './presence/routes.ts'
import { privacyRoutes } from './privacy/routes.ts'
import { pictureRoutes } from './profiles/picture-routes.ts'
import { profileRoutes } from './profiles/routes.ts'
import { pushRoutes } from './push/routes.ts'
import { reportRoutes } from './reports/routes.ts'
import { rosterGuestRoutes } from './roster/guest-routes.ts'
import { rosterRoutes } from './roster/routes.ts'
import { searchRoutes } from './search/routes.ts'
import { seasonGuestRoutes } from './seasons/guest-routes.ts'
import { seasonGroupRoutes, seasonSessionRoutes } from './seasons/match-routes.ts'
import { seasonRoutes, teamSeasonRoutes } from './seasons/routes.ts'
import { substituteRoutes } from './seasons/substitute-routes.ts'
import { seatCodeRoutes } from './seat-codes/routes.ts'
import { teamAnnouncementRoutes } from './team-announcements/routes.ts'
import { teamDraftRoutes } from './team-drafts/routes.ts'
import { teamFollowRoutes } from './team-follows/routes.ts'
import { teamHoursRoutes } from './team-hours/routes.ts'
import { teamInvitationRoutes, teamJoiningRoutes } from './team-joining/routes.ts'
import { teamTopicRoutes } from './team-topics/routes.ts'
import { customRoleRoutes } from './teams/custom-role-routes.ts'
import { manageTeamRoutes } from './teams/manage-routes.ts'
import { localTeamRoutes, teamRoutes } from './teams/routes.ts'
import { userListRoutes } from './user-lists/routes.ts'
import { walletRoutes } from './wallets/routes.ts'

const Health = v.object({ ok: v.boolean(), version: v.string(), database: v.picklist(['ok', 'down']) })

/** The endpoints that also exist on the domain of a community. All others exist on the product's domains only. */
export const apiOnTeamHosts = ['/api/health', '/api/config', '/api/session', '/api/hostnames/team-site', '/api/_local/session']

/** Forms of a community are filled on its own domain too. Its organizers work on ours. */
export const requestsOnTeamHosts = [
  'POST /api/hostnames/sessions',
  'DELETE /api/hostnames/sessions',
  'GET /api/forms/:id',
  'GET /api/forms/:id/known',
  'PUT /api/forms/:id/answers',
  'POST /api/forms/:id/links',
  'POST /api/forms/:id/submissions',
  'POST /api/forms/:id/files',
  'DELETE /api/forms/:id/files/:fileId',
  'GET /api/forms/:id/submissions/:submissionId',
  'PUT /api/forms/:id/submissions/:submissionId',
  'DELETE /api/forms/:id/submissions/:submissionId',
  'GET /api/forms/:id/submissions/:submissionId/files/:fileId',
  'POST /api/forms/:id/coupons/check',
  'POST /api/forms/:id/submissions/:submissionId/missing',
  // For fields that ask for a city or a place.
  'GET /api/cities',
  'GET /api/cities/:id',
  'GET /api/places/named',
]

/** Mounts the routes of every feature under its noun. */
export const api = new Hono<AppEnv>()
  .use(limitTeamHosts(apiOnTeamHosts, requestsOnTeamHosts))
  .use('/forms/:id', stayOnSite)
  .use('/forms/:id/*', stayOnSite)
  .get(
    '/health',
    describeRoute({
      tags: ['Platform'],
      summary: 'The version of the running release, and whether its database answers',
      responses: {
        200: { description: 'Everything works', content: { 'application/json': { schema: resolver(Health) } } },
        503: { description: 'The database is down', content: { 'application/json': { schema: resolver(Health) } } },
      },
    }),
    async (c) => {
      const version = c.env.VERSION.id || 'local'
      try {
        await c.var.db.run(sql`SELECT 1`)
        return c.json({ ok: true, version, database: 'ok' as const })
      } catch (error) {
        logLine('error', 'database-down', getErrorFields(error))
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
  .route('/push', pushRoutes)
  .route('/home', homeRoutes)
  .route('/my-games', myGamesRoutes)
  .route('/seat-codes', seatCodeRoutes)
  .route('/betas', betaRoutes)
  .route('/feedback', feedbackRoutes)
  .route('/reports', reportRoutes)
  .route('/profiles/me/picture', pictureRoutes)
  .route('/activity-subscriptions', activitySubscriptionRoutes)
  .route('/geocode', geocodeRoutes)
  .route('/teams', rosterGuestRoutes)
  .route('/teams', teamFollowRoutes)
  .route('/teams', teamRoutes)
  .route('/teams', manageTeamRoutes)
  .route('/teams', customRoleRoutes)
  .route('/teams', teamSeasonRoutes)
  .route('/teams', rosterRoutes)
  .route('/teams', teamHoursRoutes)
  .route('/teams', teamTopicRoutes)
  .route('/teams', teamAnnouncementRoutes)
  .route('/teams', teamLedgerRoutes)
  .route('/team-drafts', teamDraftRoutes)
  .route('/teams', teamJoiningRoutes)
  .route('/team-invitations', teamInvitationRoutes)
  .route('/organizations', organizationRoutes)
  .route('/hostnames', hostnameRoutes)
  .route('/external-teams', externalTeamRoutes)
  .route('/calendar-addresses', calendarAddressRoutes)
  .route('/needs-you', needsYouRoutes)
  .route('/seasons', seasonRoutes)
  .route('/seasons', seasonGroupRoutes)
  .route('/seasons', seasonGuestRoutes)
  .route('/seasons', seasonSessionRoutes)
  .route('/seasons', substituteRoutes)
  .route('/data-exports', dataExportRoutes)
  .route('/discover', discoverRoutes)
  .route('/events', eventRoutes)
  .route('/events', myJoinerRoutes)
  .route('/events', walletRoutes)
  .route('/events', coHostInviteRoutes)
  .route('/events', coHostLinkRoutes)
  .route('/events', manageRoutes)
  .route('/events', eventPictureRoutes)
  .route('/events', visitorRoutes)
  .route('/events', eventFeedbackRoutes)
  .route('/events', rematchRoutes)
  .route('/events', payRoutes)
  .route('/events', couponRoutes)
  .route('/credits', creditRoutes)
  .route('/orders', orderRoutes)
  .route('/disputes', disputeRoutes)
  .route('/dues', dueRoutes)
  .route('/shares', shareRoutes)
  .route('/ledger', ledgerRoutes)
  .route('/memberships', membershipRoutes)
  .route('/teams', teamMembershipRoutes)
  .route('/teams', teamDueRoutes)
  .route('/teams', teamFormRoutes)
  .route('/forms', formRoutes)
  .route('/forms', formCouponRoutes)
  .route('/forms', formPaymentRoutes)
  .route('/forms', formExportRoutes)
  .route('/forms', formViewRoutes)

  .route('/forms', waiverRoutes)
  .route('/forms', submissionRoutes)
  .route('/forms', formFileRoutes)

  .route('/forms', teamAddRoutes)
  .route('/teams', teamHostnameRoutes)
  .route('/seat-offers', offerRoutes)
  .route('/co-host-links', coHostLinkTokenRoutes)
  .route('/conversations', messageRoutes)
  .route('/presence', presenceRoutes)
  .route('/availability', availabilityRoutes)
  .route('/payments', planRoutes)
  .route('/payments/account', payoutAccountRoutes)
  .route('/payments', paymentRoutes)
  .route('/people', peopleRoutes)
  .route('/places', placeRoutes)
  .route('/privacy', privacyRoutes)
  .route('/search', searchRoutes)
  .route('/user-lists', userListRoutes)
  .route('/admin', adminRoutes)
  .route('/_local/session', localSignInRoutes)
  .route('/_local/teams', localTeamRoutes)

/** The OpenAPI document. It is generated on request from the contracts that the routes validate with. */
api.get('/openapi.json', describeRoute({ hide: true }), async (c, next) => {
  const { toJsonSchema } = await import('@valibot/to-json-schema')
  const schema = { $ref: '#/components/schemas/Problem' }
  const failing = { responses: { default: { description: 'The error', content: { 'application/problem+json': { schema } } } } }
  return openAPIRouteHandler(api, {
    documentation: {
      openapi: '3.1.0',
      info: {
        title: 'Gather API',
        version: '1',
        description:
          'The API that the web app uses. Errors are application/problem+json with a code. What is private in a community answers 404 to people outside, and 403 to members whose role may not do it.',
      },
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

/** Shows the OpenAPI document to people. RapiDoc adds its styles by script, so this page allows inline styles. */
api.get('/docs', describeRoute({ hide: true }), async (c) => {
  const page = await c.env.ASSETS.fetch(new URL('/web/api-docs/index.html', c.req.url))
  return new Response(page.body, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': buildPagePolicy({ styles: 'anywhere', development: __DEV_SERVER__ }),
    },
  })
})

api.on(['GET', 'POST'], '/auth/*', describeRoute({ hide: true }), answerAuth)

api.all('*', () => {
  throw new AppError('NotFound')
})
