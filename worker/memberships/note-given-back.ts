import { and, eq, sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import { membershipByHandWords } from '../../domain/memberships/news.ts'
import { requireRight } from '../../domain/teams/rules.ts'
import { people } from '../accounts/shared.ts'
import { mailPerson } from '../mail/mail-person.ts'
import { runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import type { Clock } from '../platform/from-request.ts'
import { asBoolean, select } from '../platform/row-query.ts'
import { asPerson, canAct, readFacts, selectFacts } from '../teams/actor.ts'
import { findPayment } from './payments.ts'
import { wasPaidBeforeDeletion } from './refused-of-deleted.ts'
import { membershipSubscriptions as bought, membershipPayments as p } from './schema.ts'

/**
 * Those who manage the money have given back by hand what a bank did not take; for a community that was deleted, whoever was paid. The member
 * is told, once. A second request changes nothing.
 */
export async function noteMembershipGivenBack(
  db: Database,
  { now }: Clock,
  userId: string,
  { id: teamId, paymentId }: { id: string; paymentId: string },
): Promise<void> {
  const actor = asPerson(userId)
  const isPayee = sql`EXISTS (SELECT 1 FROM ${p} JOIN ${bought} ON ${bought.id} = ${p.subscriptionId}
    WHERE ${p.id} = ${paymentId} AND ${bought.teamId} = ${teamId} AND ${wasPaidBeforeDeletion(userId, bought)})`
  const { facts, payee } = await runBatch(db, {
    facts: selectFacts(actor, teamId),
    payee: select({ isPayee: asBoolean }, sql`SELECT ${isPayee} AS isPayee`),
  })
  if (!payee.rows[0]?.isPayee) requireRight(readFacts(actor, facts).actorRoles, 'billing.manage')
  const paid = await findPayment(db, sql`${p.id} = ${paymentId} AND ${bought.teamId} = ${teamId}`)
  if (!paid) throw new AppError('OrderNotFound')
  const { refused: amount, refusals } = paid
  if (amount === 0) {
    if (!Object.values(refusals).includes('byHand')) throw new AppError('RefundGoesByCard')
    return
  }
  // Another reading may have changed it meanwhile.
  const isOwed = and(
    ...[eq(p.id, paymentId), eq(p.refused, amount), sql`${p.refusals} = ${JSON.stringify(refusals)}`],
    sql`(${canAct(actor, teamId, 'billing.manage')} OR ${isPayee})`,
  )
  const settled = Object.fromEntries(Object.keys(refusals).map((id) => [id, 'byHand' as const]))
  const { noted, after } = await runBatch(db, {
    told: mailPerson(
      sql`${people.id} = ${paid.memberId}`,
      {
        id: `membership-by-hand:${paymentId}:${Object.keys(refusals).toSorted().join()}`,
        platform: paid.platform,
        template: { name: 'membership', data: membershipByHandWords({ ...paid, amount }) },
      },
      { now, when: sql`EXISTS (SELECT 1 FROM ${p} WHERE ${isOwed})` },
    ),
    noted: db.update(p).set({ refused: 0, refusedAt: null, refusals: settled }).where(isOwed),
    after: db.select({ refused: p.refused }).from(p).where(eq(p.id, paymentId)),
  })
  // They have given what they saw, and not what another refusal has added.
  if (noted.changes === 0 && after.rows.some(({ refused }) => refused > 0)) throw new AppError('RefusedMoneyChanged')
}
