import { eq, sql } from 'drizzle-orm'
import type { EventType } from '../../domain/payments/webhooks.ts'
import { callStripe } from '../payments/call-stripe.ts'
import { type EventHandler, ofHosts } from '../payments/event-handler.ts'
import { subscriptionOfInvoice } from '../payments/sync-invoice.ts'
import { readFirst } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { asBoolean, select } from '../platform/row-query.ts'
import { findSession, storeSession, syncSubscription } from './read-at-stripe.ts'
import { membershipSubscriptions as bought } from './schema.ts'

/** Hosts may sell other things on their accounts. We ask about them only where somebody has a membership. */
async function sellsMemberships(db: Database, accountId: string): Promise<boolean> {
  const row = await readFirst(
    db,
    select({ sells: asBoolean }, sql`SELECT EXISTS (SELECT 1 FROM ${bought} WHERE ${bought.accountId} = ${accountId}) AS sells`),
  )
  return row?.sells ?? false
}

const ofSubscription = ofHosts(async (account, { event, ...reading }) =>
  (await sellsMemberships(reading.db, account)) ? syncSubscription(reading, account, event.objectId) : [],
)

const ofInvoice = ofHosts(async (account, { event, ...reading }) => {
  if (!(await sellsMemberships(reading.db, account))) return []
  const invoice = await callStripe(reading.stripe.invoices.retrieve(event.objectId, {}, { stripeAccount: account }))
  const subscriptionId = subscriptionOfInvoice(invoice)
  return subscriptionId === null ? [] : syncSubscription(reading, account, subscriptionId, invoice)
})

const ofPage = ofHosts(async (account, { event, ...reading }) => {
  const row = await readFirst(reading.db, reading.db.select().from(bought).where(eq(bought.sessionId, event.objectId)))
  if (row?.accountId !== account || row.status !== 'open') return []
  return storeSession(reading, row, await findSession(reading.stripe, row))
})

/** What the events about memberships lead to. */
export const membershipEvents: Partial<Record<EventType, EventHandler>> = {
  'checkout.session.completed': ofPage,
  'checkout.session.expired': ofPage,
  'customer.subscription.created': ofSubscription,
  'customer.subscription.updated': ofSubscription,
  'customer.subscription.deleted': ofSubscription,
  'invoice.paid': ofInvoice,
  'invoice.payment_failed': ofInvoice,
}
