import { bodyLimit } from 'hono/body-limit'
import { createMiddleware } from 'hono/factory'
import { AppError } from '../../domain/errors.ts'
import type { AppEnv } from './context.ts'
import { isWrite } from './security.ts'

const longestUrl = 4096
const largestBody = 256 * 1024

const understood = ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data']

/** Addresses that no honest client sends. */
export const boundUrl = createMiddleware<AppEnv>(async (c, next) => {
  if (c.req.url.length > longestUrl) throw new AppError('PathTooLong')
  const { pathname, search } = new URL(c.req.url)
  if (isBroken(pathname) || isBroken(search)) throw new AppError('MalformedPath')
  await next()
})

function isBroken(part: string) {
  if (!part.includes('%')) return false
  if (/%00/.test(part)) return true
  try {
    decodeURIComponent(part)
    return false
  } catch {
    return true
  }
}

const boundSize = bodyLimit({
  maxSize: largestBody,
  onError: () => {
    throw new AppError('BodyTooLarge')
  },
})

export const boundBody = createMiddleware<AppEnv>(async (c, next) => {
  if (!c.req.raw.body || c.req.header('content-length') === '0') return next()
  const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase() ?? ''
  if (!understood.includes(type)) throw new AppError('UnsupportedBody')
  return boundSize(c, next)
})

/** Per client address; writes are fewer than reads. What guesses at secrets has tighter limits of its own. */
export const limitRate = createMiddleware<AppEnv>(async (c, next) => {
  const limiter = isWrite(c.req.method) ? c.env.WRITE_LIMIT : c.env.READ_LIMIT
  const { success } = await limiter.limit({ key: c.req.header('cf-connecting-ip') ?? 'local' })
  if (!success) throw new AppError('TooManyRequests')
  await next()
})
