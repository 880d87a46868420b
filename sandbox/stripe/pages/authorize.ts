import { createAccount } from '../core/accounts.ts'
import { platform } from '../core/books.ts'
import { isSupported } from '../core/countries.ts'
import { grantCode } from '../core/oauth.ts'
import { goTo, html, page } from './html.ts'
import type { Visit } from './routes.ts'

/** Only pages on this computer, whose port and subdomain are free. */
const productRedirect = /^http:\/\/((?:[a-z0-9-]+\.)?localhost|127\.0\.0\.1)(:\d{1,5})?\//

/** Where a host lets the product use the account that they already have: `/oauth/authorize`. */
export function authorizePage({ stripe, query, form, inBooks }: Visit): Response {
  const redirect = query.get('redirect_uri') ?? ''
  const refused = (text: string) => page({ title: 'This link is not right', content: html`<p>${text}</p>`, status: 400 })
  if (query.get('client_id') !== stripe.world.options.clientId) return refused('No application has this client id.')
  if (query.get('response_type') !== 'code') return refused('The type of the answer must be "code".')
  if (!productRedirect.test(redirect)) return refused('The address to go back to is not one of the product.')
  const scope = query.get('scope') === 'read_only' ? 'read_only' : 'read_write'
  if (!form) return ask(inBooks(platform, (main) => main.all('account').filter(({ id, type }) => id !== platform && type === 'standard')))

  const back = new URL(redirect)
  const state = query.get('state')
  if (state !== null) back.searchParams.set('state', state)
  if (form.has('cancel')) {
    back.searchParams.set('error', 'access_denied')
    back.searchParams.set('error_description', 'The user denied your request')
    return goTo(back.href)
  }
  const code = inBooks(platform, (main) => {
    const chosen = main.get('account', form.get('account'))
    const name = form.get('name')?.trim() || 'New account'
    const typed = form.get('country')?.toUpperCase() ?? ''
    const country = isSupported(typed) ? typed : 'US'
    const account = chosen ?? createAccount(main, { type: 'standard', name, country, email: 'host@example.com' }, true)
    return grantCode(main, account.id, scope)
  })
  back.searchParams.set('scope', scope)
  back.searchParams.set('code', code)
  return goTo(back.href)
}

type Known = { id: string; settings?: { dashboard: { display_name: string | null } } | null }

const ask = (accounts: Known[]): Response =>
  page({
    title: 'Connect your account',
    lead: 'so that Gather can take payments for you',
    content: html`${
      accounts.length > 0 &&
      html`<form method="post" aria-label="Accounts"><h2>Use an account</h2><div class="buttons stacked">${accounts.map(
        ({ id, settings }) => html`<button class="plain" name="account" value="${id}">${settings?.dashboard.display_name ?? id}</button>`,
      )}</div></form>`
    }
    <form method="post" class="form" aria-label="New account">
      <h2>Or create one</h2>
      <label>Name <input name="name" value="New account" required maxlength="100" autocomplete="off" dir="auto"></label>
      <label>Country <input name="country" value="US" required maxlength="2" pattern="[A-Z]{2}" autocomplete="off"></label>
      <button class="go">Create and connect</button>
    </form>
    <form method="post" class="end"><button class="plain" name="cancel" value="yes">Cancel</button></form>`,
  })
