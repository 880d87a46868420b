import { html } from 'hono/html'
import { mailTopics } from '../../domain/mail/topics.ts'
import { platforms } from '../../domain/platforms.ts'
import type { AppContext } from '../platform/context.ts'
import { showPage } from '../platform/plain-page.ts'
import type { UnsubscribeWish } from './unsubscribe-token.ts'

const nameOf = (c: AppContext) => platforms[c.var.site.platform].name
const home = (c: AppContext) => html`<a class="button" href="/">Go to ${nameOf(c)}</a>`
const form = (action: 'unsubscribe' | 'resubscribe', token: string, label: string, look: 'go' | 'plain') =>
  html`<form method="post" action="/mail/${action}/${token}"><button class="button ${look}" type="submit">${label}</button></form>`

export function askUnsubscribe(c: AppContext, { email, topic }: UnsubscribeWish, token: string) {
  const name = mailTopics[topic].title
  return showPage(
    c,
    `Unsubscribe from ${name}`,
    html`<h1>Stop ${name} mail?</h1>
<p><bdi class="address">${email}</bdi> will get no more ${name} mail from ${nameOf(c)}. Other topics, receipts and security notices still come.</p>
<div class="row">${form('unsubscribe', token, `Unsubscribe from ${name}`, 'go')}</div>`,
  )
}

export function tellUnsubscribed(c: AppContext, { email, topic }: UnsubscribeWish, token: string) {
  const name = mailTopics[topic].title
  return showPage(
    c,
    `Unsubscribed from ${name}`,
    html`<h1>You are unsubscribed.</h1>
<p>No more ${name} mail goes to <bdi class="address">${email}</bdi>.</p>
<div class="row">${form('resubscribe', token, 'Undo', 'plain')}${home(c)}</div>`,
  )
}

export function tellResubscribed(c: AppContext, { email, topic }: UnsubscribeWish, token: string) {
  const name = mailTopics[topic].title
  return showPage(
    c,
    `${name} mail is on`,
    html`<h1>${name} mail is on again.</h1>
<p>It goes to <bdi class="address">${email}</bdi>, as before.</p>
<div class="row">${form('unsubscribe', token, 'Unsubscribe', 'plain')}${home(c)}</div>`,
  )
}

export function tellBrokenLink(c: AppContext) {
  return showPage(
    c,
    'This link does not work',
    html`<h1>This link does not work.</h1>
<p>It may have been cut short on its way. Please open it once more from the end of the mail.</p>
<div class="row">${home(c)}</div>`,
    404,
  )
}
