import { sql } from 'drizzle-orm'
import { ledgerPath } from '../../domain/ledger/paths.ts'
import { maxOpenDisputesShown, type OpenDispute, type OpenDisputes } from '../../domain/orders/disputes.ts'
import { gamePaymentsPath } from '../../domain/orders/paths.ts'
import { isHostOf } from '../events/acting.ts'
import { game, games } from '../events/shared.ts'
import { selectOpenPaymentDisputes, toOpenDispute } from '../payments/list-payment-disputes.ts'
import { runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { asBoolean, asText, computed, orNull, type RowOf, selectFields } from '../platform/row-query.ts'
import { asPerson, canAct } from '../teams/actor.ts'
import { managesOrder } from './manages-money.ts'
import { disputes, orders } from './schema.ts'
import { o } from './settle-orders.ts'

const selectOpenOrderDisputes = (userId: string) =>
  selectFields(
    {
      ...{ id: disputes.id, amount: disputes.amount, currency: disputes.currency, reason: disputes.reason },
      ...{ state: disputes.state, respondBy: disputes.respondBy, createdAt: disputes.createdAt },
      ...{ eventId: computed(sql`${game.id}`, asText), title: game.title, isHost: computed(isHostOf(userId), asBoolean) },
      teamId: computed(sql`iif(${canAct(asPerson(userId), game.teamId, 'billing.manage')}, ${game.teamId}, NULL)`, orNull(asText)),
    },
    sql`FROM ${disputes} CROSS JOIN ${orders} ${o} ON ${o.id} = ${disputes.orderId} CROSS JOIN ${games} ${game} ON ${game.id} = ${o.eventId}
      WHERE ${disputes.closedAt} IS NULL AND ${managesOrder(userId, o)} ORDER BY ${disputes.respondBy}, ${disputes.id} LIMIT ${maxOpenDisputesShown}`,
  )

const toGameDispute = ({ eventId, isHost, teamId, ...dispute }: RowOf<ReturnType<typeof selectOpenOrderDisputes>>): OpenDispute => ({
  ...dispute,
  kind: 'game',
  path: isHost ? gamePaymentsPath(eventId) : ledgerPath(teamId ?? undefined),
})

/**
 * The disputes that are not decided, about payments that this person manages, the first deadline first. Few disputes are open at a time in
 * the whole product, so all of them are read.
 */
export async function listOpenDisputes(db: Database, userId: string): Promise<OpenDisputes> {
  const { ofOrders, ofPayments } = await runBatch(db, {
    ofOrders: selectOpenOrderDisputes(userId),
    ofPayments: selectOpenPaymentDisputes(userId),
  })
  const all = [...ofOrders.rows.map(toGameDispute), ...ofPayments.rows.map(toOpenDispute)]
  return { disputes: all.toSorted((one, other) => (one.respondBy ?? 0) - (other.respondBy ?? 0)).slice(0, maxOpenDisputesShown) }
}
