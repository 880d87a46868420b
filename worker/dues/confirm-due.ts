import { eq, sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import type { PaymentResult } from '../../domain/payments/contract.ts'
import { outcomeOf, readPage, resultStates } from '../payments/checkout-pages.ts'
import type { MoneyContext } from '../payments/money-context.ts'
import { runBatch } from '../platform/batch.ts'
import { communities } from '../teams/shared.ts'
import { findDueOfSession } from './checkout-session.ts'
import { duePayments, dues } from './schema.ts'
import { takePayment } from './take-payment.ts'

/** A person comes back from the page of dues. Stripe's own event may be late, so the payment is stored here too. Null if it is something else. */
export async function confirmDue({ db, stripe, now }: MoneyContext, userId: string, sessionId: string): Promise<PaymentResult | null> {
  const payment = await findDueOfSession(db, sessionId)
  if (!payment) return null
  if (payment.userId !== userId) throw new AppError('PaymentNotYours')
  const session = await readPage(stripe, payment, sessionId)
  const outcome = outcomeOf(session)
  const { after } = await runBatch(db, {
    taken: outcome === 'paid' && payment.paidAt === null ? takePayment(now, payment, session) : [],
    after: db
      .select({ state: duePayments.state, title: dues.title, teamId: dues.teamId, team: sql<string>`${communities.name}`.as('team_name') })
      .from(duePayments)
      .innerJoin(dues, eq(dues.id, duePayments.dueId))
      .innerJoin(communities, eq(communities.id, dues.teamId))
      .where(eq(duePayments.id, payment.id)),
  })
  const [row] = after.rows
  return {
    state: resultStates[outcome],
    bought: row ? { kind: 'dues', title: row.title, team: { id: row.teamId, name: row.team }, goesBack: row.state === 'late' } : null,
    paid: { amount: payment.amount, currency: payment.currency },
  }
}
