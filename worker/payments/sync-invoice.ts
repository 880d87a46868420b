import { sql } from 'drizzle-orm'
import type Stripe from 'stripe'
import { currencies } from '../../domain/money.ts'
import { invoiceStatuses } from '../../domain/payments/contract.ts'
import type { Statement } from '../platform/batch.ts'
import { excluded } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { callStripe, toMillis } from './call-stripe.ts'
import { planInvoices as i } from './schema.ts'
import { readPlan } from './sync-plan.ts'

/** The subscription that an invoice is for, if it is for one. */
export const subscriptionOfInvoice = ({ parent }: Stripe.Invoice): string | null => {
  const subscription = parent?.subscription_details?.subscription
  return typeof subscription === 'string' ? subscription : (subscription?.id ?? null)
}

/** Reads an invoice at Stripe, and returns the statements that store it and what it means for its plan. */
export async function syncInvoice(reading: { db: Database; stripe: Stripe; now: number }, id: string): Promise<Statement[]> {
  const { db, stripe, now } = reading
  const invoice = await callStripe(stripe.invoices.retrieve(id))
  const subscriptionId = subscriptionOfInvoice(invoice)
  const plan = subscriptionId === null ? null : await readPlan(reading, subscriptionId)
  const currency = currencies.find((known) => known === invoice.currency)
  const status = invoiceStatuses.find((known) => known === invoice.status)
  if (subscriptionId === null || !plan || !currency || !status) return plan?.statements ?? []
  const { ref, payerId } = plan.owner
  const { paid_at: paidAt } = invoice.status_transitions
  const row = {
    id,
    subscriptionId,
    ownerKind: ref.kind,
    ownerId: ref.id,
    payerId,
    number: invoice.number,
    text: invoice.lines.data[0]?.description ?? '',
    status,
    total: invoice.total,
    currency,
    pageUrl: invoice.hosted_invoice_url ?? null,
    pdfUrl: invoice.invoice_pdf ?? null,
    createdAt: toMillis(invoice.created),
    paidAt: paidAt === null ? null : toMillis(paidAt),
    readAt: now,
  }
  const { id: _, createdAt: __, payerId: ___, ...changes } = row
  const stored = db
    .insert(i)
    .values(row)
    .onConflictDoUpdate({ target: i.id, set: changes, setWhere: sql`${i.readAt} <= ${excluded(i.readAt)}` })
  return [...plan.statements, stored]
}
