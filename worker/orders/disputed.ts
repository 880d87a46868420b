import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { type DisputeState, withholdingStates } from '../../domain/orders/disputes.ts'
import { literalList } from '../platform/columns.ts'
import { disputes } from './schema.ts'

const d = alias(disputes, 'd')

const hasDispute = (order: { id: SQLWrapper }, states: readonly DisputeState[]): SQL =>
  sql`EXISTS (SELECT 1 FROM ${disputes} ${d} WHERE ${d.orderId} = ${order.id} AND ${d.state} IN ${literalList(states)})`

/** A bank has the money of this order until it decides, so Stripe gives nothing of it back. */
export const isWithheld = (order: { id: SQLWrapper }): SQL => hasDispute(order, withholdingStates)

/** A bank has given the money of this order back to the player for good. Stripe gives nothing more back. */
export const isChargedBack = (order: { id: SQLWrapper }): SQL => hasDispute(order, ['lost'])
