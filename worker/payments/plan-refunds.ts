import { and, eq, type SQL, sql } from 'drizzle-orm'
import type Stripe from 'stripe'
import { planRefundWords } from '../../domain/payments/plan-news.ts'
import { people } from '../accounts/shared.ts'
import { mailPerson } from '../mail/mail-person.ts'
import { isAccepted, sumOf } from '../orders/send-refunds.ts'
import type { Statement } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { callStripe } from './call-stripe.ts'
import { refusedOf, refusedValues } from './refused-refunds.ts'
import { planInvoices as i } from './schema.ts'
import { type PaidInvoice, readInvoiceOfPayment } from './sync-invoice.ts'

type Reading = { db: Database; stripe: Stripe; now: number }

/** Reads what went back of a payment for a plan, and tells its payer. Who gives something back at Stripe does not end the plan by that. */
export async function syncPlanRefunds(reading: Reading, paymentId: string): Promise<Statement[]> {
  const found = await readInvoiceOfPayment(reading, paymentId)
  if (!found) return []
  const { data } = await callStripe(reading.stripe.refunds.list({ payment_intent: paymentId, limit: 100 }))
  return [...found.statements, ...storeRefunded(reading, found.paid, data)]
}

type Told = Omit<PaidInvoice, 'subscriptionId' | 'isForLastPeriod'>

function storeRefunded({ db, now }: Reading, { id, plan, ...money }: PaidInvoice, all: readonly Stripe.Refund[]): Statement[] {
  const refunded = sumOf(all.filter(isAccepted))
  const isOlder = sql`${i.refundsReadAt} <= ${now}`
  // A plan that was bought twice has its own email, with what goes back.
  const isNews = refunded > 0 && !plan.isDouble
  return [
    ...(isNews ? [tellPayer({ id, plan, ...money }, refunded, now, sql`${i.refunded} < ${refunded} AND ${isOlder}`)] : []),
    db
      .update(i)
      // The operator is shown what a bank did not take, because we have it again.
      .set({ refunded, ...refusedValues(i, sql`${refusedOf(all)}`, now), refundsReadAt: now })
      .where(and(eq(i.id, id), isOlder)),
  ]
}

/** It comes before what is stored, so the payer is told once. The invoice is stored already. */
function tellPayer({ id, plan, ...paid }: Told, refunded: number, now: number, isNews: SQL): Statement {
  const { platform } = plan.owner
  const template = { name: 'plan-news' as const, data: planRefundWords(plan.label, { paid, refunded }) }
  return mailPerson(
    // Somebody else may pay for the plan since then.
    sql`${people.id} = (SELECT ${i.payerId} FROM ${i} WHERE ${i.id} = ${id})`,
    { id: `plan-refund:${id}:${refunded}`, platform, template },
    { now, when: sql`EXISTS (SELECT 1 FROM ${i} WHERE ${and(eq(i.id, id), isNews)})` },
  )
}
