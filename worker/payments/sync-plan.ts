import { and, eq, ne, sql } from 'drizzle-orm'
import type Stripe from 'stripe'
import { keyOfOwner, type PlanOwnerRef } from '../../domain/payments/plan-owner.ts'
import { findPlanOfPrice, isTeamPlan, labelOf, planLists, rookiePlan } from '../../domain/payments/plans.ts'
import { isLive, liveStatuses, readStatus } from '../../domain/payments/subscription-states.ts'
import { type PlatformId, platformIds } from '../../domain/platforms.ts'
import { queueFeeReadings } from '../memberships/queue-ends.ts'
import { readFirst, type Statement } from '../platform/batch.ts'
import { excluded, literalList } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { setPlanOfTeam } from '../teams/set-plan.ts'
import { communities } from '../teams/shared.ts'
import { callStripe, hasCode, toMillis } from './call-stripe.ts'
import { endDouble, isDouble, markAsDouble } from './end-double.ts'
import { isEntitledRow } from './entitled.ts'
import { planCheckouts, planSubscriptions as s } from './schema.ts'

/** What a subscription at Stripe says about whose it is. We write it when somebody buys a plan. */
export type OwnerMetadata = { ownerKind: string; ownerId: string; platform: string; payerId: string }

export const metadataOf = (owner: PlanOwnerRef, platform: string, payerId: string): OwnerMetadata => ({
  ownerKind: owner.kind,
  ownerId: owner.id,
  platform,
  payerId,
})

/** The rows of subscriptions that may charge again. */
export const isLiveRow = sql`${s.status} IN ${literalList(liveStatuses)}`

type Owner = { ref: PlanOwnerRef; platform: PlatformId; payerId: string }
type Reading = { db: Database; stripe: Stripe; now: number }

/**
 * Reads a subscription at Stripe, and returns the statements that store it and change the plan of its owner. Events that arrive late or
 * in another order change nothing, because each reads what is true now. `changed` is the answer of a change that was made just now.
 */
export const syncPlan = async (reading: Reading, id: string, changed?: Stripe.Subscription): Promise<Statement[]> =>
  (await readPlan(reading, id, changed))?.statements ?? []

/** The same, with whose plan it is. Null for a subscription that is not of a plan. */
export async function readPlan(
  { db, stripe, now }: Reading,
  id: string,
  changed?: Stripe.Subscription,
): Promise<{
  owner: Owner
  label: string
  isLive: boolean
  isDouble: boolean
  periodEnd: number
  endedAt: number
  statements: Statement[]
} | null> {
  const subscription = changed ?? (await readSubscription(stripe, id))
  const owner = subscription && readOwner(subscription.metadata)
  const item = subscription?.items.data[0]
  if (!subscription || !owner || !item) return null
  const { kept, first } = await keepOne({ db, stripe, now }, subscription, owner)
  const ownerKey = keyOfOwner(owner.ref)
  const row = {
    id: kept.id,
    ownerKey,
    ownerKind: owner.ref.kind,
    ownerId: owner.ref.id,
    platform: owner.platform,
    payerId: owner.payerId,
    planUid: findPlanOfPrice(item.price.lookup_key)?.uid ?? null,
    itemId: item.id,
    priceId: item.price.id,
    status: readStatus(kept.status),
    periodStart: toMillis(item.current_period_start),
    periodEnd: toMillis(item.current_period_end),
    endsAtPeriodEnd: kept.cancel_at_period_end || kept.cancel_at !== null,
    trialEndsAt: kept.trial_end === null ? null : toMillis(kept.trial_end),
    pastDueSince: isUnpaid(kept.status) ? now : null,
    createdAt: toMillis(kept.created),
    readAt: now,
  }
  const isUnpaidNow = sql`${excluded(s.status)} IN ('past_due', 'unpaid')`
  const { id: _, createdAt: __, ...changes } = row
  const statements = [
    ...first,
    db
      .insert(s)
      .values(row)
      .onConflictDoUpdate({
        target: s.id,
        set: {
          ...changes,
          // The first failure counts, whenever it is read again.
          pastDueSince: sql`CASE WHEN ${isUnpaidNow} THEN coalesce(${s.pastDueSince}, ${excluded(s.readAt)}) END`,
          dunningMails: sql`CASE WHEN ${isUnpaidNow} THEN ${s.dunningMails} ELSE 0 END`,
        },
        setWhere: sql`${s.readAt} <= ${excluded(s.readAt)}`,
      }),
    db.delete(planCheckouts).where(and(eq(planCheckouts.ownerKey, ownerKey), sql`${isLive(row.status) ? 1 : 0}`)),
    ...(owner.ref.kind === 'team' ? refreshTeamPlan(owner.ref.id, now) : []),
  ]
  return {
    owner,
    label: labelOf(row.planUid),
    isLive: isLive(row.status),
    isDouble: isDouble(kept),
    periodEnd: row.periodEnd,
    endedAt: toMillis(kept.ended_at ?? 0),
    statements,
  }
}

