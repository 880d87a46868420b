import { and, eq, isNull, lte, type SQL, sql } from 'drizzle-orm'
import type Stripe from 'stripe'
import { type MembershipNews, membershipWords, newsOfEnd } from '../../domain/memberships/news.ts'
import { isLive, readStatus } from '../../domain/payments/subscription-states.ts'
import { people } from '../accounts/shared.ts'
import { mailPerson } from '../mail/mail-person.ts'
import { callStripe, hasCode, toMillis } from '../payments/call-stripe.ts'
import { expireSession } from '../payments/expire-session.ts'
import { feeOf } from '../payments/fee-of.ts'
import { readFirst, type Statement } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { asNumber, computed, selectFields } from '../platform/row-query.ts'
import { communities } from '../teams/shared.ts'
import { reasonOf } from './end-comment.ts'
import { storePayment, syncPayments } from './payments.ts'
import { queueEndsOfOrphans } from './queue-ends.ts'
import { membershipSubscriptions as bought, memberships } from './schema.ts'

export type Reading = { db: Database; stripe: Stripe; now: number }
export type BoughtMembership = typeof bought.$inferSelect

/** What a page and a subscription at Stripe say about the membership that they are for. */
export type MembershipMetadata = { membershipSubscriptionId: string; payerId: string }

const findFacts = (db: Database, id: string) =>
  readFirst(
    db,
    db
      .select({
        bought,
        name: sql<string>`${memberships.name}`.as('membership_name'),
        team: sql<string>`${communities.name}`.as('team_name'),
      })
      .from(bought)
      .innerJoin(memberships, eq(memberships.id, bought.membershipId))
      .innerJoin(communities, eq(communities.id, bought.teamId))
      .where(eq(bought.id, id)),
  )

export const findBought = (db: Database, id: string): Promise<BoughtMembership | undefined> =>
  readFirst(db, db.select().from(bought).where(eq(bought.id, id)))

/** Reads a subscription on the account of a host. Null if it is not there. */
export async function readSubscription(stripe: Stripe, accountId: string, id: string): Promise<Stripe.Subscription | null> {
  try {
    return await callStripe(stripe.subscriptions.retrieve(id, {}, { stripeAccount: accountId }))
  } catch (error) {
    if (hasCode(error, 'resource_missing')) return null
    throw error
  }
}

/**
 * The statements that store a subscription as it is at Stripe now, and tell the person by email if a payment has failed or the membership
 * has ended. Events that arrive late or in another order change nothing, because each reads what is true now. Subscriptions that are no
 * memberships have no effect.
 */
export async function storeSubscription(
  { db, now }: Pick<Reading, 'db' | 'now'>,
  accountId: string,
  subscription: Stripe.Subscription,
): Promise<Statement[]> {
  const { membershipSubscriptionId: id } = subscription.metadata
  const [item] = subscription.items.data
  const facts = id === undefined ? undefined : await findFacts(db, id)
  if (!facts || !item || facts.bought.accountId !== accountId) return []
  const status = readStatus(subscription.status)
  const isUnpaid = status === 'past_due' || status === 'unpaid'
  const isEnded = status === 'canceled'
  const because = reasonOf(subscription)
  const newsOfOurs = because && newsOfEnd(because)
  const isNewer = lte(bought.readAt, now)
  const news = { ...facts, now }
  return [
    ...(isUnpaid ? [tell(news, 'payment-failed', sql`${isNull(bought.pastDueSince)} AND ${isNewer}`)] : []),
    ...(isEnded && newsOfOurs ? [tell(news, newsOfOurs, sql`${bought.endedAt} IS NULL AND ${isNewer}`)] : []),
    ...(isEnded && !newsOfOurs
      ? [tell(news, 'unpaid', sql`${bought.endedAt} IS NULL AND ${bought.pastDueSince} IS NOT NULL AND ${isNewer}`)]
      : []),
    db
      .update(bought)
      .set({
        subscriptionId: subscription.id,
        status,
        periodEnd: toMillis(item.current_period_end),
        endsAtPeriodEnd: subscription.cancel_at_period_end || subscription.cancel_at !== null,
        // The first failure counts, whenever it is read again.
        pastDueSince: isUnpaid ? sql`coalesce(${bought.pastDueSince}, ${now})` : null,
        endedAt: isEnded ? toMillis(subscription.ended_at ?? subscription.created) : null,
        readAt: now,
      })
      .where(and(eq(bought.id, facts.bought.id), isNewer)),
  ]
}

type News = { bought: BoughtMembership; name: string; team: string; now: number }

