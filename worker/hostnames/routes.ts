import { Hono } from 'hono'
import { AppError } from '../../domain/errors.ts'
import { ClaimHostname, HostnameCheck, TeamHostname, TeamSite } from '../../domain/hostnames/contract.ts'
import { AskSiteCode, RedeemSiteCode, SiteCode } from '../../domain/hostnames/site-login.ts'
import { TeamId } from '../../domain/teams/contract.ts'
import { requireComplete, requireSession, requireViewer } from '../access/viewer.ts'
import { accountContext } from '../accounts/auth.ts'
import { keepBrowserSecret } from '../accounts/browser-cookie.ts'
import { limitAccountRequests } from '../accounts/limit-account-requests.ts'
import { deleteSessionCookie, readSessionCookie, setSessionCookie } from '../accounts/session-cookie.ts'
import { endSession } from '../accounts/sessions.ts'
import { readSignInBrowser } from '../accounts/sign-in-browser.ts'
import { makeSiteCode, redeemSiteCode } from '../accounts/site-code.ts'
import type { AppEnv } from '../platform/context.ts'
import { getClock, getPrimary } from '../platform/from-request.ts'
import { input } from '../platform/input.ts'
import { limitCostly } from '../platform/limits.ts'
import { describeOperations } from '../platform/operation.ts'
import { isSite } from './queries.ts'
import { checkHostname, readTeamHostname, removeHostname, startClaim } from './team-hostname.ts'
import { readTeamSite } from './team-site.ts'

const operation = describeOperations('Teams')

export const hostnameRoutes = new Hono<AppEnv>()
  .get('/team-site', operation('The community of this domain, with its next games', 200, TeamSite), async (c) => {
    const site = await readTeamSite(c)
    if (!site) throw new AppError('TeamNotFound')
    return c.json(site satisfies TeamSite, 200, { 'cache-control': 'private, no-cache' })
  })
  .post(
    '/site-codes',
    operation('Get a code that signs me in on the domain of a community', 201, SiteCode, 'It works once, within a minute, in one tab.'),
    input('json', AskSiteCode),
    async (c) => {
      const { id } = await requireViewer(c)
      await limitAccountRequests(c)
      const asked = c.req.valid('json')
      const code = await makeSiteCode(accountContext(c), id, { ...asked, isSite: isSite(asked.host) })
      // In development, all hosts have the same port.
      const url = new URL(c.req.url)
      url.hostname = asked.host
      return c.json({ origin: url.origin, code } satisfies SiteCode, 201)
    },
  )
  .post(
    '/sessions',
    operation('Sign in on the domain of a community with a code', 204, undefined, 'Only on such a domain.'),
    input('json', RedeemSiteCode),
    async (c) => {
      await limitAccountRequests(c)
      if (c.var.site.kind !== 'team') throw new AppError('NotFound')
      const { hostname: host } = new URL(c.req.url)
      const browser = readSignInBrowser(c, keepBrowserSecret(c))
      const replaced = await readSessionCookie(c)
      const entry = await redeemSiteCode(accountContext(c), browser, { host, ...c.req.valid('json') }, replaced?.sessionId)
      // Nothing on this domain needs a fresh proof of who the person is.
      await setSessionCookie(c, { ...entry, authenticatedAt: 0, host })
      return c.body(null, 204)
    },
  )
  .delete('/sessions', operation('Sign out on the domain of a community', 204, undefined, 'Only on such a domain.'), async (c) => {
    if (c.var.site.kind !== 'team') throw new AppError('NotFound')
    const { viewer, sessionId } = await requireSession(c)
    await endSession(getPrimary(c), viewer.id, sessionId)
    deleteSessionCookie(c)
    return c.body(null, 204)
  })

/** Mounted under /teams. */
export const teamHostnameRoutes = new Hono<AppEnv>()
  .get(
    '/:id/hostname',
    operation('The own domain of a community', 200, TeamHostname, 'With the DNS records that its owner has to set.'),
    input('param', TeamId),
    async (c) => {
      const { id } = await requireComplete(c)
      return c.json((await readTeamHostname(getPrimary(c), c.var.settings, id, c.req.valid('param').id)) satisfies TeamHostname)
    },
  )
  .post(
    '/:id/hostname',
    operation('Ask for a domain for a community', 204, undefined, 'It is live once both DNS records were found, within seven days.'),
    input('param', TeamId),
    input('json', ClaimHostname),
    async (c) => {
      const { id: userId } = await requireComplete(c)
      const claim = { userId, teamId: c.req.valid('param').id, host: c.req.valid('json').host }
      await startClaim(getPrimary(c), getClock(c), c.var.settings, claim)
      return c.body(null, 204)
    },
  )
  .post(
    '/:id/hostname/check',
    operation('Look for the DNS records of a domain', 200, HostnameCheck, 'If both are there, the domain is live.'),
    input('param', TeamId),
    async (c) => {
      const { id: userId } = await requireComplete(c)
      await limitCostly(c, 'domain-check', userId)
      const check = await checkHostname(getPrimary(c), getClock(c), c.var.settings, { userId, teamId: c.req.valid('param').id })
      return c.json(check satisfies HostnameCheck)
    },
  )
  .delete(
    '/:id/hostname',
    operation('Take the domain away from a community', 204, undefined, 'Another community can have it at once.'),
    input('param', TeamId),
    async (c) => {
      const { id } = await requireComplete(c)
      await removeHostname(getPrimary(c), getClock(c), id, c.req.valid('param').id)
      return c.body(null, 204)
    },
  )

export type HostnameRoutes = typeof hostnameRoutes
export type TeamHostnameRoutes = typeof teamHostnameRoutes
