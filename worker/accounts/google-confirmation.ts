import { and, eq } from 'drizzle-orm'
import { generateCookie, getCookie, setCookie } from 'hono/cookie'
import { minute } from '../../domain/time/spans.ts'
import type { OpenSession } from '../access/viewer.ts'
import { readFirst } from '../platform/batch.ts'
import type { AppContext } from '../platform/context.ts'
import type { Database } from '../platform/database.ts'
import { authIdentities } from './schema.ts'

// A signed-in person confirms with Google that it is them. The way through Google is that of a sign-in, so a cookie says which
// session it is for. It proves nothing by itself.

const cookieName = (url: string) => (url.startsWith('https:') ? '__Host-confirming' : 'confirming')

const cookieOptions = (url: string) => ({ httpOnly: true, sameSite: 'Lax', path: '/', secure: url.startsWith('https:') }) as const

export const startGoogleConfirmation = (c: AppContext, sessionId: string): void =>
  setCookie(c, cookieName(c.req.url), sessionId, { ...cookieOptions(c.req.url), maxAge: (10 * minute) / 1000 })

/** The session that this sign-in with Google confirms. Null if it is an ordinary sign-in. */
export async function readGoogleConfirmation(c: AppContext): Promise<OpenSession | null> {
  const sessionId = getCookie(c, cookieName(c.req.url))
  if (sessionId === undefined) return null
  const session = await c.var.session()
  return session?.sessionId === sessionId ? session : null
}

/** The header that deletes the cookie, for a response that is not made by Hono. */
export const endGoogleConfirmation = (c: AppContext): string =>
  generateCookie(cookieName(c.req.url), '', { ...cookieOptions(c.req.url), maxAge: 0 })

/** The id that Google has for this person. Null if their account is not connected. */
export async function findGoogleSubject(db: Database, userId: string): Promise<string | null> {
  const identity = await readFirst(
    db,
    db
      .select({ subject: authIdentities.subject })
      .from(authIdentities)
      .where(and(eq(authIdentities.userId, userId), eq(authIdentities.provider, 'google'))),
  )
  return identity?.subject ?? null
}
