import { getSignedCookie, setSignedCookie } from 'hono/cookie'
import { createMiddleware } from 'hono/factory'
import * as v from 'valibot'
import { Viewer } from '../../domain/access/contract.ts'
import { AppError } from '../../domain/errors.ts'
import type { AppContext, AppEnv } from '../platform/context.ts'

const viewerCookie = 'viewer'

/** Who is asking, found out at most once a request and only where it matters. */
export const loadViewer = createMiddleware<AppEnv>(async (c, next) => {
  let viewer: Promise<Viewer | null> | undefined
  c.set('viewer', () => (viewer ??= readViewer(c)))
  await next()
})

async function readViewer(c: AppContext): Promise<Viewer | null> {
  const cookie = await getSignedCookie(c, c.var.settings.signingSecret, viewerCookie)
  if (!cookie) return null
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), Viewer), cookie)
  return parsed.success ? parsed.output : null
}

export async function requireViewer(c: AppContext): Promise<Viewer> {
  const viewer = await c.var.viewer()
  if (!viewer) throw new AppError('SignInRequired')
  return viewer
}

export const rememberViewer = (c: AppContext, viewer: Viewer | null) =>
  setSignedCookie(c, viewerCookie, viewer ? JSON.stringify(viewer) : '', c.var.settings.signingSecret, {
    httpOnly: true,
    sameSite: 'Lax',
    path: '/',
    secure: c.req.url.startsWith('https:'),
    maxAge: viewer ? 3600 : 0,
  })
