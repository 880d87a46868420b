import { bodyLimit } from 'hono/body-limit'
import { createMiddleware } from 'hono/factory'
import { AppError, type PlainErrorCode } from '../../domain/errors.ts'
import type { AppContext, AppEnv } from './context.ts'
import { isWrite } from './security.ts'

const maxUrlLength = 4096

/** The size and types that a request body may have, and the error codes for others. */
export type BodyLimit = { maxSize: number; types: readonly string[]; tooLarge?: PlainErrorCode; unsupported?: PlainErrorCode }

const defaultBody: BodyLimit = {
  maxSize: 256 * 1024,
  types: ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data'],
}

/** Refuses URLs that no real client sends. */
export const limitUrl = createMiddleware<AppEnv>(async (c, next) => {
  if (c.req.url.length > maxUrlLength) throw new AppError('PathTooLong')
  const { pathname, search } = new URL(c.req.url)
  // Pages ignore the query of a campaign link, so it may be malformed. The API reads its query, so it may not.
  if (isMalformed(pathname) || (pathname.startsWith('/api/') && isMalformed(search))) throw new AppError('MalformedPath')
  await next()
})

function isMalformed(part: string) {
  if (!part.includes('%')) return false
  if (/%00/.test(part)) return true
  try {
    decodeURIComponent(part)
    return false
  } catch {
    return true
  }
}

/** Limits the request body. The few routes that accept files have their own limits. All others use the default. */
export function limitBody(special: Readonly<Record<string, BodyLimit>>) {
  const defaultCheck = checkBody(defaultBody)
  const specialChecks = Object.entries(special).map(([path, limit]) => ({ path: toPattern(path), check: checkBody(limit) }))
  return createMiddleware<AppEnv>((c, next) => (specialChecks.find(({ path }) => path.test(c.req.path))?.check ?? defaultCheck)(c, next))
}

/** Turns `/api/events/:id/picture` into a pattern for its URLs. */
const toPattern = (path: string) => new RegExp(`^${path.replace(/:[a-z]+/gi, '[^/]+')}$`)

function checkBody({ maxSize, types, tooLarge = 'BodyTooLarge', unsupported = 'UnsupportedBody' }: BodyLimit) {
  const limitSize = bodyLimit({
    maxSize,
    onError: () => {
      throw new AppError(tooLarge)
    },
  })
  return createMiddleware<AppEnv>(async (c, next) => {
    if (!c.req.raw.body || c.req.header('content-length') === '0') return next()
    const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase() ?? ''
    if (!types.includes(type)) throw new AppError(unsupported)
    return limitSize(c, next)
  })
}

/**
 * Limits requests per person if they are signed in, because a whole court may share one Wi-Fi, and per IP address otherwise. Writes
 * have a lower limit than reads. Requests about accounts have their own limit. `unlimited` are the paths of other services, which send many
 * requests from few addresses and sign each of them.
 */
export const limitRate = (findPersonId: (c: AppContext) => Promise<string | null>, unlimited: readonly string[]) =>
  createMiddleware<AppEnv>(async (c, next) => {
    if (unlimited.includes(c.req.path)) return next()
    const limiter = isWrite(c.req.method) ? c.env.WRITE_LIMIT : c.env.READ_LIMIT
    const personId = await findPersonId(c)
    const { success } = await limiter.limit({ key: personId === null ? getClientAddress(c) : `person ${personId}` })
    if (!success) throw new AppError('TooManyRequests')
    await next()
  })

/** Limits expensive actions to a few per person and minute, from all their devices together. */
export async function limitCostly(c: AppContext, what: string, personId: string): Promise<void> {
  const { success } = await c.env.ACCOUNT_LIMIT.limit({ key: `${what} ${personId}` })
  if (!success) throw new AppError('TooManyRequests')
}

/** Limits files, which come many at once, apart from other expensive actions. */
export async function limitFiles(c: AppContext, what: string, personId: string): Promise<void> {
  const { success } = await c.env.FILE_LIMIT.limit({ key: `${what} ${personId}` })
  if (!success) throw new AppError('TooManyRequests')
}

/**
 * Limits how many codes can be tried from one address. It is the limit of writes, because many guests of a game share the Wi-Fi at its gate,
 * and counts apart from them.
 */
export async function limitCodes(c: AppContext, what: string): Promise<void> {
  const { success } = await c.env.WRITE_LIMIT.limit({ key: `${what} ${getClientAddress(c)}` })
  if (!success) throw new AppError('TooManyRequests')
}

/** The network of the client. For IPv6 it is the /48 network, because many customers can use all of its addresses. */
export const getClientNetwork = (c: AppContext): string => getClientAddress(c).split(':').slice(0, 3).join(':')

/** The client for rate limits. For IPv6 it is the /64 network, because one customer can use all of its addresses. */
export function getClientAddress(c: AppContext): string {
  const address = c.req.header('cf-connecting-ip') ?? 'local'
  if (!address.includes(':')) return address
  const [head = '', tail = ''] = address.split('::')
  const groups = head === '' ? [] : head.split(':')
  const missing = 8 - groups.length - (tail === '' ? 0 : tail.split(':').length)
  const expanded = address.includes('::') ? [...groups, ...Array<string>(Math.max(missing, 0)).fill('0'), ...tail.split(':')] : groups
  return expanded
    .slice(0, 4)
    .map((group) => Number.parseInt(group || '0', 16).toString(16))
    .join(':')
}
