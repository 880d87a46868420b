import { Hono } from 'hono'
import { AppError } from '../../domain/errors.ts'
import type { AppContext, AppEnv } from '../platform/context.ts'
import type { FileKind } from './file-kind.ts'

/** A file that is opened in a tab cannot run scripts, whatever it contains. */
const inertPolicy = "default-src 'none'; frame-ancestors 'none'; sandbox"

/** The routes of all kinds of files, each below its folder. */
export function createFileRoutes(kinds: readonly FileKind[]) {
  const routes = new Hono<AppEnv>()
  for (const kind of kinds) routes.get(`/${kind.folder}/:key${kind.sizes ? '/:size' : ''}`, (c) => answerFile(c, kind))
  return routes
}

async function answerFile(c: AppContext, { folder, key: pattern, sizes, maySee }: FileKind): Promise<Response> {
  const { key = '', size } = c.req.param() as Record<string, string>
  if (!pattern.test(key) || (sizes && !sizes.some((allowed) => String(allowed) === size))) throw new AppError('NotFound')
  if (maySee !== 'everyone' && !(await isForViewer(c, maySee, key))) throw new AppError('NotFound')
  const file = await c.env.FILES.get(sizes ? `${folder}/${key}/${size}` : `${folder}/${key}`)
  if (!file) throw new AppError('NotFound')
  return maySee === 'everyone' ? answerPublic(c, file) : answerPrivate(c, file)
}

/** Private files are never served on a community's own domain. */
const isForViewer = async (c: AppContext, maySee: Exclude<FileKind['maySee'], 'everyone'>, key: string) =>
  c.var.site.kind === 'product' && (await maySee(c, key))

const getContentType = (file: R2Object) => file.httpMetadata?.contentType ?? 'application/octet-stream'

/** The content of a key never changes, so browsers may cache it forever. */
async function answerPublic(c: AppContext, file: R2ObjectBody): Promise<Response> {
  const headers = {
    'content-type': getContentType(file),
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': inertPolicy,
    etag: file.httpEtag,
  }
  const cachedTags = c.req.header('if-none-match')?.split(',') ?? []
  if (!cachedTags.some((tag) => tag.trim().replace(/^W\//, '') === file.httpEtag)) return c.body(file.body, 200, headers)
  await file.body.cancel()
  return c.body(null, 304, headers)
}

/** Who may see a file can change, so no cache may store it and every request is checked. */
function answerPrivate(c: AppContext, file: R2ObjectBody): Response {
  return c.body(file.body, 200, {
    'content-type': getContentType(file),
    'content-length': String(file.size),
    'content-disposition': file.httpMetadata?.contentDisposition ?? 'attachment',
    'cache-control': 'private, no-store',
    'content-security-policy': inertPolicy,
  })
}
