import { day } from './balance.ts'
import type { Books } from './books.ts'
import { bookCharge, newCharge } from './charges.ts'
import { invalid } from './errors.ts'
import { emit } from './events.ts'
import type { Row } from './types.ts'

type Intent = Row<'payment_intent'>

const waitingTime = 4 * day

/** Asks the bank for the money. Nobody knows for days whether it arrives, so the payment is only processing. */
export function startDebit(books: Books, intent: Intent, method: Row<'payment_method'>): Intent {
  if (intent.currency !== 'usd')
    throw invalid('Bank debits are only possible in usd.', { code: 'payment_method_currency_mismatch', param: 'payment_method' })
  if (intent._invoice) throw invalid('This stand-in takes bank debits only for single payments.', { param: 'payment_method' })
  const charge = books.put('charge', { ...newCharge(books, intent, method, { failure: null }), paid: false, status: 'pending' })
  books.change('payment_method', method.id, { _isSpent: method.customer === null })
  const waiting = books.change('payment_intent', intent.id, {
    last_payment_error: null,
    latest_charge: charge.id,
    next_action: null,
    payment_method: method.id,
    status: 'processing',
  })
  books.plan('settle-debit', books.now + waitingTime, intent.id)
  emit(books, 'charge.pending', charge)
  emit(books, 'payment_intent.processing', waiting)
  books.world.afterPayment(books, waiting)
  return books.find('payment_intent', intent.id)
}

/** The bank has answered. */
export function settleDebit(books: Books, id: string): void {
  const intent = books.find('payment_intent', id)
  if (intent.status !== 'processing') return
  const charge = books.find('charge', intent.latest_charge as string)
  if (charge._behavior.arrives) {
    books.change('charge', charge.id, { paid: true, status: 'succeeded' })
    const booked = bookCharge(books, books.find('charge', charge.id))
    const paid = books.change('payment_intent', id, { amount_received: intent.amount, status: 'succeeded' })
    emit(books, 'charge.succeeded', booked)
    emit(books, 'payment_intent.succeeded', paid)
    books.world.afterPayment(books, paid)
    return
  }
  const message = "The customer's bank account has insufficient funds to cover this payment."
  const failure = { code: 'insufficient_funds', message }
  const failed = books.change('charge', charge.id, {
    status: 'failed',
    failure_code: failure.code,
    failure_message: message,
    captured: false,
  })
  const unpaid = books.change('payment_intent', id, {
    last_payment_error: { ...failure, charge: charge.id, type: 'invalid_request_error' },
    payment_method: null,
    status: 'requires_payment_method',
  })
  emit(books, 'charge.failed', failed)
  emit(books, 'payment_intent.payment_failed', unpaid)
  books.world.afterPayment(books, unpaid)
}
