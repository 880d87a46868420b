import { linesOf } from '../core/checkout-lines.ts'
import { paySession } from '../core/checkout-payment.ts'
import { format } from '../core/currencies.ts'
import { StripeError } from '../core/errors.ts'
import type { Row } from '../core/types.ts'
import { answerOf, bankQuestion, cardChoice } from './cards.ts'
import { goTo, html, lost, page } from './html.ts'
import type { Visit } from './routes.ts'

type Session = Row<'checkout_session'>

/** Where someone pays. */
export function checkoutPage({ first: account, second: id, form, inBooks }: Visit): Response {
  const session = inBooks(account, (books) => books.get('checkout_session', id))
  if (!session) return lost('There is no such checkout.')
  if (session.status !== 'open') return ended(session)
  if (!form) return ask(session)
  const payer = {
    number: form.get('number') ?? '',
    email: form.get('email')?.trim() ?? '',
    name: form.get('name')?.trim() ?? '',
  }
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(payer.email)) return ask(session, 'Enter a valid email address.', payer)
  try {
    const paid = inBooks(account, (books) => paySession(books, id, { ...payer, authentication: answerOf(form) }))
    if (paid.state === 'asks') return page({ title: 'Confirm your payment', content: bankQuestion(payer) })
    return goTo((session.success_url ?? '').replaceAll('{CHECKOUT_SESSION_ID}', id))
  } catch (error) {
    if (!(error instanceof StripeError)) throw error
    const current = inBooks(account, (books) => books.find('checkout_session', id))
    return current.status === 'open' ? ask(current, error.message, payer) : ended(current)
  }
}

const titles: Record<string, string> = { payment: 'Pay', setup: 'Save a card', subscription: 'Subscribe' }

function ask(session: Session, problem?: string, payer: { email?: string; name?: string; number?: string } = {}): Response {
  const { currency, customer_details: details } = session
  const total = session.amount_total === null ? '' : format(session.amount_total, currency ?? 'usd')
  const email = payer.email ?? details?.email ?? ''
  const verb = titles[session.mode] ?? 'Pay'
  const lines = linesOf(session).map(({ description, quantity, price, amount_total }) => {
    const interval = price?.recurring ? ` each ${price.recurring.interval}` : ''
    return html`<tr><td>${description}${quantity !== 1 && ` × ${quantity}`}</td><td>${format(amount_total, currency ?? 'usd')}${interval}</td></tr>`
  })
  return page({
    title: verb,
    lead: total,
    problem,
    status: problem ? 402 : 200,
    content: html`${
      lines.length > 0 &&
      html`<table aria-label="Items"><tbody>${lines}</tbody><tfoot><tr><th scope="row">Due now</th><td>${total}</td></tr></tfoot></table>`
    }
    <form method="post" class="form" aria-label="Payment">
      <label>Email <input name="email" type="email" value="${email}" required maxlength="254" autocomplete="off"></label>
      <label>Name on card <input name="name" value="${payer.name ?? details?.name ?? ''}" maxlength="200" autocomplete="off" dir="auto"></label>
      ${cardChoice(payer.number, { withBanks: session.mode === 'payment' && currency === 'usd' })}
      <button class="go">${session.mode === 'payment' ? `Pay ${total}` : verb}</button>
    </form>
    ${session.cancel_url && html`<p class="end"><a href="${session.cancel_url}">Go back without paying</a></p>`}`,
  })
}

const ended = (session: Session): Response =>
  page({
    title: session.status === 'complete' ? 'This is already paid' : 'This page has expired',
    content: html`<p>${session.status === 'complete' ? 'You were not charged again.' : 'You were not charged. Start again to pay.'}</p>
      ${session.cancel_url && html`<p><a href="${session.cancel_url}">Go back</a></p>`}`,
    status: session.status === 'complete' ? 200 : 410,
  })
