import { desc, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { type MyDuePage, type MyDuePayment, myDuePageSize } from '../../domain/dues/contract.ts'
import { showRefund } from '../../domain/orders/contract.ts'
import { isAfter, type KeyPage, selectKeys } from '../payments/select-keys.ts'
import { runBatch } from '../platform/batch.ts'
import { inList } from '../platform/columns.ts'
import { cutPage, readCursor, TimeCursor } from '../platform/cursor.ts'
import type { Database } from '../platform/database.ts'
import { asBoolean, asNumber, asOneOf, asText, computed, type RowOf, selectFields } from '../platform/row-query.ts'
import { isInTeam } from '../teams/members.ts'
import { communities } from '../teams/shared.ts'
import { isMoneyPaid } from './receipts.ts'
import { duePayments, dueRefunds, dues } from './schema.ts'

const team = alias(communities, 'team')

/** The most that come with one page. */
const maxRefundsShown = 200

const isOf = (userId: string): SQL => sql`${duePayments.userId} = ${userId} AND ${isMoneyPaid}`

/** The payments of these ids. */
export const hasDuePaymentId = (ids: readonly string[]): SQL => inList(duePayments.id, ids)

export const selectMyDueKeys = (userId: string, page: KeyPage): SQL =>
  selectKeys('dues', { table: duePayments, at: duePayments.createdAt, id: duePayments.id, which: isOf(userId) }, page)

/** What is shown of dues to the member who paid them, the newest first: those for which the condition is true, and one more than a page. */
export function selectMyDues(db: Database, userId: string, isWanted: SQL) {
  const newestFirst = sql`ORDER BY ${duePayments.createdAt} DESC, ${duePayments.id} DESC`
  return {
    payments: selectFields(
      {
        ...{ id: duePayments.id, amount: duePayments.amount, currency: duePayments.currency },
        ...{ createdAt: duePayments.createdAt, paidAt: computed(sql`${duePayments.paidAt}`, asNumber) },
        method: computed(sql`${duePayments.method}`, asOneOf(['card', 'cash'] as const)),
        state: computed(sql`${duePayments.state}`, asOneOf(['paid', 'refunded', 'late'] as const)),
        ...{ title: dues.title, teamId: dues.teamId, team: computed(sql`${team.name}`, asText) },
        isMember: computed(isInTeam(dues.teamId, userId), asBoolean),
      },
      sql`FROM ${duePayments} JOIN ${dues} ON ${dues.id} = ${duePayments.dueId} JOIN ${communities} ${team} ON ${team.id} = ${dues.teamId}
        WHERE ${isWanted} ${newestFirst} LIMIT ${myDuePageSize + 1}`,
    ),
    refunds: db
      .select()
      .from(dueRefunds)
      .where(
        sql`${dueRefunds.duePaymentId} IN (SELECT ${duePayments.id} FROM ${duePayments} WHERE ${isWanted} ${newestFirst} LIMIT ${myDuePageSize})`,
      )
      .orderBy(desc(dueRefunds.createdAt))
      .limit(maxRefundsShown),
  }
}

type Selected = ReturnType<typeof selectMyDues>
type Found = { payments: RowOf<Selected['payments']>[]; refunds: Awaited<Selected['refunds']> }

export function toMyDues({ payments, refunds }: Found): MyDuePayment[] {
  const refundsOf = Map.groupBy(refunds, ({ duePaymentId }) => duePaymentId)
  return payments.map(
    ({ createdAt: _, teamId, team: name, ...payment }): MyDuePayment => ({
      ...payment,
      team: { id: teamId, name },
      refunds: (refundsOf.get(payment.id) ?? []).map((refund) => ({ ...showRefund(refund), reason: refund.reason })),
    }),
  )
}

/** The dues that a person has paid, the newest first, with what came back. */
export async function listMyDues(db: Database, userId: string, cursor: string | undefined): Promise<MyDuePage> {
  const isListed = sql`${isOf(userId)} AND ${isAfter(duePayments.createdAt, duePayments.id, readCursor(TimeCursor, cursor))}`
  const found = await runBatch(db, selectMyDues(db, userId, isListed))
  const { page, next } = cutPage(found.payments.rows, myDuePageSize, ({ createdAt, id }) => [createdAt, id])
  return { payments: toMyDues({ payments: page, refunds: found.refunds.rows }), next }
}
