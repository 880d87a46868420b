import { createMiddleware } from 'hono/factory'
import { can, isCapability } from '../../domain/access/can.ts'
import { AppError } from '../../domain/errors.ts'
import { findAdminRole } from '../admin/queries.ts'
import type { AppContext, AppEnv } from '../platform/context.ts'
import { primaryOf } from '../platform/from-request.ts'
import { clientAddress } from '../platform/limits.ts'

/**
 * For an operator with the token, and for an admin who is signed in and whose role may do this: `/api/admin/reports` and what is
 * below it takes the capability `admin.reports`. To everyone else these endpoints do not exist.
 */
export const requireAdmin = createMiddleware<AppEnv>(async (c, next) => {
  const given = c.req.header('authorization')
  const isAllowed = given === undefined ? await isAllowedAdmin(c) : await isSame(given, `Bearer ${c.var.settings.adminToken}`)
  if (!isAllowed) {
    // Guessing is slow: wrong tokens use up the allowance for asking.
    const { success } = await c.env.ACCOUNT_LIMIT.limit({ key: `admin ${clientAddress(c)}` })
    throw new AppError(success ? 'NotFound' : 'TooManyRequests')
  }
  await next()
})

async function isAllowedAdmin(c: AppContext): Promise<boolean> {
  const capability = `admin.${c.req.path.split('/')[3]}`
  const viewer = await c.var.viewer()
  return viewer !== null && isCapability(capability) && can(await findAdminRole(primaryOf(c), viewer.id), capability)
}

/** Compares digests, so that the time it takes tells nothing about either text. */
async function isSame(a: string, b: string): Promise<boolean> {
  const digest = (text: string) => crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return crypto.subtle.timingSafeEqual(await digest(a), await digest(b))
}
