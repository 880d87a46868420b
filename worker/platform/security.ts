import { createMiddleware } from 'hono/factory'
import { AppError } from '../../domain/errors.ts'
import type { AppContext, AppEnv } from './context.ts'

const everywhere: readonly (readonly [string, string])[] = [
  ['x-content-type-options', 'nosniff'],
  ['x-frame-options', 'DENY'],
  ['referrer-policy', 'strict-origin-when-cross-origin'],
  ['cross-origin-opener-policy', 'same-origin'],
  ['permissions-policy', 'camera=(self), geolocation=(self), microphone=(), payment=(self), usb=()'],
]

/** What an answer that is not a page may do in a browser: nothing. */
const inertPolicy = "default-src 'none'; frame-ancestors 'none'"

/** The one style React Aria adds by itself, on iOS, while a sheet is open. */
const sheetStyle = "'sha256-gYiS/BvZvRcK27JIXTuwhZ3hs2+VJ1X+2gUlE+farlg='"

type PagePolicy = {
  styles?: 'anywhere'
  development?: boolean
  /** The address of map tiles with its placeholders, where they come from someone else. */
  tiles?: string | undefined
}

/** `{s}` stands for several servers below one name. */
function originOfTiles(template: string): string {
  const { protocol, host } = new URL(template.replace('{s}.', ''))
  return `${protocol}//${template.includes('//{s}.') ? '*.' : ''}${host}`
}

/** What a page may load: our own files. In development Vite's inline preamble, styles and socket too. */
export function pagePolicy({ styles, development, tiles }: PagePolicy): string {
  const inline = development ? " 'unsafe-inline'" : ''
  const style = styles === 'anywhere' || development ? "'unsafe-inline'" : sheetStyle
  return [
    "default-src 'self'",
    `script-src 'self'${inline}`,
    `style-src 'self' ${style}`,
    `img-src 'self' data: blob:${tiles ? ` ${originOfTiles(tiles)}` : ''}`,
    "font-src 'self' data:",
    `connect-src 'self'${development ? ' ws: wss:' : ''}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

export const secureHeaders = createMiddleware<AppEnv>(async (c, next) => {
  await next()
  // A socket's answer is handed through as it is: its headers cannot be changed.
  if (c.res.status === 101) return
  for (const [name, value] of everywhere) c.res.headers.set(name, value)
  // A community's own domain may have other sites below it, which are not ours to force onto https.
  const isOurs = c.get('site')?.kind === 'product'
  c.res.headers.set('strict-transport-security', `max-age=31536000${isOurs ? '; includeSubDomains' : ''}`)
  // Pictures are shown beside shared links, on other people's sites.
  c.res.headers.set('cross-origin-resource-policy', c.req.path.startsWith('/icons/') ? 'cross-origin' : 'same-origin')
  // What the API says may change at once, unless its handler says for how long it holds.
  if (c.req.path.startsWith('/api/') && !c.res.headers.has('cache-control')) c.res.headers.set('cache-control', 'no-store')
  if (!c.res.headers.has('content-security-policy')) c.res.headers.set('content-security-policy', inertPolicy)
})

const reads = new Set(['GET', 'HEAD', 'OPTIONS'])
export const isWrite = (method: string) => !reads.has(method)

/**
 * Refuses a write that a browser sent from another site. Browsers say where a request comes from in
 * Sec-Fetch-Site or Origin; a caller with neither is no browser and carries nobody's cookies unknowingly.
 */
export const refuseForeignOrigin = createMiddleware<AppEnv>(async (c, next) => {
  if (isWrite(c.req.method) && isForeign(c)) throw new AppError('ForeignOrigin')
  await next()
})

/** A socket is a GET that acts for the person, so its handshake is judged like a write. */
export function isForeign(c: AppContext): boolean {
  const origin = c.req.header('origin')
  if (origin !== undefined) return origin !== new URL(c.req.url).origin
  const site = c.req.header('sec-fetch-site')
  return site !== undefined && site !== 'same-origin' && site !== 'none'
}
