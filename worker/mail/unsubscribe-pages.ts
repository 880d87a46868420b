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
    html`<h1>Stop ${name} emails?</h1>
<p><bdi class="address">${email}</bdi> will get no more ${name} emails from ${nameOf(c)}. We still send other topics, receipts and security emails.</p>
<div class="row">${form('unsubscribe', token, `Unsubscribe from ${name}`, 'go')}</div>`,
  )
}

export function tellUnsubscribed(c: AppContext, { email, topic }: UnsubscribeWish, token: string) {
  const name = mailTopics[topic].title
  return showPage(
    c,
    `Unsubscribed from ${name}`,
    html`<h1>You are unsubscribed.</h1>
<p>We will send no more ${name} emails to <bdi class="address">${email}</bdi>.</p>
<div class="row">${form('resubscribe', token, 'Undo', 'plain')}${home(c)}</div>`,
  )
}

export function tellResubscribed(c: AppContext, { email, topic }: UnsubscribeWish, token: string) {
  const name = mailTopics[topic].title
  return showPage(
    c,
    `${name} emails are on`,
    html`<h1>${name} emails are on again.</h1>
<p>We send them to <bdi class="address">${email}</bdi> again.</p>
<div class="row">${form('unsubscribe', token, 'Unsubscribe', 'plain')}${home(c)}</div>`,
  )
}

export function tellBrokenLink(c: AppContext) {
  return showPage(
    c,
    'This link does not work',
    html`<h1>This link does not work.</h1>
<p>It may be incomplete. Please open it again from the end of the email.</p>
<div class="row">${home(c)}</div>`,
    404,
  )
}