const isUnpaid = (status: string) => status === 'past_due' || status === 'unpaid'

async function readSubscription(stripe: Stripe, id: string): Promise<Stripe.Subscription | null> {
  try {
    return await callStripe(stripe.subscriptions.retrieve(id))
  } catch (error) {
    if (hasCode(error, 'resource_missing')) return null
    throw error
  }
}

function readOwner(metadata: Stripe.Metadata): Owner | null {
  const { ownerKind, ownerId, payerId } = metadata
  const platform = platformIds.find((known) => known === metadata.platform)
  if (!ownerId || !payerId || !platform) return null
  if (ownerKind === 'team') return { ref: { kind: 'team', id: ownerId }, platform, payerId }
  if (ownerKind === 'user') return { ref: { kind: 'user', id: ownerId, platform }, platform, payerId }
  return null
}

/**
 * Nobody has two subscriptions for one owner: if another one is live, this one is canceled, and what was paid for it is given back.
 * That happens only if two people pay on two pages in the same moment. `first` stores that the other one has ended meanwhile, or tells the
 * payer.
 */
async function keepOne(
  reading: Reading,
  subscription: Stripe.Subscription,
  owner: Owner,
): Promise<{ kept: Stripe.Subscription; first: Statement[] }> {
  const { db, stripe, now } = reading
  const end = async (double: Stripe.Subscription) => {
    const plan = labelOf(findPlanOfPrice(double.items.data[0]?.price.lookup_key ?? null)?.uid ?? null)
    const { kept, told } = await endDouble(stripe, double, { payerId: owner.payerId, platform: owner.platform, plan, now })
    return { kept, first: [told] }
  }
  if (isDouble(subscription)) return end(subscription)
  if (!isLive(readStatus(subscription.status))) return { kept: subscription, first: [] }
  const isOther = and(eq(s.ownerKey, keyOfOwner(owner.ref)), ne(s.id, subscription.id), isLiveRow)
  const stored = await readFirst(db, db.select({ id: s.id }).from(s).where(isOther))
  const other = stored && (await readSubscription(stripe, stored.id))
  if (!other) return { kept: subscription, first: [] }
  if (!isLive(readStatus(other.status))) return { kept: subscription, first: await syncPlan(reading, other.id, other) }
  return end(await markAsDouble(stripe, subscription, other.id))
}

/** Gives a team the plan of its subscription, or the free one. Our fee on its memberships follows. */
function refreshTeamPlan(teamId: string, now: number): Statement[] {
  const known = JSON.stringify(planLists.teams.filter(isTeamPlan).map(({ uid, item, maxMembers }) => [uid, item, maxMembers]))
  const current = (
    column: 1 | 2,
  ) => sql`(SELECT known.value->>${sql.raw(String(column))} FROM ${s} JOIN json_each(${known}) known ON known.value->>0 = ${s.planUid}
    WHERE ${s.ownerKey} = ${keyOfOwner({ kind: 'team', id: teamId })} AND ${isEntitledRow(now)} ORDER BY ${s.createdAt} LIMIT 1)`
  const plan = sql`coalesce(${current(1)}, ${rookiePlan.item})`
  const maxMembers = sql`coalesce(${current(2)}, ${rookiePlan.maxMembers})`
  const isOther = sql`EXISTS (SELECT 1 FROM ${communities} WHERE ${communities.id} = ${teamId} AND ${communities.plan} <> ${plan})`
  return [queueFeeReadings(teamId, now, isOther), setPlanOfTeam(teamId, { plan, maxMembers })]
}
