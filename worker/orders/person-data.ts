import { sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { games } from '../events/shared.ts'
import { selectAs } from '../platform/columns.ts'
import { type PersonData, readParts } from '../platform/person-data.ts'
import { credits, orderRefunds, orders } from './schema.ts'
import { countOpenDisputesOf } from './shared.ts'
import { hasSoldGames } from './sold-games.ts'

const g = alias(games, 'g')
const lawful = 'The law asks us to keep what was sold for years. The row refers to the account, which has no name any longer.'

/** Deleting an account gives the money for games to come back, in the batch in which the seats are lost. Credit ends with the account, because nobody can use it. */
export const orderData: PersonData = {
  feature: 'orders',
  tables: { orders: ['payer_id', 'payee_id'], credits: ['user_id', 'payee_id'] },
  keptColumns: { 'orders.payer_id': lawful, 'orders.payee_id': lawful, 'credits.user_id': lawful, 'credits.payee_id': lawful },
  // Nobody else could answer a bank or give money back, because the payee of what was sold never changes.
  blocksDeletion: {
    error: 'StillPaid',
    when: (userId, now) => sql`${hasSoldGames(userId, now)} OR ${countOpenDisputesOf(userId)} > 0`,
  },
  erase: () => [],
  export: (db, userId) =>
    readParts(db, {
      'games-paid-for': selectAs(
        {
          game: g.title,
          seats: orders.seats,
          amount: orders.amount,
          discount: orders.discount,
          credit: orders.credit,
          bookingFee: orders.bookingFee,
          balance: orders.balance,
          balanceDueAt: orders.balanceDueAt,
          shares: orders.shares,
          currency: orders.currency,
          method: orders.method,
          state: orders.state,
          refunded: orders.refunded,
          createdAt: orders.createdAt,
          paidAt: orders.paidAt,
        },
        sql`FROM ${orders} JOIN ${games} ${g} ON ${g.id} = ${orders.eventId} WHERE ${orders.payerId} = ${userId} ORDER BY ${orders.createdAt}`,
      ),
      'games-paid-back': selectAs(
        {
          game: g.title,
          amount: orderRefunds.amount,
          reason: orderRefunds.reason,
          state: orderRefunds.state,
          waitsFor: orderRefunds.waitsFor,
          createdAt: orderRefunds.createdAt,
        },
        sql`FROM ${orderRefunds} JOIN ${orders} ON ${orders.id} = ${orderRefunds.orderId} JOIN ${games} ${g} ON ${g.id} = ${orders.eventId}
          WHERE ${orders.payerId} = ${userId} ORDER BY ${orderRefunds.createdAt}`,
      ),
      'game-credits': selectAs(
        { game: g.title, amount: credits.amount, currency: credits.currency, reason: credits.reason, createdAt: credits.createdAt },
        sql`FROM ${credits} JOIN ${orders} ON ${orders.id} = ${credits.orderId} JOIN ${games} ${g} ON ${g.id} = ${orders.eventId}
          WHERE ${credits.userId} = ${userId} ORDER BY ${credits.createdAt}`,
      ),
    }),
}
