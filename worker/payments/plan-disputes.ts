import { and, asc, eq, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type Stripe from 'stripe'
import { type DisputeState, isDecided, isWithholding, warningStates } from '../../domain/orders/disputes.ts'
import { type PlanDisputeNews, planDisputeWords } from '../../domain/payments/plan-news.ts'
import { day } from '../../domain/time/spans.ts'
import { people } from '../accounts/shared.ts'
import { mailPerson } from '../mail/mail-person.ts'
import { readAll, type Statement } from '../platform/batch.ts'
import { excluded, inList } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { callStripe, toMillis } from './call-stripe.ts'
import { logUnreadDispute, maxReadAgain, readDispute } from './dispute-book.ts'
import { ownerOf } from './payee.ts'
import { planDisputes as d, planInvoices as i } from './schema.ts'
import { type PaidInvoice, readInvoiceOfPayment } from './sync-invoice.ts'
import { syncPlan } from './sync-plan.ts'

type Reading = { db: Database; stripe: Stripe; now: number }

/**
 * Reads a dispute about a payment for a plan. While a bank decides, the plan goes on. If we lose, nobody has paid for it, so it ends at once,
 * unless another payment has continued it since. Disputes about other payments have no effect.
 */
export async function syncPlanDispute(reading: Reading, id: string): Promise<Statement[]> {
  const { stripe, now } = reading
  const dispute = await callStripe(stripe.disputes.retrieve(id))
  const { payment_intent: payment } = dispute
  const paymentId = typeof payment === 'string' ? payment : payment?.id
  const found = paymentId === undefined ? null : await readInvoiceOfPayment(reading, paymentId)
  if (!found) return []
  const { paid, statements } = found
  const said = readDispute(dispute)
  const decided = readDecision(said.state, paid, toMillis(dispute.created))
  const told = (news: PlanDisputeNews, isNews: SQL) => tell({ news, dispute, paid }, now, isNews)
  const isStored = (condition: SQL = sql`1`) => sql`EXISTS (SELECT 1 FROM ${d} WHERE ${d.id} = ${id} AND ${condition})`
  return [
    ...statements,
    ...(decided === 'lost' ? await endPlan(reading, paid, id) : []),
    ...(isWithholding(said.state) ? [told('opened', sql`NOT ${isStored(sql`NOT ${inList(d.state, warningStates)}`)}`)] : []),
    ...(decided ? [told(decided, sql`NOT ${isStored(sql`${d.closedAt} IS NOT NULL AND ${d.state} = ${said.state}`)}`)] : []),
    store(reading, paid.id, dispute),
  ]
}

/** What a decision of the bank means for the plan. The answer is the same when the plan has ended by it already. */
function readDecision(state: DisputeState, { plan, isForLastPeriod }: PaidInvoice, openedAt: number): PlanDisputeNews | null {
  if (state === 'won') return plan.isLive ? 'won' : 'won-late'
  if (state !== 'lost') return null
  return isForLastPeriod && (plan.isLive || plan.endedAt >= openedAt) ? 'lost' : 'lost-earlier'
}

function store({ db, now }: Reading, invoiceId: string, { id, amount, reason, created, ...dispute }: Stripe.Dispute): Statement {
  const { state, currency, respondBy } = readDispute({ id, amount, reason, created, ...dispute })
  const closedAt = isDecided(state) ? now : null
  return db
    .insert(d)
    .values({ id, invoiceId, amount, currency, reason, state, respondBy, createdAt: toMillis(created), closedAt, readAt: now })
    .onConflictDoUpdate({
      target: d.id,
      set: { amount, state, respondBy, closedAt, readAt: now },
      // An older reading changes nothing. What was decided stays so, unless we win an appeal.
      setWhere: sql`${d.readAt} <= ${excluded(d.readAt)} AND (${d.closedAt} IS NULL OR ${excluded(d.state)} = 'won')`,
    })
}

/** Another plan that was bought since then stays. Running it again changes nothing. */
async function endPlan(reading: Reading, { subscriptionId, plan }: PaidInvoice, disputeId: string): Promise<Statement[]> {
  if (!plan.isLive) return []
  const idempotencyKey = `end-disputed:${disputeId}`
  const ended = await callStripe(reading.stripe.subscriptions.cancel(subscriptionId, {}, { idempotencyKey }))
  return syncPlan(reading, subscriptionId, ended)
}

type News = { news: PlanDisputeNews; dispute: Stripe.Dispute; paid: PaidInvoice }

/** Tells whoever paid, and the owner of the community. It must come before what is stored, and after the invoice. */
function tell({ news, dispute: { id, amount }, paid: { id: invoiceId, plan, currency } }: News, now: number, isNews: SQL): Statement {
  const { ref, platform } = plan.owner
  const owner = ref.kind === 'team' ? ownerOf(sql`${ref.id}`) : sql`NULL`
  const template = { name: 'plan-news' as const, data: planDisputeWords(news, plan.label, { amount, currency }) }
  return mailPerson(
    // Somebody else may pay for the plan since then.
    sql`${people.id} IN ((SELECT ${i.payerId} FROM ${i} WHERE ${i.id} = ${invoiceId}), ${owner})`,
    { id: sql`${`plan-dispute-${news}:${id}:`} || ${people.id}`, platform, template },
    { now, when: isNews },
  )
}

/** Once an hour: reads open disputes again that were not read for a day, because an event may have been lost. */
export async function readPlanDisputesAgain(reading: Reading): Promise<Statement[]> {
  const { db, now } = reading
  const unread = await readAll(
    db,
    db
      .select({ id: d.id })
      .from(d)
      .where(and(isNull(d.closedAt), lt(d.readAt, now - day)))
      .orderBy(asc(d.readAt))
      .limit(maxReadAgain),
  )
  const statements: Statement[] = []
  for (const { id } of unread) {
    try {
      statements.push(...(await syncPlanDispute(reading, id)))
    } catch (error) {
      logUnreadDispute(error, id)
      statements.push(db.update(d).set({ readAt: now }).where(eq(d.id, id)))
    }
  }
  return statements
}

/** For the operator: disputes about plans that are not decided. Only we can answer them. */
export const selectOpenPlanDisputes = (db: Database, limit: number) =>
  db
    .select({ id: d.id, invoiceId: d.invoiceId, amount: d.amount, currency: d.currency, state: d.state, respondBy: d.respondBy })
    .from(d)
    .where(isNull(d.closedAt))
    .orderBy(asc(d.readAt))
    .limit(limit)
