import { desc, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { MyFormPayment } from '../../domain/forms/payment-contract.ts'
import { showRefund } from '../../domain/orders/contract.ts'
import { type KeyPage, selectKeys } from '../payments/select-keys.ts'
import { inList } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { asNumber, asOneOf, asText, computed, type RowOf, selectFields } from '../platform/row-query.ts'
import { communities } from '../teams/shared.ts'
import { isFormMoneyPaid } from './form-receipts.ts'
import { submissionPayments as p, submissionRefunds as refunds } from './schema.ts'

const team = alias(communities, 'team')

/** The most that come with one page. */
const maxRefundsShown = 200

const isOf = (userId: string): SQL => sql`${p.userId} = ${userId} AND ${p.userId} IS NOT NULL AND ${isFormMoneyPaid}`

export const selectMyFormKeys = (userId: string, page: KeyPage): SQL =>
  selectKeys('form', { table: p, at: p.createdAt, id: p.id, which: isOf(userId) }, page)

/** What is shown of the payments of a page for forms to who paid them. */
export function selectMyFormPayments(db: Database, ids: readonly string[]) {
  return {
    payments: selectFields(
      {
        ...{ id: p.id, amount: p.amount, currency: p.currency, method: p.method },
        ...{ formId: p.formId, submissionId: p.submissionId, title: p.title, teamId: p.teamId },
        state: computed(sql`${p.state}`, asOneOf(['paid', 'refunded', 'late'] as const)),
        paidAt: computed(sql`${p.paidAt}`, asNumber),
        team: computed(sql`${team.name}`, asText),
      },
      sql`FROM ${p} JOIN ${communities} ${team} ON ${team.id} = ${p.teamId} WHERE ${inList(p.id, ids)}`,
    ),
    refunds: db
      .select()
      .from(refunds)
      .where(inList(refunds.submissionPaymentId, ids))
      .orderBy(desc(refunds.createdAt))
      .limit(maxRefundsShown),
  }
}

type Selected = ReturnType<typeof selectMyFormPayments>
type Found = { payments: RowOf<Selected['payments']>[]; refunds: Awaited<Selected['refunds']> }

export function toMyFormPayments({ payments, refunds: back }: Found): MyFormPayment[] {
  const refundsOf = Map.groupBy(back, ({ submissionPaymentId }) => submissionPaymentId)
  return payments.map(({ teamId, team: name, ...payment }) => ({
    ...payment,
    team: { id: teamId, name },
    refunds: (refundsOf.get(payment.id) ?? []).map((refund) => ({ ...showRefund(refund), reason: refund.reason })),
  }))
}
