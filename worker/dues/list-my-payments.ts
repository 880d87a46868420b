import { desc, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { MyDuePayment } from '../../domain/dues/contract.ts'
import { showRefund } from '../../domain/orders/contract.ts'
import { type KeyPage, selectKeys } from '../payments/select-keys.ts'
import { inList } from '../platform/columns.ts'
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

export const selectMyDueKeys = (userId: string, page: KeyPage): SQL =>
  selectKeys('dues', { table: duePayments, at: duePayments.createdAt, id: duePayments.id, which: isOf(userId) }, page)

/** What is shown of the dues of a page to the member who paid them. */
export function selectMyDues(db: Database, userId: string, ids: readonly string[]) {
  return {
    payments: selectFields(
      {
        ...{ id: duePayments.id, amount: duePayments.amount, currency: duePayments.currency },
        ...{ paidAt: computed(sql`${duePayments.paidAt}`, asNumber) },
        method: computed(sql`${duePayments.method}`, asOneOf(['card', 'cash'] as const)),
        state: computed(sql`${duePayments.state}`, asOneOf(['paid', 'refunded', 'late'] as const)),
        ...{ title: dues.title, teamId: dues.teamId, team: computed(sql`${team.name}`, asText) },
        isMember: computed(isInTeam(dues.teamId, userId), asBoolean),
      },
      sql`FROM ${duePayments} JOIN ${dues} ON ${dues.id} = ${duePayments.dueId} JOIN ${communities} ${team} ON ${team.id} = ${dues.teamId}
        WHERE ${inList(duePayments.id, ids)}`,
    ),
    refunds: db
      .select()
      .from(dueRefunds)
      .where(inList(dueRefunds.duePaymentId, ids))
      .orderBy(desc(dueRefunds.createdAt))
      .limit(maxRefundsShown),
  }
}

type Selected = ReturnType<typeof selectMyDues>
type Found = { payments: RowOf<Selected['payments']>[]; refunds: Awaited<Selected['refunds']> }

export function toMyDues({ payments, refunds }: Found): MyDuePayment[] {
  const refundsOf = Map.groupBy(refunds, ({ duePaymentId }) => duePaymentId)
  return payments.map(
    ({ teamId, team: name, ...payment }): MyDuePayment => ({
      ...payment,
      team: { id: teamId, name },
      refunds: (refundsOf.get(payment.id) ?? []).map((refund) => ({ ...showRefund(refund), reason: refund.reason })),
    }),
  )
}
