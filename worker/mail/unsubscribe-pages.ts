import { html } from 'hono/html'
import { platforms } from '../../domain/platforms.ts'
import type { AppContext } from '../platform/context.ts'
import { showPage } from '../platform/plain-page.ts'

const getPlatformName = (c: AppContext) => platforms[c.var.site.platform].name
const renderHomeLink = (c: AppContext) => html`<a class="button" href="/">Go to ${getPlatformName(c)}</a>`
const renderForm = (action: 'unsubscribe' | 'resubscribe', token: string, label: string, variant: 'go' | 'plain') =>
  html`<form method="post" action="/mail/${action}/${token}"><button class="button ${variant}" type="submit">${label}</button></form>`

/** The topic and address that a page is about. */
export type StoppedTopic = { email: string; name: string; hint: string }

export function showUnsubscribe(c: AppContext, { email, name, hint }: StoppedTopic, token: string) {
  return showPage(
    c,
    `Unsubscribe from ${name}`,
    html`<h1>Stop ${name} emails?</h1>
<p><bdi class="address">${email}</bdi> will get no more ${name} emails from ${getPlatformName(c)}. We still send other topics, receipts and security emails.</p>
<p>What ${name} emails are about: ${hint}</p>
<div class="row">${renderForm('unsubscribe', token, `Unsubscribe from ${name}`, 'go')}</div>`,
  )
}

export function showUnsubscribed(c: AppContext, { email, name }: StoppedTopic, token: string) {
  return showPage(
    c,
    `Unsubscribed from ${name}`,
    html`<h1>You are unsubscribed.</h1>
<p>We will send no more ${name} emails to <bdi class="address">${email}</bdi>.</p>
<div class="row">${renderForm('resubscribe', token, 'Undo', 'plain')}${renderHomeLink(c)}</div>`,
  )
}

export function showResubscribed(c: AppContext, { email, name }: StoppedTopic, token: string) {
  return showPage(
    c,
    `${name} emails are on`,
    html`<h1>${name} emails are on again.</h1>
<p>We send them to <bdi class="address">${email}</bdi> again.</p>
<div class="row">${renderForm('unsubscribe', token, 'Unsubscribe', 'plain')}${renderHomeLink(c)}</div>`,
  )
}

export function showBrokenLink(c: AppContext) {
  return showPage(
    c,
    'This link does not work',
    html`<h1>This link does not work.</h1>
<p>It may be incomplete. Please open it again from the end of the email.</p>
<div class="row">${renderHomeLink(c)}</div>`,
    404,
  )
}
