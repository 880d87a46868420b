import { bodyLimit } from 'hono/body-limit'
import { createMiddleware } from 'hono/factory'
import { AppError, type PlainErrorCode } from '../../domain/errors.ts'
import type { AppContext, AppEnv } from './context.ts'
import { isWrite } from './security.ts'

const longestUrl = 4096

/** What the body of a request may be, and what is said about one that is not. */
export type BodyBound = { maxSize: number; types: readonly string[]; tooLarge?: PlainErrorCode; unsupported?: PlainErrorCode }

const ordinaryBody: BodyBound = {
  maxSize: 256 * 1024,
  types: ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data'],
}

/** Addresses that no honest client sends. */
export const boundUrl = createMiddleware<AppEnv>(async (c, next) => {
  if (c.req.url.length > longestUrl) throw new AppError('PathTooLong')
  const { pathname, search } = new URL(c.req.url)
  // A page does not mind what a campaign link carries; the API reads its query and must.
  if (isBroken(pathname) || (pathname.startsWith('/api/') && isBroken(search))) throw new AppError('MalformedPath')
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

/** The few addresses that take files are named with bounds of their own; all others take what forms and programs send. */
export function boundBody(special: Readonly<Record<string, BodyBound>>) {
  const ordinary = checkBody(ordinaryBody)
  const others = Object.entries(special).map(([path, bound]) => ({ path: patternOf(path), check: checkBody(bound) }))
  return createMiddleware<AppEnv>((c, next) => (others.find(({ path }) => path.test(c.req.path))?.check ?? ordinary)(c, next))
}

/** `/api/events/:id/picture` as the addresses it stands for. */
const patternOf = (path: string) => new RegExp(`^${path.replace(/:[a-z]+/gi, '[^/]+')}$`)

function checkBody({ maxSize, types, tooLarge = 'BodyTooLarge', unsupported = 'UnsupportedBody' }: BodyBound) {
  const boundSize = bodyLimit({
    maxSize,
    onError: () => {
      throw new AppError(tooLarge)
    },
  })
  return createMiddleware<AppEnv>(async (c, next) => {
    if (!c.req.raw.body || c.req.header('content-length') === '0') return next()
    const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase() ?? ''
    if (!types.includes(type)) throw new AppError(unsupported)
    return boundSize(c, next)
  })
}

/**
 * Whoever is signed in has a limit of their own, since a whole court may share one Wi-Fi; a stranger shares that of their
 * address. Writes are fewer than reads. Asking about accounts has a limit of its own.
 */
export const limitRate = (findPersonId: (c: AppContext) => Promise<string | null>) =>
  createMiddleware<AppEnv>(async (c, next) => {
    const limiter = isWrite(c.req.method) ? c.env.WRITE_LIMIT : c.env.READ_LIMIT
    const personId = await findPersonId(c)
    const { success } = await limiter.limit({ key: personId === null ? clientAddress(c) : `person ${personId}` })
    if (!success) throw new AppError('TooManyRequests')
    await next()
  })

/** For what costs more than a row: each person does a few of these a minute, from wherever they are. */
export async function limitCostly(c: AppContext, what: string, personId: string): Promise<void> {
  const { success } = await c.env.ACCOUNT_LIMIT.limit({ key: `${what} ${personId}` })
  if (!success) throw new AppError('TooManyRequests')
}

/** Who asks, for limits: an IPv6 customer has a whole /64 to ask from. */
export function clientAddress(c: AppContext): string {
  const address = c.req.header('cf-connecting-ip') ?? 'local'
  if (!address.includes(':')) return address
  const [head = '', tail = ''] = address.split('::')
  const groups = head === '' ? [] : head.split(':')
  const missing = 8 - groups.length - (tail === '' ? 0 : tail.split(':').length)
  const whole = address.includes('::') ? [...groups, ...Array<string>(Math.max(missing, 0)).fill('0'), ...tail.split(':')] : groups
  return whole
    .slice(0, 4)
    .map((group) => Number.parseInt(group || '0', 16).toString(16))
    .join(':')
}
