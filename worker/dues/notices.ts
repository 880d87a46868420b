import { eq, sql } from 'drizzle-orm'
import { duesAskedNotice, duesRefundedNotice, duesReminderNotice } from '../../domain/dues/notices.ts'
import { isByHand } from '../../domain/orders/contract.ts'
import { people } from '../accounts/shared.ts'
import { maxNotifiedAtOnce, noDeliveries, notifyOne, type Rendered, type Renderers } from '../notifications/renderer.ts'
import { readFirst, runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { asText, computed, select, selectFields } from '../platform/row-query.ts'
import { communities, communityMembers } from '../teams/shared.ts'
import { duePayments, dueRefunds, dues } from './schema.ts'
import { isSettled } from './shared.ts'

const findAsked = (dueId: string) =>
  selectFields(
    {
      ...{ dueId: dues.id, teamId: dues.teamId, title: dues.title, note: dues.note },
      ...{ amount: dues.amount, currency: dues.currency, dueOn: dues.dueOn },
      team: computed(sql`${communities.name}`, asText),
    },
    sql`FROM ${dues} JOIN ${communities} ON ${communities.id} = ${dues.teamId} AND ${communities.deletedAt} IS NULL
      WHERE ${dues.id} = ${dueId} AND ${dues.endedAt} IS NULL`,
  )
type Asked = Parameters<typeof duesAskedNotice>[0]

/** Notifies the members who owe these dues now, one part of them after the other. */
async function tellOwing(
  { db, after }: { db: Database; after: string | null },
  dueId: string,
  write: (asked: Asked) => ReturnType<typeof duesAskedNotice>,
): Promise<Rendered> {
  const { asked, owing } = await runBatch(db, {
    asked: findAsked(dueId),
    owing: select(
      { id: asText },
      sql`SELECT ${communityMembers.userId} AS id FROM ${dues} CROSS JOIN ${communityMembers} ON ${communityMembers.teamId} = ${dues.teamId}
        WHERE ${dues.id} = ${dueId} AND ${communityMembers.userId} > ${after ?? ''} AND NOT ${isSettled(dues.id, communityMembers.userId)}
        ORDER BY ${communityMembers.userId} LIMIT ${maxNotifiedAtOnce + 1}`,
    ),
  })
  const [found] = asked.rows
  if (!found) return noDeliveries
  const to = owing.rows.slice(0, maxNotifiedAtOnce).map(({ id }) => id)
  const next = owing.rows.length > maxNotifiedAtOnce ? to.at(-1) : undefined
  return { deliveries: [{ ...write(found), cause: { community: found.team }, to }], next }
}

export const dueNotices: Renderers<'dues-asked' | 'dues-reminder' | 'due-refunded'> = {
  'dues-asked': ({ dueId }, context) => tellOwing(context, dueId, (asked) => duesAskedNotice(asked, context.now)),
  'dues-reminder': ({ dueId, at }, context) => tellOwing(context, dueId, (asked) => duesReminderNotice(asked, { at, now: context.now })),
  'due-refunded': async ({ refundId }, { db }) => {
    const found = await readFirst(
      db,
      db
        .select({
          amount: dueRefunds.amount,
          reason: dueRefunds.reason,
          state: dueRefunds.state,
          stripeId: dueRefunds.stripeId,
          currency: duePayments.currency,
          userId: duePayments.userId,
          title: dues.title,
          teamId: dues.teamId,
          team: sql<string>`${communities.name}`.as('team_name'),
          deletedAt: sql<number | null>`${people.deletedAt}`.as('person_deleted_at'),
        })
        .from(dueRefunds)
        .innerJoin(duePayments, eq(duePayments.id, dueRefunds.duePaymentId))
        .innerJoin(dues, eq(dues.id, duePayments.dueId))
        .innerJoin(communities, eq(communities.id, dues.teamId))
        .innerJoin(people, eq(people.id, duePayments.userId))
        .where(eq(dueRefunds.id, refundId)),
    )
    if (found?.state !== 'sent' || found.reason === 'bank' || found.deletedAt !== null) return noDeliveries
    const { userId, reason, ...facts } = found
    return notifyOne(duesRefundedNotice({ refundId, reason, isByHand: isByHand(found), ...facts }), userId)
  },
}
