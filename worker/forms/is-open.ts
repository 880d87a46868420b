import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { formStateCounts } from './schema.ts'

/** How many submissions take a place in a form. */
export const placedOf = (formId: string | SQLWrapper): SQL => sql`(SELECT coalesce(sum(${formStateCounts.count}), 0) FROM ${formStateCounts}
  WHERE ${formStateCounts.formId} = ${formId} AND ${formStateCounts.state} IN ('paying', 'asked', 'accepted'))`

type FormColumns = Record<'id' | 'settings' | 'isClosed', SQLWrapper>

/** Whether a form takes no more submissions. Without a limit nothing is counted. */
export const isFull = ({ id, settings }: Pick<FormColumns, 'id' | 'settings'>): SQL =>
  sql`iif(${settings}->>'maxSubmissions' IS NULL, 0, ${placedOf(id)} >= ${settings}->>'maxSubmissions')`

/** Whether a form is over, or takes no more submissions. It may still be too early for it. */
export const isOver = (form: FormColumns, now: number): SQL =>
  sql`(${form.isClosed} OR coalesce(${form.settings}->>'closesAt' <= ${now}, 0) OR ${isFull(form)})`

/** The same as `stateForFillers` says: whether a form can be begun now. */
export const isOpen = (form: FormColumns, now: number): SQL =>
  sql`(NOT ${isOver(form, now)} AND coalesce(${form.settings}->>'opensAt' <= ${now}, 1))`
