import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { game } from '../events/shared.ts'
import { canBePaid, payeeOfNewSale } from '../payments/payee.ts'
import { orders } from './schema.ts'

const sale = alias(orders, 'sale')

type Game = Pick<typeof game, 'id' | 'teamId' | 'creatorId' | 'pricing'>

/** Who is paid for seats in this game. The first sale decides it for good, so a community that is handed over later changes nothing. */
export const payeeOf = (event: Game): SQL => sql`coalesce(
  (SELECT ${sale.payeeId} FROM ${orders} ${sale} WHERE ${sale.eventId} = ${event.id} AND ${sale.state} = 'paid' ORDER BY ${sale.paidAt}, ${sale.id} LIMIT 1),
  ${payeeOfNewSale(event)})`

/** Stripe takes payments for this game now. */
export const isForSale = (event: Game): SQL => canBePaid(payeeOf(event), sql`${event.pricing}->>'currency'`)
