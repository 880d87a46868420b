import { html, raw } from 'hono/html'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { type AppError, statusOf } from '../../domain/errors.ts'
import type { AppContext } from './context.ts'

type Markup = ReturnType<typeof html>

/** Allows only our stylesheet and forms to our own site. Plain pages have no scripts, so they work on any device and host. */
const policy = "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

const beans = raw(
  '<svg class="beans" width="84" height="84" viewBox="0 0 64 64" aria-hidden="true"><path d="M14 26C8 24 5 32 8 42c2 6 9 6 10 0z" fill="#5b3a24"/><path d="M50 26c6-2 9 6 6 16-2 6-9 6-10 0z" fill="#5b3a24"/><path d="M32 12c12 0 19 9 19 21 0 13-8 22-19 22S13 46 13 33c0-12 7-21 19-21z" fill="#c98f58"/><path d="M32 34c7 0 12 5 12 11s-5 10-12 10-12-4-12-10 5-11 12-11z" fill="#f4e3cc"/><circle cx="24" cy="29" r="3.1" fill="#22180f"/><circle cx="40" cy="29" r="3.1" fill="#22180f"/><path d="M27 39h10c0 4-3 6-5 6s-5-2-5-6z" fill="#22180f"/><path d="M32 45v4m0 0c-2 2-5 2-6 0m6 0c2 2 5 2 6 0" stroke="#22180f" stroke-width="1.8" fill="none" stroke-linecap="round"/></svg>',
)

export function showPage(c: AppContext, title: string, content: Markup | Promise<Markup>, status: ContentfulStatusCode = 200) {
  c.header('content-security-policy', policy)
  c.header('cache-control', 'no-store')
  return c.html(
    html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="stylesheet" href="/plain.css">
</head>
<body><main>${beans}${content}</main></body>
</html>`,
    status,
  )
}

/** Shows an error to a person who opened a page. Programs get the problem as JSON. */
export function showError(c: AppContext, error: AppError) {
  const linkText = error.code === 'UnknownHost' ? 'Find games and communities here instead' : 'Go to the home page'
  // If a setting is invalid, there is no link to show.
  const productUrl = c.get('settings')?.productUrl
  const status = statusOf(error.code)
  return showPage(
    c,
    error.userMessage,
    html`<h1>${error.userMessage}</h1>
${productUrl ? html`<p><a href="${productUrl}">${linkText}</a></p>` : ''}
<p class="soft">${error.code}${status >= 500 ? ` · ${c.get('requestId')}` : ''}</p>`,
    status,
  )
}
