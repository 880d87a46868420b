import { createMiddleware } from 'hono/factory'
import { AppError } from '../../domain/errors.ts'
import type { AppEnv } from '../platform/context.ts'
import { clientAddress } from '../platform/limits.ts'

/** An operator's endpoint. To everyone without the token it does not exist. */
export const requireAdminToken = createMiddleware<AppEnv>(async (c, next) => {
  const given = c.req.header('authorization') ?? ''
  if (!(await isSame(given, `Bearer ${c.var.settings.adminToken}`))) {
    // Guessing is slow: wrong tokens use up the allowance for asking.
    const { success } = await c.env.ACCOUNT_LIMIT.limit({ key: `admin ${clientAddress(c)}` })
    throw new AppError(success ? 'NotFound' : 'TooManyRequests')
  }
  await next()
})

/** Compares digests, so that the time it takes tells nothing about either text. */
async function isSame(a: string, b: string): Promise<boolean> {
  const digest = (text: string) => crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return crypto.subtle.timingSafeEqual(await digest(a), await digest(b))
}
