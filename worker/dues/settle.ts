import type Stripe from 'stripe'
import { checkoutMargin } from '../../domain/orders/holds.ts'
import type { MoneyWorkOf } from '../../domain/payments/jobs-contract.ts'
import { day } from '../../domain/time/spans.ts'
import { hasCode } from '../payments/call-stripe.ts'
import { type ReadPage, readOutcome } from '../payments/checkout-pages.ts'
import type { Statement } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { JobError } from '../platform/job-error.ts'
import { type CardPayment, closeSession, findDuePayment } from './checkout-session.ts'
import { sendDueRefunds, storeNoAccess } from './refunds.ts'
import { endPage, takePayment } from './take-payment.ts'

type Reading = { db: Database; stripe: Stripe; now: number }

/** Does at Stripe what a payment needs: nobody pays on its page any longer, or money goes back. Running it again changes nothing. */
export async function settleDuePayment(reading: Reading, { id }: MoneyWorkOf<'settle-due-payment'>): Promise<Statement[]> {
  const payment = await findDuePayment(reading.db, id)
  if (!payment) return []
  try {
    if (payment.state !== 'open') return await sendDueRefunds(reading, payment)
    const { outcome, statements } = await closePage(reading, payment)
    if (outcome === 'open') throw new JobError('the page is still open', { permanent: false })
    return statements
  } catch (error) {
    if (!hasCode(error, 'account_invalid')) throw error
    // The host has ended our access. The sweep looks again at a page that somebody can still pay on.
    return payment.state === 'open' ? [] : storeNoAccess(reading, payment)
  }
}

/**
 * Closes the page of a payment at Stripe, and returns what must be stored. It fails if the host has ended our access: the page then ends by
 * itself, and until it has, somebody may pay there.
 */
export async function closePage({ db, stripe, now }: Reading, payment: CardPayment): Promise<ReadPage> {
  const end = endPage(db, payment.id)
  try {
    return readOutcome(await closeSession(stripe, payment), (session) => takePayment(now, payment, session), end)
  } catch (error) {
    const isOver = now > payment.createdAt + day + checkoutMargin
    if (!hasCode(error, 'account_invalid') || !isOver) throw error
    return { outcome: 'ended', statements: [end] }
  }
}
