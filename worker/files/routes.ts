import { Hono } from 'hono'
import { AppError } from '../../domain/errors.ts'
import { photoWidths } from '../../domain/places/rules.ts'
import { pictureSizes } from '../../domain/profiles/pictures.ts'
import type { AppContext, AppEnv } from '../platform/context.ts'

/** Whatever a file holds, opened by itself it does nothing. */
const inert = "default-src 'none'; frame-ancestors 'none'; sandbox"

const pictureKey = /^[\w-]{43}$/

/** A key is good for one content only, so what was fetched once is good for as long as a browser likes. */
async function answerPicture(c: AppContext, folder: string, sizes: readonly number[]): Promise<Response> {
  const { key = '', size } = c.req.param() as Record<string, string>
  if (!pictureKey.test(key) || !sizes.some((known) => String(known) === size)) throw new AppError('NotFound')
  const file = await c.env.FILES.get(`${folder}/${key}/${size}`)
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
}

export const fileRoutes = new Hono<AppEnv>()
  .get('/avatars/:key/:size', (c) => answerPicture(c, 'avatars', pictureSizes))
  .get('/photos/:key/:size', (c) => answerPicture(c, 'photos', photoWidths))
