import type { Boot } from '../../domain/boot.ts'
import { bootElementId } from '../../domain/boot-element.ts'
import type { PlatformId } from '../../domain/platforms.ts'
import type { Theme } from '../../domain/themes.ts'
import type { ListedLink } from './page-content.ts'

export type Document = {
  title: string
  description: string
  platform: { id: PlatformId; name: string }
  theme: Theme
  /** It has no bars, because another site shows it in a frame. */
  isFramed: boolean
  /** The URL that search engines index; null for pages that they must not index. */
  canonical: string | null
  image: string
  /** The size of a picture that we drew, so that an app can show it large before it has loaded it. */
  imageSize: { width: number; height: number } | null
  /** Structured data for search engines. */
  structured: object | null
  heading: string
  listed: readonly ListedLink[]
  boot: Boot | null
  /** The route whose code the browser loads together with the shell. */
  page: string | null
}

/** Fills the shell with the content of this page. We drop the shell's etag and other headers, because they do not match the new content. */
export function renderDocument(shell: Response, doc: Document, status: number): Response {
  const metas = [
    ['og:title', doc.title],
    ['og:description', doc.description],
    ['og:image', doc.image],
    ...(doc.imageSize
      ? [
          ['og:image:width', String(doc.imageSize.width)],
          ['og:image:height', String(doc.imageSize.height)],
        ]
      : []),
    ['og:type', 'website'],
    ['og:site_name', doc.platform.name],
    ...(doc.canonical ? [['og:url', doc.canonical]] : []),
  ].map(([property, content]) => `<meta property="${property}" content="${escapeHtml(content ?? '')}">`)
  const head = [
    ...metas,
    '<meta name="twitter:card" content="summary_large_image">',
    doc.canonical ? `<link rel="canonical" href="${escapeHtml(doc.canonical)}">` : '<meta name="robots" content="noindex">',
    doc.structured ? `<script type="application/ld+json">${escapeJson(doc.structured)}</script>` : '',
  ].join('')
  const rewritten = new HTMLRewriter()
    .on('html', {
      element(html) {
        html.setAttribute('data-platform', doc.platform.id)
        html.setAttribute('data-theme', doc.theme)
        if (doc.isFramed) html.setAttribute('data-framed', '')
      },
    })
    .on('title', { element: (title) => void title.setInnerContent(doc.title) })
    .on('meta[name="description"]', { element: (meta) => void meta.setAttribute('content', doc.description) })
    .on('meta[name="chunks"]', {
      element(meta) {
        meta.replace(renderPreloads(meta.getAttribute('content'), doc.page), { html: true })
      },
    })
    .on('head', { element: (element) => void element.append(head, { html: true }) })
    .on('noscript', {
      element(noscript) {
        if (doc.listed.length > 0) noscript.append(renderList(doc), { html: true })
      },
    })
    .on('#root', {
      element(root) {
        if (doc.boot) root.after(`<script type="application/json" id="${bootElementId}">${escapeJson(doc.boot)}</script>`, { html: true })
      },
    })
    .transform(shell)
  const headers = new Headers(rewritten.headers)
  for (const name of ['etag', 'content-length', 'last-modified']) headers.delete(name)
  // The Back button opens a stored page without asking us, even after the person has signed out.
  headers.set('cache-control', doc.boot?.session.viewer ? 'private, no-store' : 'private, no-cache')
  // Nor after they have signed in: without this, the page would greet them as a stranger.
  headers.append('vary', 'cookie')
  headers.set('content-type', 'text/html; charset=utf-8')
  return new Response(rewritten.body, { status, headers })
}

/** The build stores in the shell which files each route needs (vite.config.ts). */
function renderPreloads(map: string | null, page: string | null): string {
  const files = map && page ? ((JSON.parse(decodeURIComponent(map)) as Record<string, string[]>)[page] ?? []) : []
  return files.map((file) => `<link rel="modulepreload" href="${escapeHtml(file)}" crossorigin>`).join('')
}

/** What the page lists, for readers without JavaScript. For everyone else it takes no room, so nothing moves when the app starts. */
function renderList({ heading, listed }: Document): string {
  const rows = listed.map(({ path, name }) => `<li><a href="${escapeHtml(path)}">${escapeHtml(name)}</a></li>`)
  return `<h1>${escapeHtml(heading)}</h1><ul>${rows.join('')}</ul>`
}

const escapeHtml = (text: string) => text.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;').replace(/>/g, '&gt;')

/** Escapes JSON so that it cannot end its script element. */
const escapeJson = (value: unknown) =>
  JSON.stringify(value)
    .replace(/</g, '\\u003c')
    .replace(/\u2028/g, '\\u2028')
    .replace(/\u2029/g, '\\u2029')
