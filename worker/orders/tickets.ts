import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { Currency } from '../../domain/money.ts'
import { inList } from '../platform/columns.ts'
import { orders } from './schema.ts'

const sold = alias(orders, 'sold')

/** Somebody has paid for one of these games in another currency, or is paying. */
export const isSoldInOtherCurrency = (eventIds: readonly string[], currency: Currency): SQL =>
  sql`EXISTS (SELECT 1 FROM ${orders} ${sold} WHERE ${inList(sold.eventId, eventIds)} AND ${sold.state} IN ('open', 'paid') AND ${sold.currency} <> ${currency})`

/** Somebody has paid for one of these kinds of tickets in one of these games. */
export const isTierSold = (eventIds: readonly string[], tierIds: readonly string[]): SQL =>
  sql`EXISTS (SELECT 1 FROM ${orders} ${sold} WHERE ${inList(sold.eventId, eventIds)} AND ${sold.state} = 'paid' AND ${inList(sold.tierId, tierIds)})`
