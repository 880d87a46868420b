import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { AppError } from '../../domain/errors.ts'
import type { Receipt } from '../../domain/orders/receipt.ts'
import { nameToShowSql } from '../accounts/name-to-show.ts'
import { people } from '../accounts/shared.ts'
import { game, games } from '../events/shared.ts'
import { putRowsInOutbox } from '../jobs/commands.ts'
import { readFirst } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { asNumber, asText, computed, selectFields } from '../platform/row-query.ts'
import { orders } from './schema.ts'

const payer = alias(people, 'payer')
const payee = alias(people, 'payee')

/** What a receipt says. A host whose account is deleted has no name. */
const fields = {
  orderId: orders.id,
  title: game.title,
  startsAt: game.startsAt,
  timeZone: game.timeZone,
  payer: computed(nameToShowSql(payer), asText),
  payee: computed(sql`coalesce(${payee.displayName}, 'The host')`, asText),
  seats: orders.seats,
  amount: orders.amount,
  bookingFee: orders.bookingFee,
  credit: orders.credit,
  currency: orders.currency,
  paidAt: computed(sql`${orders.paidAt}`, asNumber),
  method: orders.method,
}

/** Nobody has paid for a gift. */
const fromPaid = (isPaid: SQL) => sql`FROM ${orders} JOIN ${games} ${game} ON ${game.id} = ${orders.eventId}
  JOIN ${people} ${payer} ON ${payer.id} = ${orders.payerId} AND ${payer.deletedAt} IS NULL
  JOIN ${people} ${payee} ON ${payee.id} = ${orders.payeeId} WHERE ${orders.paidAt} IS NOT NULL AND ${orders.method} <> 'gift' AND ${isPaid}`

/** Mails the receipt of an order that was paid in this batch, once. */
export function mailReceipt(orderId: string, now: number) {
  const facts = Object.entries(fields).flatMap(([name, field]) => [sql`${name}`, sql`${field}`])
  return putRowsInOutbox(
    'mail',
    sql`SELECT 'receipt:' || ${orders.id} AS id, json_object('platform', ${orders.platform}, 'to', ${payer.email}, 'template',
        json_object('name', 'receipt', 'data', json_object('username', ${nameToShowSql(payer)}, 'receipt', json_object(${sql.join(facts, sql`, `)})))) AS body
      ${fromPaid(sql`${orders.id} = ${orderId} AND ${orders.paidAt} = ${now}`)}`,
    { now },
  )
}

/** The receipt of an order, for the person who paid it. */
export async function readReceipt(db: Database, payerId: string, orderId: string): Promise<Receipt> {
  const isMine = sql`${orders.id} = ${orderId} AND ${orders.payerId} = ${payerId}`
  const receipt = await readFirst(db, selectFields(fields, fromPaid(isMine)))
  if (!receipt) throw new AppError('OrderNotFound')
  return receipt
}
