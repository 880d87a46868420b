import { accountEndpoints } from './account-endpoints.ts'
import { restrictIfDue } from './accounts.ts'
import { balanceEndpoints } from './balance.ts'
import { settleDebit } from './bank-debits.ts'
import { type Books, platform, type World } from './books.ts'
import { bookLateCharge, chargeEndpoints } from './charges.ts'
import { checkoutEndpoints } from './checkout-endpoints.ts'
import { followPayment } from './checkout-payment.ts'
import { expireIfOpen } from './checkout-sessions.ts'
import { customerSessionEndpoints } from './customer-sessions.ts'
import { customerEndpoints } from './customers.ts'
import { disputeEndpoints, loseIfSilent } from './disputes.ts'
import type { Endpoint } from './endpoint.ts'
import { eventEndpoints } from './event-endpoints.ts'
import { feeEndpoints } from './fees.ts'
import { invoiceEndpoints } from './invoice-endpoints.ts'
import { markPaid } from './invoices.ts'
import { paymentIntentEndpoints } from './payment-intents.ts'
import { paymentMethodEndpoints } from './payment-methods.ts'
import { arrive, payOut, payoutEndpoints } from './payouts.ts'
import { portalEndpoints } from './portal.ts'
import { priceEndpoints } from './prices.ts'
import { createProduct, productEndpoints } from './products.ts'
import { failRefund, refundEndpoints, retryRefunds } from './refunds.ts'
import { setupIntentEndpoints } from './setup-intents.ts'
import { advanceInvoice, afterPaid, cancelAt, endPeriod, expireIncomplete, warnOfTrialEnd } from './subscription-cycle.ts'
import { subscriptionEndpoints } from './subscription-endpoints.ts'
import { endSubscriptionsOf } from './subscriptions.ts'
import { finishAdvance, testClockEndpoints } from './test-clocks.ts'
import type { Row, Task } from './types.ts'

export const endpoints: readonly Endpoint[] = [
  ...accountEndpoints,
  ...balanceEndpoints,
  ...chargeEndpoints,
  ...checkoutEndpoints,
  ...customerEndpoints(endSubscriptionsOf),
  ...customerSessionEndpoints,
  ...disputeEndpoints,
  ...eventEndpoints,
  ...feeEndpoints,
  ...invoiceEndpoints,
  ...paymentIntentEndpoints,
  ...paymentMethodEndpoints,
  ...payoutEndpoints,
  ...portalEndpoints,
  ...priceEndpoints(createProduct),
  ...productEndpoints,
  ...refundEndpoints,
  ...setupIntentEndpoints,
  ...subscriptionEndpoints,
  ...testClockEndpoints,
]

/** What time brings, by kind. `ref` is the id of the object it is about. */
const tasks: Record<string, (books: Books, ref: string) => void> = {
  'account-due': (books, ref) => restrictIfDue(books.main, ref),
  'advance-invoice': advanceInvoice,
  'book-charge': bookLateCharge,
  'cancel-at': cancelAt,
  'dispute-due': loseIfSilent,
  'end-period': endPeriod,
  'expire-incomplete': expireIncomplete,
  'expire-session': expireIfOpen,
  'fail-refund': failRefund,
  'finish-advance': finishAdvance,
  'pay-out': payOut,
  'payout-arrives': arrive,
  'retry-refunds': retryRefunds,
  'settle-debit': settleDebit,
  'trial-will-end': warnOfTrialEnd,
}

export const runTask = (world: World, { account, kind, ref }: Task): void => tasks[kind]?.(world.books(account || platform), ref)

/** Tells the invoice or the checkout of a payment. */
export function afterPayment(books: Books, intent: Row<'payment_intent'>): void {
  const invoice = books.get('invoice', intent._invoice)
  if (invoice && intent.status === 'succeeded') afterPaid(books, markPaid(books, invoice, intent))
  followPayment(books, intent)
}
