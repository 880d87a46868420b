import { refusal, type StandIn } from '../stand-in.ts'

type Page = { site: string; title: string; description: string }

/** Pages of other sites that people link to in messages. */
const pages: Record<string, Page> = {
  'northside-courts': {
    site: 'Parks & Recreation',
    title: 'Northside Tennis & Pickleball Courts',
    description: 'Eight lit courts, open from 6 AM to 10 PM. Courts 1 to 4 can be reserved. Parking is behind the library.',
  },
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '"': '&quot;' }
const escapeHtml = (text: string) => text.replace(/[&<"]/g, (character) => escapes[character] ?? character)

/** Simulates the sites to which messages link. A name that it does not know is a page that is gone. */
export function createPages(): StandIn {
  return (_, path) => {
    const name = path.slice(1)
    const page = Object.hasOwn(pages, name) ? pages[name] : undefined
    if (!page) return refusal(404, 'not_found', `There is no page ${name}.`)
    const [site, title, description] = [page.site, page.title, page.description].map(escapeHtml)
    const html = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title>${title}</title>
    <meta property="og:site_name" content="${site}">
    <meta property="og:title" content="${title}">
    <meta property="og:description" content="${description}">
  </head>
  <body><h1>${title}</h1><p>${description}</p></body>
</html>
`
    return new Response(html, { headers: { 'content-type': 'text/html; charset=utf-8' } })
  }
}
