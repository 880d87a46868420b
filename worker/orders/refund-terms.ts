import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { orders } from './schema.ts'

const own = alias(orders, 'own')

/** Under which terms the person of an entry has paid for its seats, as it was then. NULL if they have not. */
export const refundTermsOf = ({ id, userId }: { id: SQLWrapper; userId: SQLWrapper }): SQL =>
  sql`(SELECT json_object('until', ${own.refundUntil}, 'ifResold', json(iif(${own.refundIfResold}, 'true', 'false')))
    FROM ${orders} ${own} WHERE ${own.joinerId} = ${id} AND ${own.payerId} = ${userId} AND ${own.state} = 'paid' AND ${own.settledAt} IS NULL
    ORDER BY ${own.paidAt}, ${own.id} LIMIT 1)`
