import { Hono } from 'hono'
import { AppError } from '../../domain/errors.ts'
import type { AppContext, AppEnv } from '../platform/context.ts'
import type { FileKind } from './file-kind.ts'

/** Whatever a file holds, opened by itself it does nothing. */
const inert = "default-src 'none'; frame-ancestors 'none'; sandbox"

/** Every kind of file, each below its folder. */
export function createFileRoutes(kinds: readonly FileKind[]) {
  const routes = new Hono<AppEnv>()
  for (const kind of kinds) routes.get(`/${kind.folder}/:key${kind.sizes ? '/:size' : ''}`, (c) => answerFile(c, kind))
  return routes
}

async function answerFile(c: AppContext, { folder, key: shape, sizes, maySee }: FileKind): Promise<Response> {
  const { key = '', size } = c.req.param() as Record<string, string>
  if (!shape.test(key) || (sizes && !sizes.some((known) => String(known) === size))) throw new AppError('NotFound')
  if (maySee !== 'everyone' && !(await isForViewer(c, maySee, key))) throw new AppError('NotFound')
  const file = await c.env.FILES.get(sizes ? `${folder}/${key}/${size}` : `${folder}/${key}`)
  if (!file) throw new AppError('NotFound')
  return maySee === 'everyone' ? answerPublic(c, file) : answerPrivate(c, file)
}

/** On a community's own domain there are only files for everyone. */
const isForViewer = async (c: AppContext, maySee: Exclude<FileKind['maySee'], 'everyone'>, key: string) =>
  c.var.site.kind === 'product' && (await maySee(c, key))

const typeOf = (file: R2Object) => file.httpMetadata?.contentType ?? 'application/octet-stream'

/** A key is good for one content only, so what was fetched once is good for as long as a browser likes. */
async function answerPublic(c: AppContext, file: R2ObjectBody): Promise<Response> {
  const headers = {
    'content-type': typeOf(file),
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': inert,
    etag: file.httpEtag,
  }
  const seen = c.req.header('if-none-match')?.split(',') ?? []
  if (!seen.some((tag) => tag.trim().replace(/^W\//, '') === file.httpEtag)) return c.body(file.body, 200, headers)
  await file.body.cancel()
  return c.body(null, 304, headers)
}

/** Who may see it can change, so each time is asked anew and no cache keeps it. */
function answerPrivate(c: AppContext, file: R2ObjectBody): Response {
  return c.body(file.body, 200, {
    'content-type': typeOf(file),
    'content-length': String(file.size),
    'content-disposition': file.httpMetadata?.contentDisposition ?? 'attachment',
    'cache-control': 'private, no-store',
    'content-security-policy': inert,
  })
}
