import { createMiddleware } from 'hono/factory'
import { AppError } from '../../domain/errors.ts'
import type { AppEnv } from '../platform/context.ts'

/** An operator's endpoint. To everyone without the token it does not exist. */
export const requireAdminToken = createMiddleware<AppEnv>(async (c, next) => {
  const given = c.req.header('authorization') ?? ''
  if (!(await isSame(given, `Bearer ${c.var.settings.adminToken}`))) throw new AppError('NotFound')
  await next()
})

/** Compares digests, so that the time it takes tells nothing about either text. */
async function isSame(a: string, b: string): Promise<boolean> {
  const digest = (text: string) => crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return crypto.subtle.timingSafeEqual(await digest(a), await digest(b))
}
