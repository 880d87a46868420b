import { getCookie, setCookie } from 'hono/cookie'
import { createMiddleware } from 'hono/factory'
import { routePath } from 'hono/route'
import { statusOf } from '../../domain/errors.ts'
import { openClock } from './clock.ts'
import type { AppEnv } from './context.ts'
import { openDatabase } from './database.ts'
import { uuidv7 } from './ids.ts'
import { errorFields, logLine } from './log.ts'
import { asAppError } from './problem.ts'
import { isWrite } from './security.ts'
import { settingsOf } from './settings.ts'

/** Names the request and, when it is answered, writes its one line to the log. */
export const logRequest = createMiddleware<AppEnv>(async (c, next) => {
  const started = Date.now()
  const requestId = c.req.header('cf-ray') ?? crypto.randomUUID()
  c.set('requestId', requestId)
  await next()
  const { status } = c.res
  const failure = c.get('failure')
  const error = failure === undefined ? undefined : asAppError(failure)
  const count = c.get('queryCount')
  logLine(status >= 500 ? 'error' : status >= 400 ? 'warn' : 'info', 'request', {
    requestId,
    method: c.req.method,
    // The route and not the path: ids, tokens and what people type stay out of the log.
    route: routePath(c),
    status,
    ms: Date.now() - started,
    ...(count && count.roundTrips > 0 ? count : {}),
    ...(error ? { code: error.code, ...(statusOf(error.code) >= 500 ? errorFields(error.cause ?? error) : {}) } : {}),
  })
  if (status !== 101) c.res.headers.set('x-request-id', requestId)
})

export const loadSettings = createMiddleware<AppEnv>(async (c, next) => {
  c.set('settings', settingsOf(c.env))
  const now = await openClock(c.env)
  c.set('now', now)
  c.set('newId', () => uuidv7(now()))
  await next()
})

const bookmarkCookie = 'bookmark'
/** As D1 spells them; anything else in the cookie was put there by someone else. */
const bookmarkShape = /^[0-9a-f]{8}-[0-9a-f]{8}-[0-9a-f]{8}-[0-9a-f]{32}$/

/** Opens the request's D1 session; after a write the bookmark goes home with the person, so that they read what they wrote. */
export const openSession = createMiddleware<AppEnv>(async (c, next) => {
  const write = isWrite(c.req.method)
  const counting = c.get('settings').environment === 'local'
  const told = getCookie(c, bookmarkCookie)
  const known = told !== undefined && bookmarkShape.test(told) ? told : undefined
  const outboxIds: string[] = []
  const { db, count, bookmark } = openDatabase(c.env.DB, { bookmark: known, write }, { counting, outboxIds })
  c.set('db', db)
  c.set('outboxIds', outboxIds)
  c.set('queryCount', count)
  await next()
  if (c.res.status === 101) return
  if (counting) c.res.headers.append('server-timing', `d1;desc="rows read ${count.rowsRead}, round trips ${count.roundTrips}"`)
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
