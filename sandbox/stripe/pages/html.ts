/** Text that is HTML already. */
class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

export type { Html }

type Value = Html | string | number | false | null | undefined | Value[]

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

function render(value: Value): string {
  if (value === false || value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map(render).join('')
  return value instanceof Html ? value.text : String(value).replace(/[&<>"']/g, (character) => entities[character] ?? '')
}

/** Everything put into the template is escaped, unless it is HTML itself. */
export const html = (strings: TemplateStringsArray, ...values: Value[]): Html =>
  new Html(strings.map((text, index) => text + (index < values.length ? render(values[index]) : '')).join(''))

// The policy has no form-action, because browsers also apply it to redirects after a form, and these forms redirect to the product.
const headers = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; style-src 'self'; font-src 'self'; base-uri 'none'; frame-ancestors 'none'",
}

type Page = {
  title: string
  lead?: Html | string
  note?: string
  problem?: string | undefined
  content: Html
  isWide?: boolean
  status?: number
}

/** A page of the stand-in. It uses plain forms and needs no script. */
export function page({ title, lead = '', note, problem, content, isWide = false, status = 200 }: Page): Response {
  const document = html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>${title}</title>
    <link rel="stylesheet" href="/google/page.css">
    <link rel="stylesheet" href="/stripe/page.css">
  </head>
  <body>
    <main class="${isWide ? 'wide' : 'narrow'}">
      <header>
        <p class="brand"><svg width="26" height="26" viewBox="0 0 26 26" aria-hidden="true"><circle cx="13" cy="13" r="12" class="ball"/><path d="M4.6 4.6c4.7 4.5 4.7 12.3 0 16.8M21.4 4.6c-4.7 4.5-4.7 12.3 0 16.8" class="seam"/></svg> Sandbox payments</p>
        <h1>${title}</h1>
        ${lead && html`<p class="lead">${lead}</p>`}
        <p class="soft">${note ?? 'No money moves here, and Stripe is not contacted.'}</p>
      </header>
      <section>
        ${problem && html`<p class="problem" role="alert">${problem}</p>`}
        ${content}
      </section>
    </main>
  </body>
</html>
`
  return new Response(document.text, { status, headers })
}

/** After a form was sent, so that a reload does not send it again. */
export const goTo = (location: string): Response => new Response(null, { status: 303, headers: { location, 'cache-control': 'no-store' } })

export const lost = (text: string): Response =>
  page({ title: 'Nothing here', content: html`<p>${text}</p><p><a href="/stripe">Open the dashboard</a></p>`, status: 404 })
