import { desc, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { type MyDuePage, type MyDuePayment, myDuePageSize } from '../../domain/dues/contract.ts'
import { runBatch } from '../platform/batch.ts'
import { cutPage, readCursor, TimeCursor } from '../platform/cursor.ts'
import type { Database } from '../platform/database.ts'
import { asBoolean, asNumber, asOneOf, asText, computed, selectFields } from '../platform/row-query.ts'
import { isInTeam } from '../teams/members.ts'
import { communities } from '../teams/shared.ts'
import { isMoneyPaid } from './receipts.ts'
import { duePayments, dueRefunds, dues } from './schema.ts'

const team = alias(communities, 'team')

/** The most that come with one page. */
const maxRefundsShown = 200

/** The dues that a person has paid, the newest first, with what came back. */
export async function listMyDues(db: Database, userId: string, cursor: string | undefined): Promise<MyDuePage> {
  const after = readCursor(TimeCursor, cursor)
  const isMine = sql`${duePayments.userId} = ${userId} AND ${isMoneyPaid}
    ${after ? sql`AND (${duePayments.createdAt}, ${duePayments.id}) < (${after[0]}, ${after[1]})` : sql``}`
  const newestFirst = sql`ORDER BY ${duePayments.createdAt} DESC, ${duePayments.id} DESC`
  const found = await runBatch(db, {
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
        WHERE ${isMine} ${newestFirst} LIMIT ${myDuePageSize + 1}`,
    ),
    refunds: db
      .select()
      .from(dueRefunds)
      .where(
        sql`${dueRefunds.duePaymentId} IN (SELECT ${duePayments.id} FROM ${duePayments} WHERE ${isMine} ${newestFirst} LIMIT ${myDuePageSize})`,
      )
      .orderBy(desc(dueRefunds.createdAt))
      .limit(maxRefundsShown),
  })
  const { page, next } = cutPage(found.payments.rows, myDuePageSize, ({ createdAt, id }) => [createdAt, id])
  const refundsOf = Map.groupBy(found.refunds.rows, ({ duePaymentId }) => duePaymentId)
  return {
    payments: page.map(
      ({ createdAt: _, teamId, team: name, ...payment }): MyDuePayment => ({
        ...payment,
        team: { id: teamId, name },
        refunds: (refundsOf.get(payment.id) ?? []).map(({ id, amount, reason, state, createdAt }) => ({
          id,
          amount,
          reason,
          state,
          at: createdAt,
        })),
      }),
    ),
    next,
  }
}
