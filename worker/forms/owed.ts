import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { owingStates, placelessStates } from '../../domain/forms/payment.ts'
import { literalList } from '../platform/columns.ts'
import { asNumber, computed } from '../platform/row-query.ts'
import { submissions as s, submissionParts } from './schema.ts'

const part = alias(submissionParts, 'owed_part')

/**
 * Whether somebody owes money for submission `s`. Who has no place owes nothing, and what was given back is not owed again. The states are
 * written as in the index, because SQLite takes a partial index only for the same words.
 */
export const isOwing = sql`(${s.owed} > 0 AND ${s.state} IN ${literalList(owingStates)})`

/** Whether money stays that somebody has paid for submission `s` without a place. */
export const isHolding = sql`(${s.held} > 0 AND ${s.state} IN ${literalList(placelessStates)})`

/** What is owed for submission `s`. */
export const openOf = computed(sql`iif(${isOwing}, ${s.owed}, 0)`, asNumber)

/** SQL value: all that is open of a submission, for an email. It has no single day. */
export const dueOf = ({ owed, currency }: Record<'owed' | 'currency', SQLWrapper>): SQL =>
  sql`iif(${owed} > 0, json_object('amount', ${owed}, 'currency', ${currency}, 'on', NULL), NULL)`

/** SQL value: one part that is open, and the last day to pay it, for an email. */
export const dueOfPart = ({ id, currency }: Record<'id' | 'currency', SQLWrapper>, number: SQL): SQL =>
  sql`(SELECT json_object('amount', ${part.amount}, 'currency', ${currency}, 'on', ${part.dueOn}) FROM ${submissionParts} ${part}
    WHERE ${part.submissionId} = ${id} AND ${part.number} = ${number} AND ${part.paymentId} IS NULL)`
