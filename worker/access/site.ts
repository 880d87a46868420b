import { createMiddleware } from 'hono/factory'
import { AppError } from '../../domain/errors.ts'
import { defaultPlatform } from '../../domain/platforms.ts'
import { findTeamByHost } from '../hostnames/queries.ts'
import type { AppEnv } from '../platform/context.ts'

/** Which house this is: one of the product's domains, a community's own, or nobody's. Only the address decides. */
export const findSite = createMiddleware<AppEnv>(async (c, next) => {
  const { hostname } = new URL(c.req.url)
  const platform = c.var.settings.productHosts.get(hostname)
  if (platform) {
    c.set('site', { kind: 'product', platform })
  } else {
    const teamId = await findTeamByHost(c.var.db, hostname)
    if (teamId === null) throw new AppError('UnknownHost')
    c.set('site', { kind: 'team', platform: defaultPlatform, teamId })
  }
  await next()
})

/**
 * Lets through, on a community's own domain, what lies below one of these paths. Everything else does not exist there, so a
 * new feature exists on the product's own domains only until somebody says otherwise.
 */
export const limitTeamHosts = (paths: readonly string[]) =>
  createMiddleware<AppEnv>(async (c, next) => {
    const { path } = c.req
    if (c.var.site.kind === 'team' && !paths.some((open) => path === open || path.startsWith(`${open}/`))) throw new AppError('NotFound')
    await next()
  })
