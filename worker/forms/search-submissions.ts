import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import * as v from 'valibot'
import { foldLabel } from '../../domain/forms/label-keys.ts'
import { submissionStates } from '../../domain/forms/submission-contract.ts'
import { type SubmissionSearch, sortOf, submissionPageSize } from '../../domain/forms/submission-list-contract.ts'
import { canonicalAddress } from '../../domain/mail/rules.ts'
import { people } from '../accounts/shared.ts'
import { readCursor, TimeCursor } from '../platform/cursor.ts'
import { isHolding, isOwing } from './owed.ts'
import { submissionOptions as o, submissions as s, submissionTags as t } from './schema.ts'
import { selectByState, selectInOrder } from './submissions-in-order.ts'

const account = alias(people, 'account')
const LabelCursor = v.tuple([v.string(), v.string()])
const StateCursor = v.tuple([v.picklist(submissionStates), v.number(), v.string()])

/** `placeKey` is the value by which rows are sorted, if that is not the time. */
type Found = { id: string; sentAt: number; placeKey: string }

/**
 * How one page is read. `matches` says which rows belong to it; the others are only looked through. `all` selects from everything that the search
 * finds, on all pages.
 */
type SubmissionQuery = {
  from: SQL
  where: SQL
  order: SQL
  limit: number
  matches: SQL
  placeKey: SQL
  placeOf: (row: Found) => (string | number)[]
  all: SQL
}

/** The end of all texts that begin with this one, for an index. */
const endOf = (text: string) => `${text}\u{10FFFF}`

/** If no index answers the whole search, at least so many rows are looked through for one page. It may have few rows then, and "more" looks further. */
const windowSize = 60

type Order = Pick<SubmissionQuery, 'order' | 'placeOf' | 'placeKey'> & { isNext: SQL }

type Filter = 'tag' | 'option' | 'state' | 'owes' | 'holds'

/** The filters of a search, for a row of `submissions`. */
function listFilters({ tag, field, option, state, owes, holds }: SubmissionSearch): [Filter, SQL][] {
  const filters: [Filter, SQL][] = []
  if (tag !== undefined) filters.push(['tag', sql`EXISTS (SELECT 1 FROM ${t} WHERE ${t.submissionId} = ${s.id} AND ${t.tag} = ${tag})`])
  if (field !== undefined && option !== undefined)
    filters.push([
      'option',
      sql`EXISTS (SELECT 1 FROM ${o} WHERE ${o.submissionId} = ${s.id} AND ${o.fieldId} = ${field} AND ${o.optionId} = ${option})`,
    ])
  if (state !== undefined) filters.push(['state', sql`${s.state} = ${state}`])
  if (owes !== undefined) filters.push(['owes', isOwing])
  if (holds !== undefined) filters.push(['holds', isHolding])
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
    placeKey: sql`''`,
    placeOf: ({ sentAt, id: rowId }: Found) => [sentAt, rowId],
  }
}

function byLabel({ cursor, ...search }: SubmissionSearch, key: SQLWrapper = s.labelKey, id: SQLWrapper = s.id): Order {
  const after = readCursor(LabelCursor, cursor)
  const { than, direction } = step(sortOf(search) !== 'zToA')
  return {
    isNext: after ? sql`(${key}, ${id}) ${than} (${after[0]}, ${after[1]})` : sql`1`,
    order: sql`${key} ${direction}, ${id} ${direction}`,
    placeKey: sql`${key}`,
    placeOf: ({ placeKey, id: rowId }: Found) => [placeKey, rowId],
  }
}

const found = sql.identifier('found')
const fromIds = (ids: SQL): SQL => sql`FROM (${ids}) ${found} CROSS JOIN ${s} ON ${s.id} = ${found}.id`

/**
 * Submissions of who has no account with an address that begins like this, and of the account with exactly this address. What begins with a name
 * and an @ is had by few, so the index may be over all forms. The plus keeps SQLite from reading the whole form instead.
 */
const fromAddress = (formId: string, address: string): SQL =>
  fromIds(sql`SELECT ${s.id} AS id FROM ${s} WHERE ${s.emailKey} >= ${address} AND ${s.emailKey} < ${endOf(address)} AND +${s.formId} = ${formId}
    UNION SELECT ${s.id} FROM ${people} ${account} CROSS JOIN ${s} ON ${s.userId} = ${account.id}
      WHERE ${account.emailKey} = ${address} AND ${account.deletedAt} IS NULL AND ${s.formId} = ${formId}`)

const beginsWith = (column: SQLWrapper, text: string): SQL => sql`(${column} >= ${text} AND ${column} < ${endOf(text)})`

/** Labels that begin like this, and those of which the last word does, such as a surname. Each is found once, and sorted by what was found. */
function selectNamed(
  formId: string,
  begin: string,
  { search, which, limit }: { search: SubmissionSearch; which: SQL; limit: number },
): SQL {
  const label = byLabel(search)
  const lastWord = byLabel(search, s.lastWordKey)
  const { direction } = step(sortOf(search) !== 'zToA')
  return sql`SELECT ${s.id} AS id, ${s.labelKey} AS key FROM ${s}
      WHERE ${s.formId} = ${formId} AND ${beginsWith(s.labelKey, begin)} AND ${label.isNext} AND ${which}
    UNION ALL SELECT ${s.id}, ${s.lastWordKey} FROM ${s}
      WHERE ${s.formId} = ${formId} AND ${beginsWith(s.lastWordKey, begin)} AND NOT ${beginsWith(s.labelKey, begin)} AND ${lastWord.isNext} AND ${which}
    ORDER BY key ${direction}, id ${direction} LIMIT ${limit + 1}`
}

