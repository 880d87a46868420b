import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { day } from '../../domain/time/spans.ts'
import type { AppContext } from '../platform/context.ts'
import type { Settings } from '../platform/settings.ts'

/** The cookie's name. On HTTPS the prefix `__Host-` keeps other subdomains from setting this cookie. */
export const sessionCookieName = (url: string) => (url.startsWith('https:') ? '__Host-authjs.session-token' : 'authjs.session-token')

/** The prefix separates this use from other uses of the same secret. */
export const authSecret = (settings: Settings) => `sessions:${settings.signingSecret}`

/**
 * In seconds. The cookie outlives its session, and it is renewed while the session is used. The row in the database decides
 * when a session ends.
 */
export const cookieMaxAge = (180 * day) / 1000

/**
 * A cache of decrypted cookies: decrypting costs more than reading the session row, and one screen sends the same cookie
 * many times.
 */
const openedCookies = new Map<string, SessionCookie & { expiresAt: number }>()
const maxOpenedCookies = 1000

/** `authenticatedAt` is when the person last proved in this browser who they are. A copy of an older cookie keeps its older time. */
export type SessionClaims = {
  userId: string
  sessionId: string
  authenticatedAt: number
  /** The domain of a community: the session works nowhere else, because a domain can be taken over by somebody who then reads its cookies. */
  host?: string | undefined
}
/** `suggestedName` is the name that Google told when the person signed in, until the cookie is renewed. It is stored nowhere else. */
type SessionCookie = SessionClaims & { sealedAt: number; suggestedName?: string }

/** What the cookie contains. Only the server can read or write it. */
export const makeSessionToken = (
  { userId, sessionId, authenticatedAt, host }: SessionClaims,
  { suggestedName }: Pick<SessionCookie, 'suggestedName'> = {},
) => ({
  sub: userId,
  sid: sessionId,
  authenticatedAt,
  ...(host && { host }),
  ...(suggestedName && { suggestedName }),
})

/** Reads the session id from the cookie. The caller must still check that the session exists. */
export async function readSessionCookie(c: AppContext): Promise<SessionCookie | null> {
  const name = sessionCookieName(c.req.url)
  const token = getCookie(c, name)
  if (!token) return null
  const secret = authSecret(c.var.settings)
  const { hostname } = new URL(c.req.url)
  const key = `${secret} ${name} ${hostname} ${token}`
  const cached = openedCookies.get(key)
  if (cached && cached.expiresAt > c.var.now()) return cached
  const { decode } = await import('@auth/core/jwt')
  try {
    const payload = await decode({ token, secret, salt: name })
    if (typeof payload?.sid !== 'string' || typeof payload.sub !== 'string') return null
    if (payload.host !== undefined && payload.host !== hostname) return null
    const authenticatedAt = typeof payload.authenticatedAt === 'number' ? payload.authenticatedAt : 0
    const { suggestedName, host } = payload
    const cookie = {
      ...{ userId: payload.sub, sessionId: payload.sid, authenticatedAt, sealedAt: (payload.iat ?? 0) * 1000 },
      ...(typeof host === 'string' && { host }),
      ...(typeof suggestedName === 'string' && { suggestedName }),
    }
    if (payload.exp) openedCookies.set(key, { ...cookie, expiresAt: payload.exp * 1000 })
    // A Map keeps the order of insertion, so the first key is the oldest.
    if (openedCookies.size > maxOpenedCookies) openedCookies.delete(openedCookies.keys().next().value ?? '')
    return cookie
  } catch {
    // The cookie is incomplete, forged, or encrypted with an old secret.
    return null
  }
}

export async function setSessionCookie(c: AppContext, claims: SessionClaims): Promise<void> {
  const name = sessionCookieName(c.req.url)
  const { encode } = await import('@auth/core/jwt')
  const sealed = { token: makeSessionToken(claims), secret: authSecret(c.var.settings), salt: name, maxAge: cookieMaxAge }
  const secure = c.req.url.startsWith('https:')
  setCookie(c, name, await encode(sealed), { httpOnly: true, sameSite: 'Lax', path: '/', secure, maxAge: cookieMaxAge })
}

/** Renews the cookie, unless the response already sets it or a shared cache may store the response. */
export async function renewSessionCookie(c: AppContext, claims: SessionClaims): Promise<void> {
  const { status, headers } = c.res
  if (status === 101 || headers.get('cache-control')?.includes('public')) return
  if (headers.getSetCookie().some((line) => line.startsWith(`${sessionCookieName(c.req.url)}=`))) return
  await setSessionCookie(c, claims)
}

/** Deletes the cookie after its session ended. */
export const deleteSessionCookie = (c: AppContext) =>
  void deleteCookie(c, sessionCookieName(c.req.url), { path: '/', secure: c.req.url.startsWith('https:') })
