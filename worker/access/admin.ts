import { createMiddleware } from 'hono/factory'
import { can, isCapability } from '../../domain/access/can.ts'
import { AppError } from '../../domain/errors.ts'
import { findAdminRole } from '../admin/queries.ts'
import type { AppContext, AppEnv } from '../platform/context.ts'
import { getPrimary } from '../platform/from-request.ts'
import { getClientAddress } from '../platform/limits.ts'

/**
 * Lets through an operator with the token, and a signed-in admin whose role has the capability: `/api/admin/reports` and every
 * path below it needs `admin.reports`. For everyone else these endpoints do not exist.
 */
export const requireAdmin = createMiddleware<AppEnv>(async (c, next) => {
  const authorization = c.req.header('authorization')
  const isAllowed =
    authorization === undefined ? await isAllowedAdmin(c) : await isSame(authorization, `Bearer ${c.var.settings.adminToken}`)
  if (!isAllowed) {
    // Wrong tokens count against a rate limit, so that guessing a token is slow.
    const { success } = await c.env.ACCOUNT_LIMIT.limit({ key: `admin ${getClientAddress(c)}` })
    throw new AppError(success ? 'NotFound' : 'TooManyRequests')
  }
  await next()
})

async function isAllowedAdmin(c: AppContext): Promise<boolean> {
  const capability = `admin.${c.req.path.split('/')[3]}`
  const viewer = await c.var.viewer()
  return viewer !== null && isCapability(capability) && can(await findAdminRole(getPrimary(c), viewer.id), capability)
}

/** Compares digests, so that the time it takes reveals nothing about either text. */
async function isSame(a: string, b: string): Promise<boolean> {
  const digest = (text: string) => crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return crypto.subtle.timingSafeEqual(await digest(a), await digest(b))
}
