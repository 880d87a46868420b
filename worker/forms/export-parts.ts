import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { formExports } from './schema.ts'

export const otherPart = alias(formExports, 'other_part')

/** In a statement: the id of the first part of the request to which this part belongs. NULL for the first part itself. */
export const firstOf = ({ part }: { part: SQLWrapper }): SQL => sql`${part}->>'first'`

/** Whether `otherPart` belongs to the request that has this first part, as all parts after it do. */
export const isOfRequest = (formId: SQLWrapper | string, first: SQLWrapper | string): SQL =>
  sql`(${otherPart.formId} = ${formId} AND ${firstOf(otherPart)} = ${first})`
