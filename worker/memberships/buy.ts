import { desc, eq, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type Stripe from 'stripe'
import { AppError } from '../../domain/errors.ts'
import type { JoinMembership } from '../../domain/memberships/contract.ts'
import { hostMembershipsPath } from '../../domain/memberships/paths.ts'
import { shareOf } from '../../domain/money.ts'
import { hour } from '../../domain/time/spans.ts'
import { people } from '../accounts/shared.ts'
import { callStripe, hasCode, isOtherRequest } from '../payments/call-stripe.ts'
import { feeOf } from '../payments/fee-of.ts'
import { judgeClaims } from '../payments/judge-claims.ts'
import type { MoneyContext } from '../payments/money-context.ts'
import { isActiveRow, ownerOf } from '../payments/payee.ts'
import { readRefusedAccount } from '../payments/queue-account-readings.ts'
import { accounts } from '../payments/shared.ts'
import { takesDues } from '../payments/team-entitlement.ts'
import { readFirst, runBatch } from '../platform/batch.ts'
import { insertSelect } from '../platform/columns.ts'
import { deriveId } from '../platform/derive-id.ts'
import { asBoolean, asNumber, asText, computed, orNull, type RowOf, selectFields } from '../platform/row-query.ts'
import { hasNoBlock } from '../privacy/reach.ts'
import { communities } from '../teams/shared.ts'
import { type BoughtMembership, closeSession, type MembershipMetadata, storeSession, subscriptionOf } from './read-at-stripe.ts'
import { membershipSubscriptions as bought, memberships } from './schema.ts'
import { holdsPlace } from './shared.ts'

const m = alias(memberships, 'm')
const team = alias(communities, 'team')
const payout = alias(accounts, 'payout')

type Buyer = { id: string; email: string }

/** A membership with everything that decides whether and on which account it is sold. Nothing for people with a block. */
const selectOffer = (membershipId: string, buyerId: string) =>
  selectFields(
    {
      id: m.id,
      teamId: m.teamId,
      type: m.type,
      name: m.name,
      amount: m.amount,
      currency: m.currency,
      every: m.every,
      team: computed(sql`${team.name}`, asText),
      hostId: computed(ownerOf(m.teamId), asText),
      isOnSale: computed(sql`(${m.endedAt} IS NULL AND ${takesDues(team.plan)})`, asBoolean),
      feeBasisPoints: computed(feeOf(m.teamId), asNumber),
      accountId: computed(sql`${payout.stripeId}`, orNull(payout.stripeId)),
    },
    sql`FROM ${memberships} ${m} JOIN ${communities} ${team} ON ${team.id} = ${m.teamId} AND ${team.deletedAt} IS NULL
      LEFT JOIN ${accounts} ${payout} ON ${payout.userId} = ${ownerOf(m.teamId)} AND ${isActiveRow(payout)}
        AND ${payout.currency} = ${m.currency}
      WHERE ${m.id} = ${membershipId} AND ${hasNoBlock(buyerId, ownerOf(m.teamId))}`,
  )
type Offer = RowOf<ReturnType<typeof selectOffer>>

/** What the person has, or may be buying, of the kind of this membership. */
const isOfKind = (membershipId: string, buyerId: string) =>
  sql`${bought.memberId} = ${buyerId} AND ${holdsPlace(bought)} AND (${bought.teamId}, ${bought.type}) =
    (SELECT ${m.teamId}, ${m.type} FROM ${memberships} ${m} WHERE ${m.id} = ${membershipId})`

/** A page at Stripe is open for a day. We open another one a little earlier. */
const pageLifetime = 23 * hour

/**
 * Opens the page on which a person buys a membership, on the account of the host, and returns its address. They have seen a price, which
 * must be the one of now. Two clicks, and a click after the answer was lost, lead to the same page.
 */
export async function buyMembership(money: MoneyContext, buyer: Buyer, membershipId: string, seen: JoinMembership): Promise<string> {
  const { db, now } = money
  const { offers, own } = await runBatch(db, {
    offers: selectOffer(membershipId, buyer.id),
    own: db.select().from(bought).where(isOfKind(membershipId, buyer.id)),
  })
  const [offer] = offers.rows
  if (!offer) throw new AppError('MembershipNotFound')
  const { accountId } = offer
  if (!offer.isOnSale || accountId === null) throw new AppError('MembershipNotForSale')
  if (seen.amount !== offer.amount || seen.currency !== offer.currency) throw new AppError('OfferChanged')
  judgeClaims(money, seen, { uid: buyer.id, account: accountId, fee: shareOf(offer.amount, offer.feeBasisPoints), cost: offer.amount })
  const [previous] = own.rows
  if (previous) {
    if (previous.status !== 'open') throw new AppError('MembershipIsCurrent')
    const isSame = previous.membershipId === membershipId && previous.accountId === accountId && now < previous.createdAt + pageLifetime
    if (isSame) return previous.sessionUrl ?? openPage(money, previous, offer)
    await closePage(money, previous)
  }
  const customerId = await ensureCustomer(money, accountId, buyer)
  const row = {
    ...{ id: money.newId(), membershipId, teamId: m.teamId, type: m.type, memberId: buyer.id, platform: money.platform },
    ...{ accountId, customerId, status: 'open' as const, createdAt: now, readAt: now },
  }
  const { stored } = await runBatch(db, {
    inserted: insertSelect(
      bought,
      row,
      sql`FROM ${memberships} ${m} WHERE ${m.id} = ${membershipId} AND ${isNull(m.endedAt)} ON CONFLICT DO NOTHING`,
    ),
    stored: db.select().from(bought).where(isOfKind(membershipId, buyer.id)),
  })
  const [page] = stored.rows
  // Another tab was faster, with another membership.
  if (page?.status !== 'open' || page.membershipId !== membershipId) throw new AppError('OfferChanged')
  return openPage(money, page, offer)
}

/**
 * The customer that this person is on the account of the host. The key makes two requests at once get the same one. It has the email and
 * the name, because Stripe refuses a key that comes with other words than before.
 */
async function ensureCustomer({ db, stripe, now }: MoneyContext, accountId: string, buyer: Buyer): Promise<string> {
  const known = await readFirst(
    db,
    db
      .select({ customerId: bought.customerId })
      .from(bought)
      .where(sql`${bought.memberId} = ${buyer.id} AND ${bought.accountId} = ${accountId}`)
      .orderBy(desc(bought.createdAt))
      .limit(1),
  )
  if (known) return known.customerId
  const person = await readFirst(db, db.select({ name: people.displayName }).from(people).where(eq(people.id, buyer.id)))
  const who = await deriveId('membership-customer', accountId, buyer.id, buyer.email, person?.name ?? null)
  const { id } = await callStripe(
    stripe.customers.create(
      { email: buyer.email, ...(person?.name && { name: person.name }), metadata: { memberId: buyer.id } },
      { stripeAccount: accountId, idempotencyKey: `membership-customer:${who}` },
    ),
  ).catch((error: unknown) => refuse({ db, now }, accountId, error))
  return id
}

/** Stripe has restricted the account, or its host has unlinked it, and has not told us yet. Other errors stay as they are. */
async function refuse({ db, now }: Pick<MoneyContext, 'db' | 'now'>, accountId: string, error: unknown): Promise<never> {
  if (!hasCode(error, 'account_invalid')) throw error
  await readRefusedAccount(db, accountId, now)
  throw new AppError('MembershipNotForSale', { cause: error })
}

async function openPage(money: MoneyContext, row: BoughtMembership, offer: Offer): Promise<string> {
  const { db, stripe } = money
  const session = await createSession(money, row, offer).catch(async (error: unknown) => {
    if (!isOtherRequest(error)) return refuse(money, row.accountId, error)
    await closePage(money, row)
    throw new AppError('OfferChanged', { cause: error })
  })
  if (session.url === null) throw new AppError('PaymentsUnavailable')
  const { after } = await runBatch(db, {
    stored: db.update(bought).set({ sessionId: session.id, sessionUrl: session.url }).where(eq(bought.id, row.id)),
    after: db.select({ status: bought.status }).from(bought).where(eq(bought.id, row.id)),
  })
  if (after.rows[0]?.status === 'ended') {
    // The community was deleted in this moment, or its host unlinked the account, so nobody may pay on this page.
    await closeSession(stripe, { ...row, sessionId: session.id })
    throw new AppError('MembershipNotForSale')
  }
  return session.url
}

function createSession({ stripe, origin }: MoneyContext, row: BoughtMembership, offer: Offer): Promise<Stripe.Checkout.Session> {
  const metadata = { membershipSubscriptionId: row.id, payerId: row.memberId } satisfies MembershipMetadata
  const product = { name: `${offer.name}, ${offer.team}` }
  const price = { currency: offer.currency, unit_amount: offer.amount, recurring: { interval: offer.every }, product_data: product }
  return callStripe(
    stripe.checkout.sessions.create(
      {
        mode: 'subscription',
        ui_mode: 'hosted_page',
        customer: row.customerId,
        client_reference_id: row.id,
        line_items: [{ quantity: 1, price_data: price }],
        metadata,
        subscription_data: {
          metadata,
          ...(offer.feeBasisPoints > 0 && { application_fee_percent: offer.feeBasisPoints / 100 }),
        },
        success_url: `${origin}/payment-success?session_id={CHECKOUT_SESSION_ID}`,
        cancel_url: `${origin}${hostMembershipsPath(offer.hostId)}`,
      },
      { stripeAccount: row.accountId, idempotencyKey: `membership:${row.id}` },
    ),
  )
}

/** Closes the page of another membership. Whoever has just paid there has one. */
async function closePage(money: MoneyContext, row: BoughtMembership): Promise<void> {
  const session = await closeSession(money.stripe, row)
  // Somebody is paying there right now.
  if (session?.status === 'open') throw new AppError('PaymentsUnavailable')
  await runBatch(money.db, { stored: await storeSession(money, row, session) })
  if (subscriptionOf(session) !== null) throw new AppError('MembershipIsCurrent')
}
