import type { Books } from '../core/books.ts'
import { format } from '../core/currencies.ts'
import { StripeError } from '../core/errors.ts'
import { intentOf } from '../core/invoice-payment.ts'
import { attachMethod, createCard } from '../core/payment-methods.ts'
import { failAuthentication } from '../core/payments.ts'
import { dateOf } from '../core/periods.ts'
import { payByHand } from '../core/subscription-cycle.ts'
import type { Row } from '../core/types.ts'
import { answerOf, bankQuestion, cardChoice } from './cards.ts'
import { goTo, html, lost, page } from './html.ts'
import { drawInvoice } from './invoice-pdf.ts'
import type { Visit } from './routes.ts'

/** The page of an invoice, where an open one can be paid, and its PDF. */
export async function invoicePage({ first: account, second: id, third, form, inBooks }: Visit): Promise<Response> {
  const invoice = inBooks(account, (books) => books.get('invoice', id))
  if (!invoice || invoice.status === 'draft') return lost('There is no such invoice.')
  if (third === 'pdf') {
    const headers = { 'content-type': 'application/pdf', 'content-disposition': `attachment; filename="Invoice-${invoice.number}.pdf"` }
    return new Response(await drawInvoice(invoice), { headers })
  }
  if (!form || invoice.status !== 'open') return show(invoice)
  try {
    const tried = inBooks(account, (books) => pay(books, invoice, form))
    if (tried.status === 'paid') return goTo(`/stripe/invoices/${account}/${id}`)
    return page({ title: 'Confirm your payment', content: bankQuestion({ number: form.get('number') ?? '' }) })
  } catch (error) {
    if (!(error instanceof StripeError)) throw error
    return show(
      inBooks(account, (books) => books.find('invoice', id)),
      error.message,
    )
  }
}

function pay(books: Books, invoice: Row<'invoice'>, form: URLSearchParams): Row<'invoice'> {
  const intent = intentOf(books, invoice)
  const answer = answerOf(form)
  if (answer === 'fail' && intent) {
    failAuthentication(books, intent.id)
    throw new StripeError(402, { type: 'card_error', message: 'We are unable to authenticate your payment method.' }, { keepsWork: true })
  }
  const isAsked = answer === 'succeed' && intent?.status === 'requires_action' && intent.payment_method !== null
  const method = isAsked ? (intent.payment_method as string) : createCard(books, form.get('number') ?? '').id
  if (!isAsked && invoice.customer) attachMethod(books, books.find('payment_method', method), invoice.customer)
  return payByHand(books, invoice.id, { method, isAuthenticated: isAsked })
}

const show = (invoice: Row<'invoice'>, problem?: string): Response =>
  page({
    title: `Invoice ${invoice.number}`,
    lead: `${format(invoice.amount_due, invoice.currency)}, ${invoice.status}`,
    problem,
    status: problem ? 402 : 200,
    content: html`<p>${invoice.customer_name ?? ''} ${invoice.customer_email ?? ''}, ${dateOf(invoice.created)}</p>
      <table aria-label="Items">
        <tbody>${invoice.lines.data.map(
          ({ description, amount, currency, period }) =>
            html`<tr><td>${description} <span class="soft">${dateOf(period.start)} to ${dateOf(period.end)}</span></td><td>${format(amount, currency)}</td></tr>`,
        )}</tbody>
        <tfoot>
          <tr><th scope="row">Total</th><td>${format(invoice.total, invoice.currency)}</td></tr>
          <tr><th scope="row">Due</th><td>${format(invoice.amount_due, invoice.currency)}</td></tr>
        </tfoot>
      </table>
      <p><a href="${invoice.invoice_pdf ?? ''}">Download the PDF</a></p>
      ${
        invoice.status === 'open' &&
        html`<form method="post" class="form" aria-label="Payment">${cardChoice()}<button class="go">Pay ${format(invoice.amount_remaining, invoice.currency)}</button></form>`
      }`,
  })
