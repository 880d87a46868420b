import { and, asc, desc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import {
  type Invoice,
  type InvoicePage,
  invoicePageSize,
  type PaymentsOverview,
  type PayoutAccount,
  type PlanSubscription,
} from '../../domain/payments/contract.ts'
import { keysOfPerson } from '../../domain/payments/plan-owner.ts'
import { findPlan, freeUserPlan, nameOfPlan } from '../../domain/payments/plans.ts'
import { graceEndOf, isEntitled, trialDays } from '../../domain/payments/subscription-states.ts'
import { photoUrl } from '../../domain/places/rules.ts'
import { readAll, runBatch } from '../platform/batch.ts'
import { inList } from '../platform/columns.ts'
import { cutPage, readCursor, TimeCursor } from '../platform/cursor.ts'
import type { Database } from '../platform/database.ts'
import type { Settings } from '../platform/settings.ts'
import { mayDo } from '../teams/may-do.ts'
import { communities, communityMembers } from '../teams/shared.ts'
import { selectShownDispute } from './dispute-book.ts'
import { environmentOf } from './plan-rights.ts'
import { planDisputes as d, planInvoices as i, payoutAccounts, planSubscriptions as s } from './schema.ts'
import { isAfter, type KeyPage } from './select-keys.ts'
import { isLiveRow } from './sync-plan.ts'

type SubscriptionRow = typeof s.$inferSelect

function toSubscription(row: SubscriptionRow, viewerId: string): PlanSubscription {
  const plan = row.planUid === null ? null : findPlan(row.planUid)
  return {
    id: row.id,
    ownerKind: row.ownerKind,
    ownerId: row.ownerId,
    platform: row.platform,
    status: row.status,
    planUid: row.planUid,
    periodStart: row.periodStart,
    periodEnd: row.periodEnd,
    endsAtPeriodEnd: row.endsAtPeriodEnd,
    trialEndsAt: row.trialEndsAt,
    graceEndsAt: graceEndOf(row),
    isPayer: row.payerId === viewerId,
    items: plan ? [{ plan: { product: `plan_${plan.uid}` }, product: { name: nameOfPlan(plan) } }] : [],
  }
}

export const toPayoutAccount = (row: typeof payoutAccounts.$inferSelect): PayoutAccount => ({
  stripeId: row.stripeId,
  stripeChargesEnabled: row.chargesEnabled,
  stripeDetailsSubmitted: row.detailsSubmitted,
  stripePayoutsEnabled: row.payoutsEnabled,
  country: row.country,
  currency: row.currency,
  requirements: { currently_due: row.currentlyDue },
  deadline: row.deadline,
})

/** The teams whose money a person manages: `teamId`. */
const isManaged = (userId: string) => and(eq(communityMembers.userId, userId), mayDo(communityMembers, 'billing.manage'))

const maxTeams = 100

/** What the Payments page shows first, in one round trip. */
export async function findPayments(
  db: Database,
  settings: Settings,
  { userId, platform, now }: { userId: string; platform: 'gth' | 'meh'; now: number },
): Promise<PaymentsOverview> {
  const { id, name, photoKey, plan, members, maxMembers } = communities
  const teamKey = sql`'team:' || ${communities.id}`
  const found = await runBatch(db, {
    account: db.select().from(payoutAccounts).where(eq(payoutAccounts.userId, userId)),
    teams: db
      .select({
        id,
        name,
        photoKey,
        plan,
        members,
        maxMembers,
        hasHistory: sql<number>`EXISTS (SELECT 1 FROM ${s} WHERE ${s.ownerKey} = ${teamKey})`,
      })
      .from(communityMembers)
      .innerJoin(communities, eq(communities.id, communityMembers.teamId))
      .where(and(isManaged(userId), isNull(communities.deletedAt)))
      .orderBy(asc(communities.name), asc(communities.id))
      .limit(maxTeams),
    teamPlans: db
      .select()
      .from(s)
      .where(
        and(
          sql`${s.ownerKey} IN (SELECT 'team:' || ${communityMembers.teamId} FROM ${communityMembers} WHERE ${isManaged(userId)})`,
          isLiveRow,
        ),
      ),
    paidFor: db
      .select({ plan: s, name: communities.name })
      .from(s)
      .innerJoin(communities, eq(communities.id, s.ownerId))
      .where(
        and(
          eq(s.payerId, userId),
          eq(s.ownerKind, 'team'),
          isLiveRow,
          isNull(communities.deletedAt),
          sql`${s.ownerId} NOT IN (SELECT ${communityMembers.teamId} FROM ${communityMembers} WHERE ${isManaged(userId)})`,
        ),
      )
      .orderBy(asc(communities.name), asc(communities.id))
      .limit(maxTeams),
    ownPlans: db
      .select()
      .from(s)
      .where(and(inList(s.ownerKey, keysOfPerson(userId)), isLiveRow)),
  })
  const [account] = found.account.rows
  const ownPlans = found.ownPlans.rows
  const ownPlan = ownPlans.find((row) => row.platform === platform)
  const planOfTeam = new Map(found.teamPlans.rows.map((row) => [row.ownerId, row]))
  const entitling = ownPlans.find((row) => row.planUid !== null && isEntitled(row, now))
  return {
    publishableKey: settings.stripe?.publishableKey ?? null,
    environment: environmentOf(settings),
    account: account ? toPayoutAccount(account) : null,
    teams: found.teams.rows.map(({ photoKey: key, hasHistory, ...team }) => {
      const subscription = planOfTeam.get(team.id)
      return {
        ...team,
        photo: key === null ? null : photoUrl(key, 480),
        subscription: subscription ? toSubscription(subscription, userId) : null,
        trialDays: hasHistory ? 0 : trialDays,
      }
    }),
    paidFor: found.paidFor.rows.map(({ plan, name: teamName }) => ({
      id: plan.ownerId,
      name: teamName,
      subscription: toSubscription(plan, userId),
    })),
    memberPlus: ownPlan ? toSubscription(ownPlan, userId) : null,
    userSubscription: findPlan(entitling?.planUid ?? '')?.item ?? freeUserPlan,
  }
}

/** The keys of invoices that a person may see, as `at` and `id`: those of each owner come from their own part of the index. */
function selectInvoiceKeys(userId: string, { after, limit }: KeyPage, which: SQL): SQL {
  const owners = sql`SELECT 'user' AS kind, ${userId} AS id UNION ALL
    SELECT 'team', ${communityMembers.teamId} FROM ${communityMembers} WHERE ${isManaged(userId)}`
  const first = (isOf: SQL) => sql`SELECT ${i.createdAt} AS at, ${i.id} AS id FROM ${i}
      WHERE ${isOf} AND ${which} AND ${isAfter(i.createdAt, i.id, after)} ORDER BY ${i.createdAt} DESC, ${i.id} DESC LIMIT ${limit}`
  const ofOwners = sql`SELECT near.value->>0 AS at, near.value->>1 AS id FROM (${owners}) owner,
    json_each((SELECT json_group_array(json_array(at, id)) FROM (${first(sql`${i.ownerKind} = owner.kind AND ${i.ownerId} = owner.id`)}))) near`
  return sql`SELECT at, id FROM (${ofOwners} UNION SELECT at, id FROM (${first(sql`${i.payerId} = ${userId}`)}))
    ORDER BY at DESC, id DESC LIMIT ${limit}`
}

/** Those that were paid. The first invoice of a free trial is paid, but nothing was. */
export const selectMyInvoiceKeys = (userId: string, page: KeyPage): SQL =>
  sql`SELECT 'plan' AS kind, at, id FROM (${selectInvoiceKeys(userId, page, sql`${i.status} = 'paid' AND ${i.total} > 0`)})`

/** The invoices of these ids. */
export const hasInvoiceId = (ids: readonly string[]): SQL => inList(i.id, ids)

/** What is shown of invoices, the newest first. */
export const selectInvoices = (db: Database, which: SQL) =>
  db
    .select({
      invoice: i,
      teamName: communities.name,
      disputeState: sql<Invoice['dispute']>`${selectShownDispute(d, sql`${d.invoiceId} = ${i.id}`)}`.as('dispute_state'),
    })
    .from(i)
    .leftJoin(communities, and(eq(i.ownerKind, 'team'), eq(communities.id, i.ownerId)))
    .where(which)
    .orderBy(desc(i.createdAt), desc(i.id))

export const toInvoice = ({ invoice, teamName, disputeState }: Awaited<ReturnType<typeof selectInvoices>>[number]): Invoice => ({
  id: invoice.id,
  team: invoice.ownerKind === 'team' ? { id: invoice.ownerId, name: teamName ?? 'A deleted community' } : null,
  number: invoice.number,
  text: invoice.text,
  status: invoice.status,
  amount: invoice.total,
  currency: invoice.currency,
  refunded: invoice.refunded,
  dispute: disputeState,
  pageUrl: invoice.pageUrl,
  pdfUrl: invoice.pdfUrl,
  createdAt: invoice.createdAt,
  paidAt: invoice.paidAt,
})

/**
 * Lists the invoices that a person may see: their own, those of teams whose money they manage, and what they have paid for other teams. The
 * newest come first.
 */
export async function listInvoices(db: Database, userId: string, cursor?: string): Promise<InvoicePage> {
  const keyPage = { after: readCursor(TimeCursor, cursor), limit: invoicePageSize + 1 }
  const ids = sql`SELECT id FROM (${selectInvoiceKeys(userId, keyPage, sql`1`)})`
  const rows = await readAll(db, selectInvoices(db, sql`${i.id} IN (${ids})`))
  const { page, next } = cutPage(rows, invoicePageSize, ({ invoice }) => [invoice.createdAt, invoice.id])
  return { invoices: page.map(toInvoice), next }
}
