import { desc, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { type MyFormPayment, type MyFormPaymentPage, myFormPaymentPageSize } from '../../domain/forms/payment-contract.ts'
import { showRefund } from '../../domain/orders/contract.ts'
import { isAfter, type KeyPage, selectKeys } from '../payments/select-keys.ts'
import { runBatch } from '../platform/batch.ts'
import { inList } from '../platform/columns.ts'
import { cutPage, readCursor, TimeCursor } from '../platform/cursor.ts'
import type { Database } from '../platform/database.ts'
import { asNumber, asOneOf, asText, computed, type RowOf, selectFields } from '../platform/row-query.ts'
import { communities } from '../teams/shared.ts'
import { isFormMoneyPaid } from './form-receipts.ts'
import { submissionPayments as p, submissionRefunds as refunds } from './schema.ts'

const team = alias(communities, 'team')

/** The most that come with one page. */
const maxRefundsShown = 200

const isOf = (userId: string): SQL => sql`${p.userId} = ${userId} AND ${p.userId} IS NOT NULL AND ${isFormMoneyPaid}`

/** The payments of these ids. */
export const hasFormPaymentId = (ids: readonly string[]): SQL => inList(p.id, ids)

export const selectMyFormKeys = (userId: string, page: KeyPage): SQL =>
  selectKeys('form', { table: p, at: p.createdAt, id: p.id, which: isOf(userId) }, page)

/** What is shown of payments for forms to who paid them, the newest first: those for which the condition is true, and one more than a page. */
export function selectMyFormPayments(db: Database, isWanted: SQL) {
  const newestFirst = sql`ORDER BY ${p.createdAt} DESC, ${p.id} DESC`
  return {
    payments: selectFields(
      {
        ...{ id: p.id, amount: p.amount, currency: p.currency, method: p.method, createdAt: p.createdAt },
        ...{ formId: p.formId, submissionId: p.submissionId, title: p.title, teamId: p.teamId },
        state: computed(sql`${p.state}`, asOneOf(['paid', 'refunded', 'late'] as const)),
        paidAt: computed(sql`${p.paidAt}`, asNumber),
        team: computed(sql`${team.name}`, asText),
      },
      sql`FROM ${p} JOIN ${communities} ${team} ON ${team.id} = ${p.teamId} WHERE ${isWanted} ${newestFirst} LIMIT ${myFormPaymentPageSize + 1}`,
    ),
    refunds: db
      .select()
      .from(refunds)
      .where(
        sql`${refunds.submissionPaymentId} IN (SELECT ${p.id} FROM ${p} WHERE ${isWanted} ${newestFirst} LIMIT ${myFormPaymentPageSize})`,
      )
      .orderBy(desc(refunds.createdAt))
      .limit(maxRefundsShown),
  }
}

type Selected = ReturnType<typeof selectMyFormPayments>
type Found = { payments: RowOf<Selected['payments']>[]; refunds: Awaited<Selected['refunds']> }

export function toMyFormPayments({ payments, refunds: back }: Found): MyFormPayment[] {
  const refundsOf = Map.groupBy(back, ({ submissionPaymentId }) => submissionPaymentId)
  return payments.map(({ createdAt: _, teamId, team: name, ...payment }) => ({
    ...payment,
    team: { id: teamId, name },
    refunds: (refundsOf.get(payment.id) ?? []).map((refund) => ({ ...showRefund(refund), reason: refund.reason })),
  }))
}

/** What a person has paid for forms, the newest first, with what came back. */
export async function listMyFormPayments(db: Database, userId: string, cursor: string | undefined): Promise<MyFormPaymentPage> {
  const isListed = sql`${isOf(userId)} AND ${isAfter(p.createdAt, p.id, readCursor(TimeCursor, cursor))}`
  const found = await runBatch(db, selectMyFormPayments(db, isListed))
  const { page, next } = cutPage(found.payments.rows, myFormPaymentPageSize, ({ createdAt, id }) => [createdAt, id])
  return { payments: toMyFormPayments({ payments: page, refunds: found.refunds.rows }), next }
}
