import { getCookie, setCookie } from 'hono/cookie'
import { createMiddleware } from 'hono/factory'
import { routePath } from 'hono/route'
import { statusOf } from '../../domain/errors.ts'
import { openClock } from './clock.ts'
import type { AppEnv } from './context.ts'
import { openDatabase } from './database.ts'
import { uuidv7 } from './ids.ts'
import { getErrorFields, logLine } from './log.ts'
import { toAppError } from './problem.ts'
import { isWrite } from './security.ts'
import { getSettings } from './settings.ts'

/** Gives the request an id, and writes one line to the log when it is answered. */
export const logRequest = createMiddleware<AppEnv>(async (c, next) => {
  const started = Date.now()
  const requestId = c.req.header('cf-ray') ?? crypto.randomUUID()
  c.set('requestId', requestId)
  await next()
  const { status } = c.res
  const failure = c.get('failure')
  const error = failure === undefined ? undefined : toAppError(failure)
  const count = c.get('queryCount')
  logLine(status >= 500 ? 'error' : status >= 400 ? 'warn' : 'info', 'request', {
    requestId,
    method: c.req.method,
    // We log the route and not the path, because a path may contain ids, tokens and personal data.
    route: routePath(c),
    status,
    ms: Date.now() - started,
    ...(count && count.roundTrips > 0 ? count : {}),
    ...(error ? { code: error.code, ...(statusOf(error.code) >= 500 ? getErrorFields(error.cause ?? error) : {}) } : {}),
  })
  if (status !== 101) c.res.headers.set('x-request-id', requestId)
})

export const loadSettings = createMiddleware<AppEnv>(async (c, next) => {
  c.set('settings', getSettings(c.env))
  const now = await openClock(c.env)
  c.set('now', now)
  c.set('newId', () => uuidv7(now()))
  await next()
})

const bookmarkCookie = 'bookmark'
/** The format of D1 bookmarks. We ignore anything else in the cookie. */
const bookmarkShape = /^[0-9a-f]{8}-[0-9a-f]{8}-[0-9a-f]{8}-[0-9a-f]{32}$/

/** Opens the D1 session of the request. After a write the bookmark is stored in a cookie, so that the person reads what they wrote. */
export const openSession = createMiddleware<AppEnv>(async (c, next) => {
  const write = isWrite(c.req.method)
  const counting = c.get('settings').environment === 'local'
  const cookie = getCookie(c, bookmarkCookie)
  const previousBookmark = cookie !== undefined && bookmarkShape.test(cookie) ? cookie : undefined
  const outboxIds: string[] = []
  const { db, count, bookmark } = openDatabase(c.env.DB, { bookmark: previousBookmark, write }, { counting, outboxIds })
  c.set('db', db)
  c.set('outboxIds', outboxIds)
  c.set('queryCount', count)
  await next()
  if (c.res.status === 101) return
  if (counting) {
    const { rowsRead, roundTrips, rowsWritten } = count
    c.res.headers.append('server-timing', `d1;desc="rows read ${rowsRead}, round trips ${roundTrips}, rows written ${rowsWritten}"`)
  }
  const latest = write ? bookmark() : null
  if (latest)
    setCookie(c, bookmarkCookie, latest, {
      httpOnly: true,
      sameSite: 'Lax',
      path: '/',
      maxAge: 300,
      secure: c.req.url.startsWith('https:'),
    })
})
