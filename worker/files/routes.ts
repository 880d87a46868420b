import { Hono } from 'hono'
import { AppError } from '../../domain/errors.ts'
import type { AppContext, AppEnv } from '../platform/context.ts'
import type { FileKind } from './file-kind.ts'
import { inertPolicy } from './inert-policy.ts'

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
  if (!isCached(c, file)) return c.body(file.body, 200, headers)
  await file.body.cancel()
  return c.body(null, 304, headers)
}

/**
 * Who may see a file can change, so every request is checked. The browser may keep a picture that it shows, and asks each time whether it
 * may show it again. Nothing else is stored in any cache.
 */
async function answerPrivate(c: AppContext, file: R2ObjectBody): Promise<Response> {
  const disposition = file.httpMetadata?.contentDisposition ?? 'attachment'
  const isPicture = disposition === 'inline' && getContentType(file).startsWith('image/')
  const caching = isPicture ? { 'cache-control': 'private, no-cache', etag: file.httpEtag } : { 'cache-control': 'private, no-store' }
  const headers = { ...caching, 'content-security-policy': inertPolicy }
  if (isPicture && isCached(c, file)) {
    await file.body.cancel()
    return c.body(null, 304, headers)
  }
  return c.body(file.body, 200, {
    ...headers,
    'content-type': getContentType(file),
    'content-length': String(file.size),
    'content-disposition': isPicture ? disposition : disposition.replace(/^inline/, 'attachment'),
  })
}

/** Whether the browser has this content. */
const isCached = (c: AppContext, { httpEtag }: R2Object) =>
  (c.req.header('if-none-match')?.split(',') ?? []).some((tag) => tag.trim().replace(/^W\//, '') === httpEtag)
