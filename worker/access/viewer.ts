import { createMiddleware } from 'hono/factory'
import type { Viewer } from '../../domain/access/contract.ts'
import { AppError } from '../../domain/errors.ts'
import { day } from '../../domain/time/spans.ts'
import { readSessionCookie, renewSessionCookie } from '../accounts/session-cookie.ts'
import { findSession, type OpenSession, touchSession } from '../accounts/sessions.ts'
import type { AppContext, AppEnv } from '../platform/context.ts'
import { getPrimary } from '../platform/from-request.ts'
import { getErrorFields, logLine } from '../platform/log.ts'

/** Makes the viewer available to handlers. The session is read at most once per request, and only if a handler needs it. */
export const loadViewer = createMiddleware<AppEnv>(async (c, next) => {
  let session: Promise<OpenSession | null> | undefined
  let aging: OpenSession | undefined
  c.set('session', () => {
    session ??= readSession(c, (found) => {
      aging = found
    })
    return session
  })
  c.set('viewer', async () => (await c.var.session())?.viewer ?? null)
  await next()
  // Renewed after the handler, because its response decides whether it can carry a cookie.
  if (aging) await renewSessionCookie(c, aging.viewer.id, aging.sessionId)
})

/** Reads the primary database, so that a session that ended a moment ago anywhere is refused. */
async function readSession(c: AppContext, onAging: (session: OpenSession) => void): Promise<OpenSession | null> {
  const cookie = await readSessionCookie(c)
  if (cookie === null) return null
  const { sessionId, sealedAt } = cookie
  const db = getPrimary(c)
  const now = c.var.now()
  const session = await findSession(db, sessionId, now)
  if (session?.isStale) {
    c.executionCtx.waitUntil(
      touchSession(db, sessionId, now).catch((error: unknown) => logLine('warn', 'session-untouched', getErrorFields(error))),
    )
    if (now - sealedAt > day) onAging(session)
  }
  return session
}

export async function requireViewer(c: AppContext): Promise<Viewer> {
  return (await requireSession(c)).viewer
}

export async function requireSession(c: AppContext): Promise<OpenSession> {
  const session = await c.var.session()
  if (!session) throw new AppError('SignInRequired')
  return session
}

/** For requests that involve other people: they must be able to see who acts, so the profile has to be complete. */
export async function requireComplete(c: AppContext): Promise<Viewer> {
  const viewer = await requireViewer(c)
  if (!viewer.profileComplete) throw new AppError('ProfileIncomplete')
  return viewer
}
