import { pagePolicy } from './security.ts'

/** A domain that points here and is nobody's. Plain HTML: the app's files are not for this host. */
export const unknownHostPage = (productUrl: string) =>
  new Response(
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex"><title>Nobody lives here</title></head>
<body><h1>No community lives at this address.</h1><p><a href="${productUrl}">Find games and communities here instead.</a></p></body></html>`,
    { status: 404, headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': pagePolicy({}) } },
  )
