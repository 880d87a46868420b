import { createMiddleware } from 'hono/factory'
import { formNotFound } from '../../domain/forms/rules.ts'
import type { AppEnv } from '../platform/context.ts'
import { getPrimary } from '../platform/from-request.ts'
import { requireTeamOf } from './queries.ts'

/** On the domain of a community, the forms of others do not exist. */
export const stayOnSite = createMiddleware<AppEnv>(async (c, next) => {
  const { site } = c.var
  if (site.kind === 'team' && (await requireTeamOf(getPrimary(c), c.req.param('id') ?? '')) !== site.teamId) throw formNotFound()
  await next()
})
