import { format } from '../core/currencies.ts'
import { dateOf } from '../core/periods.ts'
import { html, lost, page } from './html.ts'
import type { Visit } from './routes.ts'

/** The receipt of a charge, at its `receipt_url`. */
export function receiptPage({ first: account, second: id, inBooks }: Visit): Response {
  const charge = inBooks(account, (books) => books.get('charge', id))
  if (!charge?.paid) return lost('There is no such receipt.')
  const { amount, amount_refunded, currency, created, description, payment_method_details } = charge
  return page({
    title: 'Receipt',
    lead: format(amount, currency),
    content: html`<table aria-label="Receipt"><tbody>
      <tr><th scope="row">Date</th><td>${dateOf(created)}</td></tr>
      <tr><th scope="row">For</th><td>${description ?? ''}</td></tr>
      <tr><th scope="row">Card</th><td>${payment_method_details?.card?.brand} ending in ${payment_method_details?.card?.last4}</td></tr>
      <tr><th scope="row">Refunded</th><td>${format(amount_refunded, currency)}</td></tr>
    </tbody></table>`,
  })
}
