import { generateCookie, getCookie, setCookie } from 'hono/cookie'
import { day } from '../../domain/time/spans.ts'
import type { AppContext } from '../platform/context.ts'
import { makeMailToken } from './secrets.ts'

// Each browser keeps a random secret. It shows that a later request comes from the same browser: the one that chose a password
// at sign-up, or one in which a person has signed in before. The database stores only hashes of it.

/** On HTTPS the prefix `__Host-` keeps other subdomains from setting this cookie. Without it, they could choose the secret. */
const cookieName = (url: string) => (url.startsWith('https:') ? '__Host-browser' : 'browser')

/** Browsers keep no cookie for longer than this. */
const maxAge = (400 * day) / 1000

const cookieOptions = (url: string) => ({ httpOnly: true, sameSite: 'Lax', path: '/', secure: url.startsWith('https:'), maxAge }) as const

const isSecret = (text: string | undefined): text is string => text !== undefined && /^[A-Za-z0-9_-]{43}$/.test(text)

/** The secret of this browser, or a new one that no database knows. */
export function readBrowserSecret(c: AppContext): string {
  const secret = getCookie(c, cookieName(c.req.url))
  return isSecret(secret) ? secret : makeMailToken()
}

/** Returns the secret of this browser, and stores it there for longer. */
export function keepBrowserSecret(c: AppContext): string {
  const secret = readBrowserSecret(c)
  setCookie(c, cookieName(c.req.url), secret, cookieOptions(c.req.url))
  return secret
}

/** The header that stores the secret, for a response that is not made by Hono. */
export const writeBrowserCookie = (c: AppContext, secret: string): string =>
  generateCookie(cookieName(c.req.url), secret, cookieOptions(c.req.url))
