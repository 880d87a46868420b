import { sql } from 'drizzle-orm'
import { historyPageSize, type MyPayment, type PaymentHistory } from '../../domain/payments/history-contract.ts'
import { type PaymentKind, paymentKinds } from '../../domain/payments/payment-kinds.ts'
import { selectMyDueKeys, selectMyDues, toMyDues } from '../dues/list-my-payments.ts'
import { selectMyFormKeys, selectMyFormPayments, toMyFormPayments } from '../forms/list-my-form-payments.ts'
import { selectMyMembershipKeys, selectMyMembershipPayments, toMyMembershipPayment } from '../memberships/list-my-payments.ts'
import { selectMyOrderKeys, selectMyOrders, toMyOrders } from '../orders/queries.ts'
import { readAll, runBatch } from '../platform/batch.ts'
import { cutPage, readCursor, TimeCursor } from '../platform/cursor.ts'
import type { Database } from '../platform/database.ts'
import { asNumber, asOneOf, asText, select } from '../platform/row-query.ts'
import { hasInvoiceId, selectInvoices, selectMyInvoiceKeys, toInvoice } from './plan-queries.ts'

const selectKeysOf = {
  game: selectMyOrderKeys,
  dues: selectMyDueKeys,
  form: selectMyFormKeys,
  membership: selectMyMembershipKeys,
  plan: selectMyInvoiceKeys,
}

type Viewer = { userId: string; now: number }

/**
 * Everything that a person has paid, in one list by date, in two round trips: the keys of the page, then what is shown of each. All
 * kinds are read from their own indexes.
 */
export async function listPaymentHistory(
  db: Database,
  { userId, now }: Viewer,
  { kind, cursor }: { kind?: PaymentKind | undefined; cursor?: string | undefined },
): Promise<PaymentHistory> {
  const limit = historyPageSize + 1
  const keyPage = { after: readCursor(TimeCursor, cursor), limit }
  const parts = (kind ? [kind] : paymentKinds).map((one) => selectKeysOf[one](userId, keyPage))
  const keys = await readAll(
    db,
    select(
      { kind: asOneOf(paymentKinds), at: asNumber, id: asText },
      sql`SELECT kind, at, id FROM (${sql.join(parts, sql` UNION ALL `)}) ORDER BY at DESC, id DESC LIMIT ${limit}`,
    ),
  )
  const { page, next } = cutPage(keys, historyPageSize, ({ at, id }) => [at, id])
  if (page.length === 0) return { payments: [], next }
  const payments = await readPayments(db, { userId, now }, page)
  return { payments: page.flatMap((key) => payments.get(`${key.kind}:${key.id}`) ?? []), next }
}

/** What is shown of these payments. */
async function readPayments(
  db: Database,
  { userId, now }: Viewer,
  keys: readonly { kind: PaymentKind; id: string }[],
): Promise<ReadonlyMap<string, MyPayment>> {
  const idsOf = (kind: PaymentKind) => keys.flatMap((key) => (key.kind === kind ? [key.id] : []))
  const games = selectMyOrders(db, now, idsOf('game'))
  const dues = selectMyDues(db, userId, idsOf('dues'))
  const forms = selectMyFormPayments(db, idsOf('form'))
  const found = await runBatch(db, {
    ...{ orders: games.orders, orderRefunds: games.refunds, credits: games.credits },
    ...{ dues: dues.payments, dueRefunds: dues.refunds },
    ...{ forms: forms.payments, formRefunds: forms.refunds },
    memberships: selectMyMembershipPayments(idsOf('membership')),
    invoices: selectInvoices(db, hasInvoiceId(idsOf('plan'))),
  })
  const payments: MyPayment[] = [
    ...toMyOrders({ orders: found.orders.rows, refunds: found.orderRefunds.rows, credits: found.credits.rows }).map((payment) => ({
      kind: 'game' as const,
      payment,
    })),
    ...toMyDues({ payments: found.dues.rows, refunds: found.dueRefunds.rows }).map((payment) => ({ kind: 'dues' as const, payment })),
    ...toMyFormPayments({ payments: found.forms.rows, refunds: found.formRefunds.rows }).map((payment) => ({
      kind: 'form' as const,
      payment,
    })),
    ...found.memberships.rows.map((row) => ({ kind: 'membership' as const, payment: toMyMembershipPayment(row) })),
    ...found.invoices.rows.map((row) => ({ kind: 'plan' as const, payment: toInvoice(row) })),
  ]
  return new Map(payments.map((one) => [`${one.kind}:${one.payment.id}`, one]))
}
