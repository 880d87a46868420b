import type { Books } from '../core/books.ts'
import { format } from '../core/currencies.ts'
import { isInquiry } from '../core/disputes.ts'
import { dateOf } from '../core/periods.ts'
import { type Html, html, lost, page } from './html.ts'
import type { Visit } from './routes.ts'

/** The books of one account, and what its bank or Stripe may do. */
export function accountPage({ first: id, query, inBooks }: Visit): Response {
  return inBooks(id, (books) => {
    const account = books.main.get('account', id)
    if (!account && !books.isPlatform) return lost('There is no such account.')
    return page({
      title: books.isPlatform ? 'Gather (the platform)' : (account?.settings?.dashboard.display_name ?? account?.email ?? id),
      lead: id,
      problem: query.get('problem') ?? undefined,
      isWide: true,
      content: html`<p><a href="/stripe">All accounts</a></p>
        ${!books.isPlatform && requirements(books)} ${charges(books)} ${disputes(books)} ${payouts(books)} ${subscriptions(books)} ${events(books)}`,
    })
  })
}

type Button = [kind: string, text: string]

const actions = (
  account: string,
  id: string,
  label: string,
  buttons: Button[],
  extra?: Html,
): Html => html`<form method="post" action="/stripe/actions" class="buttons" aria-label="${label}">
  <input type="hidden" name="account" value="${account}"><input type="hidden" name="id" value="${id}">
  ${extra} ${buttons.map(([kind, text]) => html`<button class="plain" name="kind" value="${kind}">${text}</button>`)}
</form>`

function requirements({ account, main }: Books): Html {
  const { requirements: due, charges_enabled } = main.find('account', account)
  const isLinked = main.get('authorization', account)?.isActive === true
  const deadline = due?.current_deadline ? `, until ${dateOf(due.current_deadline)}` : ''
  return html`<h2>Account</h2>
    <p>${isLinked ? 'Linked' : 'Not linked'}, ${charges_enabled ? 'active' : 'restricted'}. Due: ${due?.currently_due?.join(', ') || 'nothing'}${deadline}.</p>
    ${actions(account, account, 'Account', [
      ['complete', 'Complete'],
      ['ask', 'Ask for a document in 14 days'],
      ['restrict', 'Restrict'],
      ...(isLinked ? [['revoke', 'Unlink'] as Button] : []),
    ])}`
}

const section = (title: string, rows: Html[]): Html =>
  html`<h2>${title}</h2>${rows.length > 0 ? html`<table aria-label="${title}"><tbody>${rows}</tbody></table>` : html`<p>None.</p>`}`

const newest = <T>(rows: T[], count = 25): T[] => rows.toReversed().slice(0, count)

const charges = (books: Books): Html =>
  section(
    'Charges',
    newest(books.all('charge')).map(({ id, amount, amount_refunded, currency, status, created, description, disputed, refunded }) => {
      const buttons: Button[] = [
        ...(refunded ? [] : [['refund', 'Refund'] as Button]),
        ...(disputed
          ? []
          : ([
              ['dispute', 'Dispute'],
              ['inquire', 'Ask about it'],
            ] satisfies Button[])),
      ]
      const field = html`<label>Amount <input name="amount" type="number" min="1" max="${amount - amount_refunded}" placeholder="all" size="6"></label>
        ${!books.isPlatform && html`<label class="tick"><input type="checkbox" name="withFee"> With our fee</label>`}`
      return html`<tr><th scope="row"><code>${id}</code> <span class="soft">${description}</span></th>
        <td>${dateOf(created)}</td><td>${status}${amount_refunded > 0 && `, ${format(amount_refunded, currency)} refunded`}</td>
        <td>${format(amount, currency)}</td>
        <td>${status === 'succeeded' && buttons.length > 0 && actions(books.account, id, `Charge ${id}`, buttons, refunded ? undefined : field)}</td></tr>`
    }),
  )

const disputes = (books: Books): Html =>
  section(
    'Disputes',
    newest(books.all('dispute')).map(({ id, amount, currency, status, reason, evidence_details }) => {
      const isAsked = isInquiry({ status })
      const isOpen = status === 'needs_response' || status === 'under_review'
      return html`<tr><th scope="row"><code>${id}</code></th><td>${reason}</td><td>${status}, until ${dateOf(evidence_details.due_by ?? 0)}</td>
        <td>${format(amount, currency)}</td>
        <td>${
          isAsked &&
          actions(books.account, id, `Dispute ${id}`, [
            ['close-inquiry', 'The bank is content'],
            ['escalate', 'The bank takes the money'],
          ])
        }${
          isOpen &&
          actions(books.account, id, `Dispute ${id}`, [
            ['win', 'The host wins'],
            ['lose', 'The payer wins'],
          ])
        }</td></tr>`
    }),
  )

const payouts = (books: Books): Html =>
  section(
    'Payouts',
    newest(books.all('payout')).map(
      ({
        id,
        amount,
        currency,
        status,
        arrival_date,
      }) => html`<tr><th scope="row"><code>${id}</code></th><td>${status}, ${dateOf(arrival_date)}</td>
        <td>${format(amount, currency)}</td>
        <td>${['in_transit', 'paid'].includes(status) && actions(books.account, id, `Payout ${id}`, [['fail-payout', 'Fail']])}</td></tr>`,
    ),
  )

const subscriptions = (books: Books): Html =>
  section(
    'Subscriptions',
    newest(books.all('subscription')).map(({ id, status, items, currency }) => {
      const [item] = items.data
      return html`<tr><th scope="row"><code>${id}</code></th><td>${status}</td><td>${dateOf(item?.current_period_end ?? 0)}</td>
        <td>${format(item?.price.unit_amount ?? 0, currency)}</td></tr>`
    }),
  )

const events = (books: Books): Html =>
  section(
    'Events',
    newest(books.all('event'), 20).map(
      ({
        id,
        type,
        pending_webhooks,
      }) => html`<tr><th scope="row">${type}</th><td><code>${id}</code></td><td>${pending_webhooks > 0 && 'waiting'}</td>
        <td>${actions(books.account, id, `Event ${id}`, [['resend', 'Send again']])}</td></tr>`,
    ),
  )
