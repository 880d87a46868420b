import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { AppContext } from '../platform/context.ts'
import type { Settings } from '../platform/settings.ts'

/** On https by a name that only this very host may set: a neighbor on the same domain cannot slip someone its session. */
export const cookieFor = (url: string) => (url.startsWith('https:') ? '__Host-authjs.session-token' : 'authjs.session-token')

/** Kept apart from what else is signed with the same secret. */
export const authSecret = (settings: Settings) => `sessions:${settings.signingSecret}`

/** Opening a sealed cookie costs more than reading its row, and a screen's next requests carry the same one. */
const opened = new Map<string, { sessionId: string; expiresAt: number }>()
const openedAtMost = 1000

/** The session a request's cookie names. Whether it still is one, its row tells. */
export async function readSessionCookie(c: AppContext): Promise<string | null> {
  const name = cookieFor(c.req.url)
  const token = getCookie(c, name)
  if (!token) return null
  const secret = authSecret(c.var.settings)
  const key = `${secret} ${name} ${token}`
  const known = opened.get(key)
  if (known && known.expiresAt > c.var.now()) return known.sessionId
  const { decode } = await import('@auth/core/jwt')
  try {
    const payload = await decode({ token, secret, salt: name })
    if (typeof payload?.sid !== 'string') return null
    if (payload.exp) opened.set(key, { sessionId: payload.sid, expiresAt: payload.exp * 1000 })
    // A map keeps its order: the first is the one opened longest ago.
    if (opened.size > openedAtMost) opened.delete(opened.keys().next().value ?? '')
    return payload.sid
  } catch {
    // Cut in half, made up, or sealed with a secret of long ago: nobody's cookie.
    return null
  }
}

export async function setSessionCookie(c: AppContext, userId: string, sessionId: string): Promise<void> {
  const name = cookieFor(c.req.url)
  const { encode } = await import('@auth/core/jwt')
  const token = await encode({ token: { sub: userId, sid: sessionId }, secret: authSecret(c.var.settings), salt: name })
  setCookie(c, name, token, { httpOnly: true, sameSite: 'Lax', path: '/', secure: c.req.url.startsWith('https:') })
}

/** Its session is over; the browser need not carry it on. */
export const dropSessionCookie = (c: AppContext) =>
  void deleteCookie(c, cookieFor(c.req.url), { path: '/', secure: c.req.url.startsWith('https:') })
