import { sql } from 'drizzle-orm'
import type Stripe from 'stripe'
import { currencies, type Money } from '../../domain/money.ts'
import { invoiceStatuses } from '../../domain/payments/contract.ts'
import type { Statement } from '../platform/batch.ts'
import { excluded } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { callStripe, toMillis } from './call-stripe.ts'
import { mailPlanReceipt } from './plan-receipts.ts'
import { planInvoices as i } from './schema.ts'
import { readPlan } from './sync-plan.ts'

/** The subscription that an invoice is for, if it is for one. */
export const subscriptionOfInvoice = ({ parent }: Stripe.Invoice): string | null => {
  const subscription = parent?.subscription_details?.subscription
  return typeof subscription === 'string' ? subscription : (subscription?.id ?? null)
}

type Reading = { db: Database; stripe: Stripe; now: number }

/** Reads an invoice at Stripe, and returns the statements that store it and what it means for its plan. */
export const syncInvoice = async (reading: Reading, id: string): Promise<Statement[]> => (await readInvoice(reading, id)).statements

type Plan = NonNullable<Awaited<ReturnType<typeof readPlan>>>
type InvoiceReading = { statements: Statement[] /** Null for an invoice that is not for a plan. */; paid: PaidInvoice | null }
export type PaidInvoice = Money & {
  id: string
  subscriptionId: string
  plan: Plan
  /** The payment is for the time that runs now, or that ran last. Another invoice has paid for what came since. */
  isForLastPeriod: boolean
}

/** The same, with what the invoice is for. */
async function readInvoice(reading: Reading, id: string): Promise<InvoiceReading> {
  const { db, stripe, now } = reading
  const invoice = await callStripe(stripe.invoices.retrieve(id))
  const subscriptionId = subscriptionOfInvoice(invoice)
  const plan = subscriptionId === null ? null : await readPlan(reading, subscriptionId)
  const currency = currencies.find((known) => known === invoice.currency)
  const status = invoiceStatuses.find((known) => known === invoice.status)
  if (subscriptionId === null || !plan || !currency || !status) return { statements: plan?.statements ?? [], paid: null }
  const { ref, payerId } = plan.owner
  const { paid_at: paidAt } = invoice.status_transitions
  // Earlier credit may have paid a part.
  const amount = status === 'paid' && invoice.total > 0 ? invoice.amount_paid : invoice.total
  const row = {
    id,
    subscriptionId,
    ownerKind: ref.kind,
    ownerId: ref.id,
    payerId,
    number: invoice.number,
    text: invoice.lines.data[0]?.description ?? '',
    status,
    total: amount,
    currency,
    pageUrl: invoice.hosted_invoice_url ?? null,
    pdfUrl: invoice.invoice_pdf ?? null,
    createdAt: toMillis(invoice.created),
    paidAt: paidAt === null ? null : toMillis(paidAt),
    readAt: now,
  }
  const { id: _, createdAt: __, ...changes } = row
  // Whoever pays later did not pay this one.
  const keptPayer = sql`CASE WHEN ${i.status} = 'paid' THEN ${i.payerId} ELSE ${excluded(i.payerId)} END`
  const stored = db
    .insert(i)
    .values(row)
    .onConflictDoUpdate({ target: i.id, set: { ...changes, payerId: keptPayer }, setWhere: sql`${i.readAt} <= ${excluded(i.readAt)}` })
  const isForLastPeriod = invoice.lines.data.some(({ period }) => toMillis(period.end) >= plan.periodEnd)
  const receipt =
    status === 'paid'
      ? await mailPlanReceipt(reading, plan, { id, amount, currency, number: row.number, paidAt: row.paidAt ?? row.createdAt })
      : []
  return { statements: [...plan.statements, ...receipt, stored], paid: { id, subscriptionId, plan, isForLastPeriod, amount, currency } }
}

/** Reads the invoice of a plan that a payment on our account has paid. Null if the payment was for something else. */
export async function readInvoiceOfPayment(
  reading: Reading,
  paymentId: string,
): Promise<{ statements: Statement[]; paid: PaidInvoice } | null> {
  const payment = { type: 'payment_intent', payment_intent: paymentId } as const
  const { data } = await callStripe(reading.stripe.invoicePayments.list({ payment, limit: 1 }))
  const invoice = data[0]?.invoice
  const id = typeof invoice === 'string' ? invoice : invoice?.id
  const { statements, paid } = id === undefined ? { statements: [], paid: null } : await readInvoice(reading, id)
  return paid && { statements, paid }
}
