import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { type SubmissionState, submissionStates } from '../../domain/forms/submission-contract.ts'
import { submissions as s } from './schema.ts'

/** D1 takes up to five parts in one UNION. */
const maxParts = 5

type Place = { at: number; id: string }

/** When something was sent: from the first moment, and before the last. */
export type Span = { from: number | null; until: number | null }
const always: Span = { from: null, until: null }

const startsIn = (at: SQLWrapper, { from }: Span) => (from === null ? sql`1` : sql`${at} >= ${from}`)
const endsIn = (at: SQLWrapper, { until }: Span) => (until === null ? sql`1` : sql`${at} < ${until}`)
export const isInSpan = (at: SQLWrapper, span: Span): SQL => sql`(${startsIn(at, span)} AND ${endsIn(at, span)})`

type Next = { isUp: boolean; span: Span; after: Place | undefined }

/** What is in a span, after the last row that was shown. That row was in it, so an index reads from it, and not from where the span begins. */
export function isNextInSpan({ at, id }: { at: SQLWrapper; id: SQLWrapper }, { isUp, span, after }: Next): SQL {
  if (!after) return isInSpan(at, span)
  return sql`(${at}, ${id}) ${isUp ? sql`>` : sql`<`} (${after.at}, ${after.id}) AND ${isUp ? endsIn(at, span) : startsIn(at, span)}`
}
type Ordering<After> = {
  /** For each of the rows, which are of `submissions`. */
  which?: SQL
  isUp: boolean
  span?: Span
  limit: number
  after?: After | undefined
}

type Part = Next & { state: SubmissionState; which: SQL }

function selectOfState(formId: string, { state, which, ...next }: Part): SQL {
  const isNext = isNextInSpan({ at: s.sentAt, id: s.id }, next)
  return sql`SELECT ${s.id} AS id, ${s.sentAt} AS at, ${s.state} AS state FROM ${s}
    WHERE ${s.formId} = ${formId} AND ${s.state} = ${state} AND ${isNext} AND ${which}`
}

const union = (parts: readonly SQL[]) => sql.join([...parts], sql` UNION ALL `)
const direction = (isUp: boolean) => (isUp ? sql`ASC` : sql`DESC`)

/** SQLite merges parts that are sorted already, and reads of each only what it needs. That goes for groups of parts too. */
function merge(formId: string, parts: readonly Part[], order: SQL, limit: number): SQL {
  const groups = Array.from({ length: Math.ceil(parts.length / maxParts) }, (_, index) =>
    parts.slice(index * maxParts, (index + 1) * maxParts),
  )
  const selected = groups.map((group) => sql`SELECT id, at, state FROM (${union(group.map((part) => selectOfState(formId, part)))})`)
  return sql`${union(selected)} ORDER BY ${order} LIMIT ${limit}`
}

/**
 * Selects the ids of submissions of a form in the order in which they were sent. The index has them by state: one over all states would cost each
 * sending one more row.
 */
export const selectInOrder = (formId: string, { which = sql`1`, isUp, span = always, limit, after }: Ordering<Place>): SQL =>
  merge(
    formId,
    submissionStates.map((state) => ({ state, isUp, span, after, which })),
    sql`at ${direction(isUp)}, id ${direction(isUp)}`,
    limit,
  )

/**
 * Selects the ids by state, and in each the latest first. The states are in the order of their stored words, because that is the order of the index:
 * any other would read and sort the whole form.
 */
export function selectByState(
  formId: string,
  { which = sql`1`, isUp, span = always, limit, after }: Ordering<Place & { state: SubmissionState }>,
): SQL {
  const isLeft = (state: SubmissionState) => after === undefined || (isUp ? state >= after.state : state <= after.state)
  const parts = submissionStates
    .filter(isLeft)
    .map((state) => ({ state, isUp: false, span, after: state === after?.state ? after : undefined, which }))
  return merge(formId, parts, sql`state ${direction(isUp)}, at DESC, id DESC`, limit)
}
