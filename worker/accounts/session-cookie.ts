import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { day } from '../../domain/time/spans.ts'
import type { AppContext } from '../platform/context.ts'
import type { Settings } from '../platform/settings.ts'

/** On https by a name that only this very host may set: a neighbor on the same domain cannot slip someone its session. */
export const cookieFor = (url: string) => (url.startsWith('https:') ? '__Host-authjs.session-token' : 'authjs.session-token')

/** Kept apart from what else is signed with the same secret. */
export const authSecret = (settings: Settings) => `sessions:${settings.signingSecret}`

/** In seconds. Longer than a session lives unused, and begun anew while it is used: what ends a session is its row. */
export const cookieLasts = (180 * day) / 1000

/** Opening a sealed cookie costs more than reading its row, and a screen's next requests carry the same one. */
const opened = new Map<string, SessionCookie & { expiresAt: number }>()
const openedAtMost = 1000

type SessionCookie = { userId: string; sessionId: string; sealedAt: number }

/** The session a request's cookie names. Whether it still is one, its row tells. */
export async function readSessionCookie(c: AppContext): Promise<SessionCookie | null> {
  const name = cookieFor(c.req.url)
  const token = getCookie(c, name)
  if (!token) return null
  const secret = authSecret(c.var.settings)
  const key = `${secret} ${name} ${token}`
  const known = opened.get(key)
  if (known && known.expiresAt > c.var.now()) return known
  const { decode } = await import('@auth/core/jwt')
  try {
    const payload = await decode({ token, secret, salt: name })
    if (typeof payload?.sid !== 'string' || typeof payload.sub !== 'string') return null
    const cookie = { userId: payload.sub, sessionId: payload.sid, sealedAt: (payload.iat ?? 0) * 1000 }
    if (payload.exp) opened.set(key, { ...cookie, expiresAt: payload.exp * 1000 })
    // A map keeps its order: the first is the one opened longest ago.
    if (opened.size > openedAtMost) opened.delete(opened.keys().next().value ?? '')
    return cookie
  } catch {
    // Cut in half, made up, or sealed with a secret of long ago: nobody's cookie.
    return null
  }
}

export async function setSessionCookie(c: AppContext, userId: string, sessionId: string): Promise<void> {
  const name = cookieFor(c.req.url)
  const { encode } = await import('@auth/core/jwt')
  const sealed = { token: { sub: userId, sid: sessionId }, secret: authSecret(c.var.settings), salt: name, maxAge: cookieLasts }
  const secure = c.req.url.startsWith('https:')
  setCookie(c, name, await encode(sealed), { httpOnly: true, sameSite: 'Lax', path: '/', secure, maxAge: cookieLasts })
}

/** Begins the cookie's time anew, unless the answer says something else about it or is one that all may keep. */
export async function renewSessionCookie(c: AppContext, userId: string, sessionId: string): Promise<void> {
  const { status, headers } = c.res
  if (status === 101 || headers.get('cache-control')?.includes('public')) return
  if (headers.getSetCookie().some((line) => line.startsWith(`${cookieFor(c.req.url)}=`))) return
  await setSessionCookie(c, userId, sessionId)
}

/** Its session is over; the browser need not carry it on. */
export const dropSessionCookie = (c: AppContext) =>
  void deleteCookie(c, cookieFor(c.req.url), { path: '/', secure: c.req.url.startsWith('https:') })
