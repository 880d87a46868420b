import { createMiddleware } from 'hono/factory'
import { AppError } from '../../domain/errors.ts'
import type { AppEnv } from './context.ts'

/** For tests and the demo on this machine; anywhere else it does not exist. */
export const onlyLocally = createMiddleware<AppEnv>(async (c, next) => {
  if (c.var.settings.environment !== 'local') throw new AppError('NotFound')
  await next()
})
