import { desc, inArray, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { type MyFormPaymentPage, myFormPaymentPageSize } from '../../domain/forms/payment-contract.ts'
import { readAll } from '../platform/batch.ts'
import { cutPage, readCursor, TimeCursor } from '../platform/cursor.ts'
import type { Database } from '../platform/database.ts'
import { asNumber, asOneOf, asText, computed, selectFields } from '../platform/row-query.ts'
import { communities } from '../teams/shared.ts'
import { isFormMoneyPaid } from './form-receipts.ts'
import { submissionPayments as p, submissionRefunds as refunds } from './schema.ts'

const team = alias(communities, 'team')

/** The most that come with one page. */
const maxRefundsShown = 200

/** What a person has paid for forms, the newest first, with what came back. */
export async function listMyFormPayments(db: Database, userId: string, cursor: string | undefined): Promise<MyFormPaymentPage> {
  const after = readCursor(TimeCursor, cursor)
  const isAfter = after ? sql`(${p.createdAt}, ${p.id}) < (${after[0]}, ${after[1]})` : sql`1`
  const rows = await readAll(
    db,
    selectFields(
      {
        ...{ id: p.id, amount: p.amount, currency: p.currency, method: p.method, createdAt: p.createdAt },
        ...{ formId: p.formId, submissionId: p.submissionId, title: p.title, teamId: p.teamId },
        state: computed(sql`${p.state}`, asOneOf(['paid', 'refunded', 'late'] as const)),
        paidAt: computed(sql`${p.paidAt}`, asNumber),
        team: computed(sql`${team.name}`, asText),
      },
      sql`FROM ${p} JOIN ${communities} ${team} ON ${team.id} = ${p.teamId}
        WHERE ${p.userId} = ${userId} AND ${p.userId} IS NOT NULL AND ${isFormMoneyPaid} AND ${isAfter}
        ORDER BY ${p.createdAt} DESC, ${p.id} DESC LIMIT ${myFormPaymentPageSize + 1}`,
    ),
  )
  const { page, next } = cutPage(rows, myFormPaymentPageSize, ({ createdAt, id }) => [createdAt, id])
  const ids = page.map(({ id }) => id)
  const back = await readAll(
    db,
    db.select().from(refunds).where(inArray(refunds.submissionPaymentId, ids)).orderBy(desc(refunds.createdAt)).limit(maxRefundsShown),
  )
  const refundsOf = Map.groupBy(back, ({ submissionPaymentId }) => submissionPaymentId)
  return {
    payments: page.map(({ createdAt: _, teamId, team: name, ...payment }) => ({
      ...payment,
      team: { id: teamId, name },
      refunds: (refundsOf.get(payment.id) ?? []).map(({ id, amount, reason, state, createdAt }) => ({
        id,
        amount,
        reason,
        state,
        at: createdAt,
      })),
    })),
    next,
  }
}