/** An email to the person, in the batch that stores the news. It comes first: what is stored then says that the person knows. */
function tell({ bought: row, name, team, now }: News, news: MembershipNews, isNews: SQL): Statement {
  const template = { name: 'membership' as const, data: membershipWords(news, { name, team, at: now }) }
  return mailPerson(
    sql`${people.id} = ${row.memberId}`,
    { id: `membership-${news}:${row.id}:${now}`, platform: row.platform, template },
    { now, when: sql`EXISTS (SELECT 1 FROM ${bought} WHERE ${eq(bought.id, row.id)} AND ${isNews})` },
  )
}

/**
 * Our fee follows the plan that the community has now, so a subscription with another fee is changed at Stripe. The next payments have it.
 * Running it again changes nothing.
 */
async function withFeeOfPlan({ db, stripe }: Reading, accountId: string, subscription: Stripe.Subscription): Promise<Stripe.Subscription> {
  const { membershipSubscriptionId: id } = subscription.metadata
  if (id === undefined || !isLive(subscription.status)) return subscription
  const row = await readFirst(
    db,
    selectFields(
      { fee: computed(feeOf(bought.teamId), asNumber) },
      sql`FROM ${bought} WHERE ${bought.id} = ${id} AND ${bought.accountId} = ${accountId}`,
    ),
  )
  if (!row || row.fee === Math.round((subscription.application_fee_percent ?? 0) * 100)) return subscription
  const percent = row.fee === 0 ? '' : row.fee / 100
  return callStripe(stripe.subscriptions.update(subscription.id, { application_fee_percent: percent }, { stripeAccount: accountId }))
}

/** Reads a subscription at Stripe, and returns the statements that store it and its payments: of this invoice, or else all that are not stored. */
export async function syncSubscription(reading: Reading, accountId: string, id: string, invoice?: Stripe.Invoice): Promise<Statement[]> {
  const found = await readSubscription(reading.stripe, accountId, id)
  if (!found) return []
  const subscription = await withFeeOfPlan(reading, accountId, found)
  return [
    ...(await storeSubscription(reading, accountId, subscription)),
    ...queueEndsOfOrphans(subscription.metadata.membershipSubscriptionId ?? '', reading.now),
    ...(await (invoice ? storePayment(reading, accountId, invoice) : syncPayments(reading, accountId, subscription))),
  ]
}

/** The host has ended our access to the account, so we learn nothing more of it. */
export async function storeDisconnected({ db, now }: Pick<Reading, 'db' | 'now'>, { id }: BoughtMembership): Promise<Statement[]> {
  const facts = await findFacts(db, id)
  if (!facts) return []
  const isOpenStill = sql`${bought.endedAt} IS NULL`
  return [
    tell({ ...facts, now }, 'disconnected', sql`${isOpenStill} AND ${bought.subscriptionId} IS NOT NULL`),
    db
      .update(bought)
      .set({ status: 'canceled', endedAt: now, readAt: now })
      .where(and(eq(bought.id, id), isOpenStill)),
  ]
}

/** The page on which a person pays, as it is now. Null if there never was one. */
export async function findSession(stripe: Stripe, row: BoughtMembership): Promise<Stripe.Checkout.Session | null> {
  const options = { stripeAccount: row.accountId }
  if (row.sessionId !== null) return callStripe(stripe.checkout.sessions.retrieve(row.sessionId, {}, options))
  // The answer with the page was lost, so we look whether there is one.
  const { data } = await callStripe(stripe.checkout.sessions.list({ customer: row.customerId, limit: 100 }, options))
  return data.find(({ client_reference_id: reference }) => reference === row.id) ?? null
}

/** Closes the page, so that nobody can pay on it any more. Returns it as it is then, because somebody may have paid in this moment. */
export async function closeSession(stripe: Stripe, row: BoughtMembership): Promise<Stripe.Checkout.Session | null> {
  const session = await findSession(stripe, row)
  return session?.status === 'open' ? expireSession(stripe, session.id, {}, { stripeAccount: row.accountId }) : session
}

export const subscriptionOf = (session: Stripe.Checkout.Session | null): string | null =>
  typeof session?.subscription === 'string' ? session.subscription : (session?.subscription?.id ?? null)

/** Nobody has paid on the page, and nobody can any more. */
export const endPage = (db: Database, { id }: Pick<BoughtMembership, 'id'>, now: number): Statement =>
  db
    .update(bought)
    .set({ status: 'ended', endedAt: now, readAt: now })
    .where(and(eq(bought.id, id), eq(bought.status, 'open')))

/** What the page leads to: the subscription that was bought there, or its end. Nothing while somebody may still pay. */
export async function storeSession(reading: Reading, row: BoughtMembership, session: Stripe.Checkout.Session | null): Promise<Statement[]> {
  const subscriptionId = subscriptionOf(session)
  if (subscriptionId !== null) return syncSubscription(reading, row.accountId, subscriptionId)
  return session === null || session.status === 'expired' ? [endPage(reading.db, row, reading.now)] : []
}
