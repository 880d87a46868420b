import type { Books } from '../core/books.ts'
import { format } from '../core/currencies.ts'
import { StripeError } from '../core/errors.ts'
import { emit } from '../core/events.ts'
import { attachMethod, createCard } from '../core/payment-methods.ts'
import { dateOf } from '../core/periods.ts'
import { changeSubscription } from '../core/subscription-changes.ts'
import { isEnded } from '../core/subscriptions.ts'
import { cardChoice } from './cards.ts'
import { goTo, type Html, html, lost, page } from './html.ts'
import type { Visit } from './routes.ts'

/** Where customers see what they pay for, end or keep it, and change their card. */
export function portalPage({ first: account, second: id, form, inBooks }: Visit): Response {
  const session = inBooks(account, (books) => books.get('billing_portal_session', id))
  if (!session) return lost('There is no such page.')
  let problem: string | undefined
  if (form)
    try {
      inBooks(account, (books) => change(books, session.customer, form))
      return goTo(`/stripe/portal/${account}/${id}`)
    } catch (error) {
      if (!(error instanceof StripeError)) throw error
      problem = error.message
    }
  return inBooks(account, (books) =>
    page({
      title: 'Your billing',
      lead: books.find('customer', session.customer).email ?? '',
      problem,
      content: html`${subscriptions(books, session.customer)} ${card(books, session.customer)} ${invoices(books, session.customer)}
        ${session.return_url && html`<p class="end"><a href="${session.return_url}">Back to Gather</a></p>`}`,
    }),
  )
}

function change(books: Books, customerId: string, form: URLSearchParams): void {
  const subscription = books.get('subscription', form.get('subscription'))
  if (subscription?.customer === customerId)
    changeSubscription(books, subscription.id, { cancel_at_period_end: form.get('choice') === 'cancel' })
  const number = form.get('number')
  if (!number) return
  const customer = books.find('customer', customerId)
  const method = attachMethod(books, createCard(books, number), customerId)
  const invoice_settings = { ...customer.invoice_settings, default_payment_method: method.id }
  emit(books, 'customer.updated', books.change('customer', customerId, { invoice_settings }), customer)
  for (const row of books.all('subscription'))
    if (row.customer === customerId && row.default_payment_method && !isEnded(row))
      changeSubscription(books, row.id, { default_payment_method: method.id })
}

function subscriptions(books: Books, customer: string): Html {
  const rows = books.all('subscription').filter((row) => row.customer === customer && !isEnded(row))
  return html`<h2>Subscriptions</h2>${
    rows.length === 0
      ? html`<p>None.</p>`
      : rows.map(({ id, items, cancel_at_period_end, status, currency }) => {
          const [item] = items.data
          const name = books.get('product', item?.price.product)?.name ?? id
          const end = dateOf(item?.current_period_end ?? 0)
          return html`<form method="post" class="row" aria-label="${name}">
            <input type="hidden" name="subscription" value="${id}">
            <p><b>${name}</b> <span class="soft">${format(item?.price.unit_amount ?? 0, currency)}, ${status}, ${cancel_at_period_end ? 'ends' : 'renews'} on ${end}</span></p>
            ${
              cancel_at_period_end
                ? html`<button class="plain" name="choice" value="keep">Keep it</button>`
                : html`<button class="plain" name="choice" value="cancel">Cancel at the end of the period</button>`
            }
          </form>`
        })
  }`
}

function card(books: Books, customer: string): Html {
  const method = books.get('payment_method', books.find('customer', customer).invoice_settings.default_payment_method)
  return html`<h2>Card</h2><p>${method?.card ? `${method.card.brand} ending in ${method.card.last4}` : 'None.'}</p>
    <details class="disclosure"><summary><b>Use another card</b></summary>
      <form method="post" class="form" aria-label="Card">${cardChoice()}<button class="go">Use this card</button></form>
    </details>`
}

function invoices(books: Books, customer: string): Html {
  const rows = books
    .all('invoice')
    .filter((row) => row.customer === customer && row.status !== 'draft')
    .toReversed()
  return html`<h2>Invoices</h2>${
    rows.length === 0
      ? html`<p>None.</p>`
      : html`<table aria-label="Invoices"><tbody>${rows
          .slice(0, 24)
          .map(
            ({ number, created, total, currency, status, hosted_invoice_url }) =>
              html`<tr><td><a href="${hosted_invoice_url ?? ''}">${number}</a></td><td>${dateOf(created)}</td><td>${status}</td><td>${format(total, currency)}</td></tr>`,
          )}</tbody></table>`
  }`
}
