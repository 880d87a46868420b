import { html } from 'hono/html'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { type AppError, statusOf } from '../../domain/errors.ts'
import type { AppContext } from './context.ts'

type Markup = ReturnType<typeof html>

/** Allows only our stylesheet, letters and dog, and forms to our own site. Plain pages have no scripts, so they work on any device and host. */
const policy =
  "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

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
<body><main><img class="beans" src="/plain/${status >= 400 ? 'beans-sad' : 'beans'}.svg" width="84" height="84" alt="">${content}</main></body>
</html>`,
    status,
  )
}

/** Shows an error to a person who opened a page. Programs get the problem as JSON. */
export function showError(c: AppContext, error: AppError) {
  const linkText = error.code === 'UnknownHost' ? 'Find games and communities' : 'Go to the home page'
  // If a setting is invalid, there is no link to show.
  const productUrl = c.get('settings')?.productUrl
  const status = statusOf(error.code)
  return showPage(
    c,
    error.userMessage,
    html`<h1>${error.userMessage}</h1>
${productUrl ? html`<div class="row"><a class="button go" href="${productUrl}">${linkText}</a></div>` : ''}
<p class="code">${error.code}${status >= 500 ? ` · ${c.get('requestId')}` : ''}</p>`,
    status,
  )
}
