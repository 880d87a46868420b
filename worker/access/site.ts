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
