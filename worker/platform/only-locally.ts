import { createMiddleware } from 'hono/factory'
import { AppError } from '../../domain/errors.ts'
import type { AppEnv } from './context.ts'

/** For routes that exist in local development only. */
export const onlyLocally = createMiddleware<AppEnv>(async (c, next) => {
  if (c.var.settings.environment !== 'local') throw new AppError('NotFound')
  await next()
})
