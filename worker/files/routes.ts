import { Hono } from 'hono'
import { AppError } from '../../domain/errors.ts'
import { pictureSizes } from '../../domain/profiles/pictures.ts'
import type { AppEnv } from '../platform/context.ts'

/** Whatever a file holds, opened by itself it does nothing. */
const inert = "default-src 'none'; frame-ancestors 'none'; sandbox"

const avatarKey = /^[\w-]{43}$/

/** A key is good for one content only, so what was fetched once is good for as long as a browser likes. */
export const fileRoutes = new Hono<AppEnv>().get('/avatars/:key/:size', async (c) => {
  const { key, size } = c.req.param()
  if (!avatarKey.test(key) || !pictureSizes.some((known) => String(known) === size)) throw new AppError('NotFound')
  const file = await c.env.FILES.get(`avatars/${key}/${size}`)
  if (!file) throw new AppError('NotFound')
  const headers = {
    'content-type': file.httpMetadata?.contentType ?? 'application/octet-stream',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': inert,
    etag: file.httpEtag,
  }
  const seen = c.req.header('if-none-match')?.split(',') ?? []
  if (!seen.some((tag) => tag.trim().replace(/^W\//, '') === file.httpEtag)) return c.body(file.body, 200, headers)
  await file.body.cancel()
  return c.body(null, 304, headers)
})
