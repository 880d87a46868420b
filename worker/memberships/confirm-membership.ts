import { eq, sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import type { PaymentResult } from '../../domain/payments/contract.ts'
import type { MoneyContext } from '../payments/money-context.ts'
import { readFirst, runBatch } from '../platform/batch.ts'
import { communities } from '../teams/shared.ts'
import { isOrphan } from './queue-ends.ts'
import { findSession, storeSession } from './read-at-stripe.ts'
import { membershipSubscriptions as bought, memberships } from './schema.ts'

/**
 * A person comes back from the page of a membership. Stripe's own event may be late, so what was bought is stored here too. Null if it is
 * the page of something else.
 */
export async function confirmMembership(money: MoneyContext, userId: string, sessionId: string): Promise<PaymentResult | null> {
  const { db, stripe } = money
  const found = await readFirst(
    db,
    db
      .select({
        bought,
        name: memberships.name,
        hostedBy: sql<string>`${communities.name}`.as('team_name'),
        amount: memberships.amount,
        currency: memberships.currency,
        goesBack: sql<number>`${isOrphan}`.as('goes_back'),
      })
      .from(bought)
      .innerJoin(memberships, eq(memberships.id, bought.membershipId))
      .innerJoin(communities, eq(communities.id, bought.teamId))
      .where(eq(bought.sessionId, sessionId)),
  )
  if (!found) return null
  const { bought: row, name, hostedBy, amount, currency, goesBack } = found
  if (row.memberId !== userId) throw new AppError('PaymentNotYours')
  const session = await findSession(stripe, row)
  if (row.subscriptionId === null) await runBatch(db, { stored: await storeSession(money, row, session) })
  return {
    state:
      session?.status === 'expired' ? 'failed' : session?.status === 'complete' && session.payment_status !== 'unpaid' ? 'paid' : 'open',
    bought: { kind: 'membership', name, type: row.type, team: { id: row.teamId, name: hostedBy }, goesBack: goesBack === 1 },
    paid: { amount: session?.amount_total ?? amount, currency },
  }
}
