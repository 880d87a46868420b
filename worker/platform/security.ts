import { createMiddleware } from 'hono/factory'
import { AppError } from '../../domain/errors.ts'
import type { AppContext, AppEnv } from './context.ts'

const commonHeaders: readonly (readonly [string, string])[] = [
  ['x-content-type-options', 'nosniff'],
  ['referrer-policy', 'strict-origin-when-cross-origin'],
  ['cross-origin-opener-policy', 'same-origin'],
  ['permissions-policy', 'camera=(self), geolocation=(self), microphone=(), payment=(self), usb=()'],
]

/** The policy for answers that are not pages: they may load and run nothing. */
const inertPolicy = "default-src 'none'; frame-ancestors 'none'"

/** The hash of the only inline style that React Aria adds, on iOS while a sheet is open. */
const sheetStyle = "'sha256-gYiS/BvZvRcK27JIXTuwhZ3hs2+VJ1X+2gUlE+farlg='"

type PagePolicy = {
  styles?: 'anywhere'
  development?: boolean
  /** The URL template of the map tiles, if they come from another server. */
  tiles?: string | undefined
  /** The sites that may show the page in a frame. Without any, nobody may. */
  frameOrigins?: readonly string[]
}

/** `{s}` in the template means that there are several servers with similar names. */
function getTileOrigin(template: string): string {
  const { protocol, host } = new URL(template.replace('{s}.', ''))
  return `${protocol}//${template.includes('//{s}.') ? '*.' : ''}${host}`
}

/** The policy for pages: they may only load our own files. In development, also Vite's inline script, styles and socket. */
export function buildPagePolicy({ styles, development, tiles, frameOrigins = [] }: PagePolicy): string {
  const inline = development ? " 'unsafe-inline'" : ''
  const style = styles === 'anywhere' || development ? "'unsafe-inline'" : sheetStyle
  return [
    "default-src 'self'",
    `script-src 'self'${inline}`,
    `style-src 'self' ${style}`,
    `img-src 'self' data: blob:${tiles ? ` ${getTileOrigin(tiles)}` : ''}`,
    "font-src 'self' data:",
    `connect-src 'self'${development ? ' ws: wss:' : ''}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    // Our own pages show it too, as a preview.
    `frame-ancestors ${frameOrigins.length === 0 ? "'none'" : ["'self'", ...frameOrigins].join(' ')}`,
  ].join('; ')
}

export const secureHeaders = createMiddleware<AppEnv>(async (c, next) => {
  await next()
  // The headers of a WebSocket answer cannot be changed.
  if (c.res.status === 101) return
  for (const [name, value] of commonHeaders) c.res.headers.set(name, value)
  // This header cannot name sites. The policy of a page that some sites may frame does.
  if (c.get('isFramed')) c.res.headers.delete('x-frame-options')
  else c.res.headers.set('x-frame-options', 'DENY')
  // We leave out subdomains, because a community's domain may have other sites below it that do not use https.
  const isOurs = c.get('site')?.kind === 'product'
  c.res.headers.set('strict-transport-security', `max-age=31536000${isOurs ? '; includeSubDomains' : ''}`)
  // Other sites may show our pictures, because they are shown with shared links.
  c.res.headers.set('cross-origin-resource-policy', c.req.path.startsWith('/icons/') ? 'cross-origin' : 'same-origin')
  // API answers may change at any time, so they are not cached unless the handler sets a lifetime.
  if (c.req.path.startsWith('/api/') && !c.res.headers.has('cache-control')) c.res.headers.set('cache-control', 'no-store')
  if (!c.res.headers.has('content-security-policy')) c.res.headers.set('content-security-policy', inertPolicy)
})

/**
 * In production, nothing is answered over plain http, where others can read and change it. Pages and files redirect. Other requests
 * are refused, because what they contain was already sent in the open, and their sender must notice.
 */
export const requireHttps = createMiddleware<AppEnv>(async (c, next) => {
  const url = new URL(c.req.url)
  if (url.protocol === 'https:' || c.var.settings.environment !== 'production') return next()
  if (c.req.method !== 'GET' && c.req.method !== 'HEAD') throw new AppError('HttpsRequired')
  url.protocol = 'https:'
  url.port = ''
  return c.redirect(url.href, 308)
})

const readMethods = new Set(['GET', 'HEAD', 'OPTIONS'])
export const isWrite = (method: string) => !readMethods.has(method)

/**
 * Refuses writes that a browser sent from another site. Browsers send the origin of a request in Sec-Fetch-Site or Origin. A client
 * with neither header is not a browser, so it cannot send a person's cookies without their knowledge.
 */
export const refuseForeignOrigin = createMiddleware<AppEnv>(async (c, next) => {
  if (isWrite(c.req.method) && isForeign(c)) throw new AppError('ForeignOrigin')
  await next()
})

/** Opening a WebSocket is a GET, but it acts for the person. So it is checked like a write. */
export function isForeign(c: AppContext): boolean {
  const origin = c.req.header('origin')
  if (origin !== undefined) return origin !== new URL(c.req.url).origin
  const site = c.req.header('sec-fetch-site')
  return site !== undefined && site !== 'same-origin' && site !== 'none'
}
