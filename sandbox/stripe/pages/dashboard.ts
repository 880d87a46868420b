import { balances } from '../core/balance.ts'
import { platform } from '../core/books.ts'
import { format } from '../core/currencies.ts'
import { type Html, html, page } from './html.ts'
import type { Visit } from './routes.ts'

/** The first page of the dashboard: the clock, the faults, the accounts and the webhooks. */
export const dashboardPage = (visit: Visit): Response =>
  page({
    title: 'Dashboard',
    lead: new Date(visit.stripe.world.now * 1000).toUTCString(),
    problem: visit.query.get('problem') ?? undefined,
    isWide: true,
    content: html`${clock()} ${accounts(visit)} ${webhooks(visit)} ${faults(visit)}`,
  })

const spans = [
  ['An hour', 3600],
  ['A day', 86_400],
  ['A week', 7 * 86_400],
  ['31 days', 31 * 86_400],
] as const

const clock = (): Html => html`<h2>Clock</h2>
  <form method="post" action="/stripe/actions" class="buttons" aria-label="Clock">
    <input type="hidden" name="kind" value="clock">
    ${spans.map(([name, seconds]) => html`<button class="plain" name="seconds" value="${seconds}">${name} forward</button>`)}
  </form>`

function accounts({ inBooks }: Visit): Html {
  const rows = inBooks(platform, (main) =>
    [
      platform,
      ...main
        .all('account')
        .map(({ id }) => id)
        .filter((id) => id !== platform),
    ].map((id) => {
      const account = main.get('account', id)
      const name = id === platform ? 'Gather (the platform)' : (account?.settings?.dashboard.display_name ?? account?.email ?? id)
      const isLinked = id === platform || main.get('authorization', id)?.isActive === true
      const state = !isLinked ? 'not linked' : id === platform || account?.charges_enabled ? 'active' : 'restricted'
      const money = balances(main.world.books(id)).map(
        ({ currency, available, pending }) => `${format(available, currency)} and ${format(pending, currency)} pending`,
      )
      return html`<tr><th scope="row"><a href="/stripe/accounts/${id}">${name}</a></th><td>${state}</td><td>${money.join(', ') || 'nothing'}</td></tr>`
    }),
  )
  return html`<h2>Accounts</h2><table aria-label="Accounts"><tbody>${rows}</tbody></table>`
}

function webhooks({ stripe, inBooks }: Visit): Html {
  const { webhooks: endpoints } = stripe.world.settings
  const deliveries = inBooks(platform, (main) => main.all('delivery'))
  const count = (name: string, state: string) => deliveries.filter((row) => row.webhook === name && row.state === state).length
  return html`<h2>Webhooks</h2><table aria-label="Webhooks"><tbody>${(['account', 'connect'] as const).map(
    (name) => html`<tr>
      <th scope="row">${name === 'account' ? 'Ours' : 'Connect'}</th>
      <td>${endpoints[name]?.url ?? 'no endpoint'}</td>
      <td>${count(name, 'waiting')} waiting, ${count(name, 'failed')} given up</td>
    </tr>`,
  )}</tbody></table>
  <form method="post" action="/stripe/actions" class="form two" aria-label="Endpoints of webhooks">
    <input type="hidden" name="kind" value="webhooks">
    <label>Our endpoint <input name="account" type="url" value="${endpoints.account?.url ?? ''}" autocomplete="off"></label>
    <label>Its secret <input name="accountSecret" value="${endpoints.account?.secret ?? 'whsec_account'}" autocomplete="off"></label>
    <label>Connect's endpoint <input name="connect" type="url" value="${endpoints.connect?.url ?? ''}" autocomplete="off"></label>
    <label>Its secret <input name="connectSecret" value="${endpoints.connect?.secret ?? 'whsec_connect'}" autocomplete="off"></label>
    <button class="plain">Save the endpoints</button>
  </form>`
}

function faults({ stripe }: Visit): Html {
  const { delay, doubles, shuffles, drops, lateEntries, lostRequests, lostAnswers, failures, noPortal } = stripe.world.settings.faults
  const tick = (name: string, text: string, isOn: boolean) =>
    html`<label class="tick"><input type="checkbox" name="${name}"${isOn && html` checked`}> ${text}</label>`
  const number = (name: string, text: string, value: number) =>
    html`<label>${text} <input name="${name}" type="number" min="0" max="1000" value="${value}" required></label>`
  return html`<h2>Faults</h2>
    <form method="post" action="/stripe/actions" class="form two" aria-label="Faults">
      <input type="hidden" name="kind" value="faults">
      ${tick('doubles', 'Webhooks arrive twice', doubles)}
      ${tick('shuffles', 'Webhooks arrive in another order', shuffles)}
      ${tick('drops', 'Webhooks never arrive', drops)}
      ${tick('noPortal', 'The customer portal has no settings', noPortal)}
      ${number('delay', 'Seconds until a webhook', delay)}
      ${number('lateEntries', 'Seconds until a charge is booked', lateEntries)}
      ${number('lostRequests', 'Writes that never arrive', lostRequests)}
      ${number('lostAnswers', 'Writes whose answer is lost', lostAnswers)}
      ${number('failures', 'Requests that fail with 500', failures)}
      <button class="plain">Save the faults</button>
    </form>`
}
