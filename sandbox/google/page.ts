import { type Person, people, subjectOf } from './people.ts'

export type Page = { headers: Record<string, string>; html: string }

// The policy has no form-action, because browsers also apply it to redirects after a form, and this form redirects to the product.
const headers = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; style-src 'self'; font-src 'self'; base-uri 'none'; frame-ancestors 'none'",
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? '')

type Choice = { base: string; host: string; problem?: string; typed?: URLSearchParams }

/** The page to pick a person. It uses plain forms and needs no script. */
export function choicePage({ base, host, problem, typed }: Choice): Page {
  const value = (name: string) => escapeHtml(typed?.get(name) ?? '')
  const isVerified = !typed || typed.has('verified')
  const html = renderPage(
    base,
    'Choose an account',
    `<h1>Choose an account</h1>
    <p class="lead">to continue to <b>${escapeHtml(host)}</b></p>
    <p class="soft">These people exist only in the sandbox. You need no password, and Google is not contacted.</p>`,
    `<form method="post" aria-label="People">
      <ul>${people.map(renderPerson).join('')}</ul>
    </form>
    <details${problem ? ' open' : ''}>
      <summary><span class="face" aria-hidden="true">+</span><b>Someone else</b></summary>
      <form method="post" class="someone" aria-label="Someone else">
        ${problem ? `<p class="problem" role="alert">${escapeHtml(problem)}</p>` : ''}
        <label>Name <input name="name" value="${value('name')}" required maxlength="200" autocomplete="off" dir="auto"></label>
        <label>Email <input name="email" value="${value('email')}" type="email" required maxlength="254" autocomplete="off"></label>
        <label class="tick"><input name="verified" type="checkbox"${isVerified ? ' checked' : ''}> The email is verified</label>
        <button class="go">Continue as this person</button>
      </form>
    </details>
    <form method="post" class="end"><button class="plain" name="cancel" value="yes">Cancel</button></form>`,
  )
  return { headers, html }
}

/** The error page for cases in which we cannot redirect to the product. `code` is the error code of the protocol. */
export function refusalPage({ base, title, text, code }: { base: string; title: string; text: string; code?: string }): Page {
  const html = renderPage(
    base,
    title,
    `<h1>${escapeHtml(title)}</h1>
    <p class="lead">Go back to the product and start again.</p>`,
    `<dl><dt>Reason</dt><dd>${escapeHtml(text)}</dd>${code ? `<dt>Code</dt><dd><code>${escapeHtml(code)}</code></dd>` : ''}</dl>`,
  )
  return { headers, html }
}

const hues = [255, 310, 155, 45, 200]

function renderPerson(person: Person, index: number): string {
  const { name, email, remark } = person
  const initials = name.replace(/(\p{L})\S*\s*/gu, '$1').slice(0, 2)
  const [kind, state] = email === null ? ['none', 'No email'] : person.isVerified ? ['yes', 'Verified'] : ['no', 'Not verified']
  return `<li><button name="person" value="${subjectOf(person)}" aria-label="Continue as ${escapeHtml(name)}" aria-describedby="mail-${index} state-${index}">
    <span class="face hue-${hues[index % hues.length]}" aria-hidden="true">${escapeHtml(initials)}</span>
    <span class="who"><b>${escapeHtml(name)}</b>
      <span class="soft" id="mail-${index}">${escapeHtml(email ?? 'private')}${remark ? `, ${escapeHtml(remark)}` : ''}</span></span>
    <span class="state ${kind}" id="state-${index}">${state}</span>
  </button></li>`
}

const renderPage = (base: string, title: string, intro: string, content: string) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>${escapeHtml(title)}</title>
    <link rel="stylesheet" href="${base}/page.css">
  </head>
  <body>
    <main>
      <header>
        <p class="brand"><svg width="26" height="26" viewBox="0 0 26 26" aria-hidden="true"><circle cx="13" cy="13" r="12" class="ball"/><path d="M4.6 4.6c4.7 4.5 4.7 12.3 0 16.8M21.4 4.6c-4.7 4.5-4.7 12.3 0 16.8" class="seam"/></svg> Sandbox accounts</p>
        ${intro}
      </header>
      <section>${content}</section>
    </main>
  </body>
</html>
`
