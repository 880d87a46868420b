import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { submissionParts } from './schema.ts'

const part = alias(submissionParts, 'owed_part')

/** SQL value: what is open of a submission. */
export const owedOf = (submissionId: SQLWrapper): SQL => sql`(SELECT coalesce(sum(${part.amount}), 0) FROM ${submissionParts} ${part}
  WHERE ${part.submissionId} = ${submissionId} AND ${part.paymentId} IS NULL)`

type Owing = Record<'id' | 'currency', SQLWrapper>

/** SQL value: all that is open of a submission, for an email. It has no single day. */
export const dueOf = ({ id, currency }: Owing): SQL =>
  sql`iif(${owedOf(id)} > 0, json_object('amount', ${owedOf(id)}, 'currency', ${currency}, 'on', NULL), NULL)`

/** SQL value: one part that is open, and the last day to pay it, for an email. */
export const dueOfPart = ({ id, currency }: Owing, number: SQL): SQL =>
  sql`(SELECT json_object('amount', ${part.amount}, 'currency', ${currency}, 'on', ${part.dueOn}) FROM ${submissionParts} ${part}
    WHERE ${part.submissionId} = ${id} AND ${part.number} = ${number} AND ${part.paymentId} IS NULL)`
