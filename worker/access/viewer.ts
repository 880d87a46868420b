import { createMiddleware } from 'hono/factory'
import type { Viewer } from '../../domain/access/contract.ts'
import { freshSessionDuration } from '../../domain/accounts/rules.ts'
import { AppError } from '../../domain/errors.ts'
import { day } from '../../domain/time/spans.ts'
import { readSessionCookie, renewSessionCookie, type SessionClaims } from '../accounts/session-cookie.ts'
import { findSession, type StoredSession, touchSession } from '../accounts/sessions.ts'
import { readBrowserPlace } from '../accounts/sign-in-browser.ts'
import type { AppContext, AppEnv } from '../platform/context.ts'
import { getPrimary } from '../platform/from-request.ts'
import { getErrorFields, logLine } from '../platform/log.ts'

/** `authenticatedAt` is when the person last proved in this browser who they are. */
export type OpenSession = StoredSession & Pick<SessionClaims, 'authenticatedAt' | 'host'>

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
  if (aging) await renewSessionCookie(c, { ...aging, userId: aging.viewer.id })
})

/** Reads the primary database, so that a session that ended a moment ago anywhere is refused. */
async function readSession(c: AppContext, onAging: (session: OpenSession) => void): Promise<OpenSession | null> {
  const cookie = await readSessionCookie(c)
  if (cookie === null) return null
  const { sessionId, sealedAt, authenticatedAt, host } = cookie
  const db = getPrimary(c)
  const now = c.var.now()
  const stored = await findSession(db, sessionId, now)
  const session = stored && { ...stored, authenticatedAt, host }
  if (session?.isStale) {
    c.executionCtx.waitUntil(
      touchSession(db, sessionId, now, readBrowserPlace(c)).catch((error: unknown) =>
        logLine('warn', 'session-untouched', getErrorFields(error)),
      ),
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

export const isFresh = (c: AppContext, { authenticatedAt }: OpenSession): boolean => c.var.now() - authenticatedAt < freshSessionDuration

/** For sensitive acts: the person must have proved a short time ago who they are, so that a stolen cookie is not enough. */
export async function requireFreshSession(c: AppContext): Promise<OpenSession> {
  const session = await requireSession(c)
  if (!isFresh(c, session)) throw new AppError('FreshSignInRequired')
  return session
}

/** For requests that involve other people: they must be able to see who acts, so the profile has to be complete. */
export async function requireComplete(c: AppContext): Promise<Viewer> {
  const viewer = await requireViewer(c)
  if (!viewer.profileComplete) throw new AppError('ProfileIncomplete')
  return viewer
}
