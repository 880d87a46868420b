import { createMiddleware } from 'hono/factory'
import { AppError } from '../../domain/errors.ts'
import { defaultPlatform } from '../../domain/platforms.ts'
import { findTeamByHost } from '../hostnames/queries.ts'
import type { AppEnv } from '../platform/context.ts'

/** Finds out whose domain the request uses: the product's or a team's own. An unknown domain is refused. Only the URL decides. */
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
 * On a team's own domain, lets through only these paths and what is below them. All other paths do not exist there, so a new
 * feature is on the product's domains only until its path is added. `requests` are single requests, such as `GET /api/forms/:id`.
 */
export function limitTeamHosts(paths: readonly string[], requests: readonly string[] = []) {
  const patterns = requests.map((request) => new RegExp(`^${request.replace(/:[a-z]+/gi, '[^/]+')}$`))
  return createMiddleware<AppEnv>(async (c, next) => {
    const { path, method } = c.req
    const isOpen = () =>
      paths.some((open) => path === open || path.startsWith(`${open}/`)) || patterns.some((pattern) => pattern.test(`${method} ${path}`))
    if (c.var.site.kind === 'team' && !isOpen()) throw new AppError('NotFound')
    await next()
  })
}