/** `where` says what `ids` selects from, over all pages. */
type Ordered = Omit<Order, 'isNext'> & { where: SQL; ids: (rest: { which: SQL; limit: number }) => SQL }

/** `isExact`: the rows that do not match are left out by the statement, however many it has to look through. */
type Reading = { pageSize?: number; isExact?: boolean }

/** Chooses the index: by address or name, by what is owed or held, by tag, by option, by state, or by time. */
export function searchSubmissions(
  formId: string,
  search: SubmissionSearch,
  { pageSize = submissionPageSize, isExact = false }: Reading = {},
): SubmissionQuery {
  const { q = '', tag, field, option, state, owes, holds } = search
  const sort = sortOf(search)
  const isByName = sort === 'aToZ' || sort === 'zToA'
  const filters = listFilters(search)
  /** The filters that the index does not answer: those that the statement applies, and those that the reader does. */
  const restOf = (answered: Filter | null) => {
    const others = filters.filter(([name]) => name !== answered).map(([, filter]) => filter)
    const rest = others.length === 0 ? sql`1` : sql.join(others, sql` AND `)
    const isFree = isExact || others.length === 0
    return { which: isExact ? rest : sql`1`, matches: isExact ? sql`1` : rest, limit: isFree ? pageSize : Math.max(windowSize, pageSize) }
  }
  const query = (answered: Filter | null, from: SQL, where: SQL, { isNext, ...order }: Order): SubmissionQuery => {
    const { which, ...rest } = restOf(answered)
    const all = sql`${from} WHERE ${where} AND ${which}`
    return { ...rest, ...order, from, where: sql`${where} AND ${which} AND ${isNext}`, all }
  }
  const inForm = sql`${s.formId} = ${formId}`
  /** The ids are selected in order, and after the last one that was shown. */
  const ordered = ({ where, ids, ...order }: Ordered): SubmissionQuery => {
    const { which, ...rest } = restOf(null)
    return {
      ...rest,
      ...order,
      from: fromIds(ids({ which, limit: rest.limit })),
      where: sql`1`,
      all: sql`FROM ${s} WHERE ${where} AND ${which}`,
    }
  }

  if (q.includes('@'))
    return query(null, fromAddress(formId, canonicalAddress(q)), sql`1`, isByName ? byLabel(search) : byTime(search, s.sentAt, s.id))
  if (q !== '') {
    const begin = foldLabel(q)
    return ordered({
      ...byLabel(search, sql`${found}.key`, sql`${found}.id`),
      where: sql`${inForm} AND (${beginsWith(s.labelKey, begin)} OR ${beginsWith(s.lastWordKey, begin)})`,
      ids: ({ which, limit }) => selectNamed(formId, begin, { search, which, limit }),
    })
  }
  if (isByName) return query(null, sql`FROM ${s}`, inForm, byLabel(search))
  if (sort === 'stateUp' || sort === 'stateDown') {
    const [last, at, id] = readCursor(StateCursor, search.cursor) ?? []
    const after = last === undefined || at === undefined || id === undefined ? undefined : { state: last, at, id }
    const isUp = sort === 'stateUp'
    return ordered({
      where: inForm,
      order: sql`${found}.state ${step(isUp).direction}, ${found}.at DESC, ${found}.id DESC`,
      placeKey: sql`${found}.state`,
      placeOf: ({ placeKey, sentAt, id: rowId }) => [placeKey, sentAt, rowId],
      ids: ({ which, limit }) => selectByState(formId, { which, isUp, limit: limit + 1, after }),
    })
  }
  // Fewer have paid without a place than owe, and fewer owe than have a tag, a choice or a state.
  if (holds !== undefined) return query('holds', sql`FROM ${s}`, sql`${inForm} AND ${isHolding}`, byTime(search, s.sentAt, s.id))
  if (owes !== undefined) return query('owes', sql`FROM ${s}`, sql`${inForm} AND ${isOwing}`, byTime(search, s.sentAt, s.id))
  if (tag !== undefined) {
    const from = sql`FROM ${t} CROSS JOIN ${s} ON ${s.id} = ${t.submissionId}`
    return query('tag', from, sql`${t.formId} = ${formId} AND ${t.tag} = ${tag}`, byTime(search, t.sentAt, t.submissionId))
  }
  if (field !== undefined && option !== undefined) {
    const from = sql`FROM ${o} CROSS JOIN ${s} ON ${s.id} = ${o.submissionId}`
    const isChosen = sql`${o.formId} = ${formId} AND ${o.fieldId} = ${field} AND ${o.optionId} = ${option}`
    return query('option', from, isChosen, byTime(search, o.sentAt, o.submissionId))
  }
  if (state !== undefined) return query('state', sql`FROM ${s}`, sql`${inForm} AND ${s.state} = ${state}`, byTime(search, s.sentAt, s.id))
  const [at, id] = readCursor(TimeCursor, search.cursor) ?? []
  return ordered({
    ...byTime(search, sql`${found}.at`, sql`${found}.id`),
    where: inForm,
    ids: ({ which, limit }) =>
      selectInOrder(formId, {
        ...{ which, isUp: sort === 'oldest', limit: limit + 1 },
        after: at === undefined || id === undefined ? undefined : { at, id },
      }),
  })
}
