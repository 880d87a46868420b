import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import * as v from 'valibot'
import { type SubmissionSearch, sortOf, submissionPageSize } from '../../domain/forms/submission-contract.ts'
import { canonicalAddress } from '../../domain/mail/rules.ts'
import { people } from '../accounts/shared.ts'
import { readCursor, TimeCursor } from '../platform/cursor.ts'
import { submissionOptions as o, submissions as s, submissionTags as t } from './schema.ts'

const account = alias(people, 'account')
const LabelCursor = v.tuple([v.string(), v.string()])

type Found = { id: string; sentAt: number; labelKey: string }

/** How one page is read. `matches` says which rows belong to it; the others are only looked through. */
type SubmissionQuery = { from: SQL; where: SQL; order: SQL; limit: number; matches: SQL; placeOf: (row: Found) => (string | number)[] }

/** The end of all texts that begin with this one, for an index. */
const endOf = (text: string) => `${text}\u{10FFFF}`

/** If no index answers the whole search, at least so many rows are looked through for one page. It may have few rows then, and "more" looks further. */
const windowSize = 60

type Order = Pick<SubmissionQuery, 'order' | 'placeOf'> & { isNext: SQL }

type Filter = 'tag' | 'option' | 'state'

/** The filters of a search, for a row of `submissions`. */
function listFilters({ tag, field, option, state }: SubmissionSearch): [Filter, SQL][] {
  const filters: [Filter, SQL][] = []
  if (tag !== undefined) filters.push(['tag', sql`EXISTS (SELECT 1 FROM ${t} WHERE ${t.submissionId} = ${s.id} AND ${t.tag} = ${tag})`])
  if (field !== undefined && option !== undefined)
    filters.push([
      'option',
      sql`EXISTS (SELECT 1 FROM ${o} WHERE ${o.submissionId} = ${s.id} AND ${o.fieldId} = ${field} AND ${o.optionId} = ${option})`,
    ])
  if (state !== undefined) filters.push(['state', sql`${s.state} = ${state}`])
  return filters
}

/** What comes after a row: in the direction of `isUp`. */
const step = (isUp: boolean) => (isUp ? { than: sql`>`, direction: sql`ASC` } : { than: sql`<`, direction: sql`DESC` })

const byTime = ({ cursor, ...search }: SubmissionSearch, at: SQLWrapper, id: SQLWrapper): Order => {
  const after = readCursor(TimeCursor, cursor)
  const { than, direction } = step(sortOf(search) === 'oldest')
  return {
    isNext: after ? sql`(${at}, ${id}) ${than} (${after[0]}, ${after[1]})` : sql`1`,
    order: sql`${at} ${direction}, ${id} ${direction}`,
    placeOf: ({ sentAt, id: rowId }: Found) => [sentAt, rowId],
  }
}

function byLabel({ cursor, ...search }: SubmissionSearch): Order {
  const after = readCursor(LabelCursor, cursor)
  const { than, direction } = step(sortOf(search) !== 'zToA')
  return {
    isNext: after ? sql`(${s.labelKey}, ${s.id}) ${than} (${after[0]}, ${after[1]})` : sql`1`,
    order: sql`${s.labelKey} ${direction}, ${s.id} ${direction}`,
    placeOf: ({ labelKey, id }: Found) => [labelKey, id],
  }
}

const found = sql.identifier('found')

/**
 * Submissions of who has no account with an address that begins like this, and of the account with exactly this address. What begins with a name
 * and an @ is had by few, so the index may be over all forms. The plus keeps SQLite from reading the whole form instead.
 */
const fromAddress = (formId: string, address: string): SQL => sql`FROM (
    SELECT ${s.id} AS id FROM ${s} WHERE ${s.emailKey} >= ${address} AND ${s.emailKey} < ${endOf(address)} AND +${s.formId} = ${formId}
    UNION SELECT ${s.id} FROM ${people} ${account} CROSS JOIN ${s} ON ${s.userId} = ${account.id}
      WHERE ${account.emailKey} = ${address} AND ${account.deletedAt} IS NULL AND ${s.formId} = ${formId}
  ) ${found} CROSS JOIN ${s} ON ${s.id} = ${found}.id`

/** Chooses the index: by address or name, by tag, by option, or by time. */
export function searchSubmissions(formId: string, search: SubmissionSearch, pageSize = submissionPageSize): SubmissionQuery {
  const { q = '', tag, field, option, state } = search
  const isByName = ['aToZ', 'zToA'].includes(sortOf(search))
  const filters = listFilters(search)
  const query = (answered: Filter | null, from: SQL, where: SQL, { isNext, order, placeOf }: Order) => {
    const others = filters.filter(([name]) => name !== answered).map(([, filter]) => filter)
    return {
      ...{ from, where: sql`${where} AND ${isNext}`, order, placeOf },
      limit: others.length === 0 ? pageSize : Math.max(windowSize, pageSize),
      matches: others.length === 0 ? sql`1` : sql.join(others, sql` AND `),
    }
  }
  if (q.includes('@'))
    return query(null, fromAddress(formId, canonicalAddress(q)), sql`1`, isByName ? byLabel(search) : byTime(search, s.sentAt, s.id))
  if (isByName) {
    const begin = q.toLowerCase()
    const isFound = q === '' ? sql`1` : sql`${s.labelKey} >= ${begin} AND ${s.labelKey} < ${endOf(begin)}`
    return query(null, sql`FROM ${s}`, sql`${s.formId} = ${formId} AND ${isFound}`, byLabel(search))
  }
  if (tag !== undefined) {
    const from = sql`FROM ${t} CROSS JOIN ${s} ON ${s.id} = ${t.submissionId}`
    return query('tag', from, sql`${t.formId} = ${formId} AND ${t.tag} = ${tag}`, byTime(search, t.sentAt, t.submissionId))
  }
  if (field !== undefined && option !== undefined) {
    const from = sql`FROM ${o} CROSS JOIN ${s} ON ${s.id} = ${o.submissionId}`
    const isChosen = sql`${o.formId} = ${formId} AND ${o.fieldId} = ${field} AND ${o.optionId} = ${option}`
    return query('option', from, isChosen, byTime(search, o.sentAt, o.submissionId))
  }
  const isInState = state === undefined ? sql`1` : sql`${s.state} = ${state}`
  return query('state', sql`FROM ${s}`, sql`${s.formId} = ${formId} AND ${isInState}`, byTime(search, s.sentAt, s.id))
}
