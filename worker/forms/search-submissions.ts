import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import * as v from 'valibot'
import { foldLabel } from '../../domain/forms/label-keys.ts'
import { submissionStates } from '../../domain/forms/submission-contract.ts'
import { type SubmissionSearch, sortOf, submissionPageSize } from '../../domain/forms/submission-list-contract.ts'
import { canonicalAddress } from '../../domain/mail/rules.ts'
import { dateText, dayNumberOf } from '../../domain/time/clock.ts'
import { localToInstant } from '../../domain/time/local-time.ts'
import { people } from '../accounts/shared.ts'
import { literal } from '../platform/columns.ts'
import { readCursor, TimeCursor } from '../platform/cursor.ts'
import { isHolding, isOwing } from './owed.ts'
import { submissionOptions as o, submissions as s, submissionTags as t } from './schema.ts'
import { isInSpan, isNextInSpan, type Span, selectByState, selectInOrder } from './submissions-in-order.ts'

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

type Filter = 'tag' | 'option' | 'answer' | 'state' | 'owes' | 'holds' | 'days'

/** When a day begins in a zone. Where clocks skip midnight, it is the first moment after. */
function startOf(date: string, zone: string): number {
  const start = localToInstant(date, '00:00', zone)
  if (start.fault === null) return start.instant
  // The search was checked, so it is a day, and the zone is one.
  return start.fault === 'skipped' ? start.next.instant : 0
}

const spanOf = ({ sentFrom, sentUntil }: SubmissionSearch, zone: string): Span => ({
  from: sentFrom === undefined ? null : startOf(sentFrom, zone),
  until: sentUntil === undefined ? null : startOf(dateText((dayNumberOf(sentUntil) ?? 0) + 1), zone),
})

/**
 * Answers have no index: each sending would write a row more for each of them. The list looks through some submissions for one page. A group has
 * answers in its rows. Looking for the id as text first is much cheaper than reading all answers, and finds no text of a person, because a quote in
 * it is escaped. The field is a literal, because the order of the list repeats its filters for each state.
 */
function isAnswered(field: string, isLike: (type: SQL, value: SQL) => SQL): SQL {
  const path = literal(`$.${field}`)
  const [type, inRow] = [sql`json_type(${s.answers}, ${path})`, sql.identifier('in_row')]
  return sql`CASE WHEN ${type} IS NOT NULL THEN ${isLike(type, sql`${s.answers}->>${path}`)}
    ELSE instr(${s.answers}, ${literal(`"${field}":`)}) > 0 AND EXISTS (SELECT 1 FROM json_tree(${s.answers}) ${inRow}
      WHERE ${inRow}.key = ${literal(field)} AND ${isLike(sql`${inRow}.type`, sql`${inRow}.value`)}) END`
}

function isNumber({ min, max }: Pick<SubmissionSearch, 'min' | 'max'>, type: SQL, value: SQL): SQL {
  const isEnough = min === undefined ? sql`1` : sql`${value} >= ${sql.raw(String(Number(min)))}`
  const isNotTooMuch = max === undefined ? sql`1` : sql`${value} <= ${sql.raw(String(Number(max)))}`
  return sql`${type} IN ('integer', 'real') AND ${isEnough} AND ${isNotTooMuch}`
}

/** The filters of a search, for a row of `submissions`. */
function listFilters({ tag, field, option, answer, min, max, state, owes, holds }: SubmissionSearch, span: Span): [Filter, SQL][] {
  const filters: [Filter, SQL][] = []
  if (tag !== undefined) filters.push(['tag', sql`EXISTS (SELECT 1 FROM ${t} WHERE ${t.submissionId} = ${s.id} AND ${t.tag} = ${tag})`])
  if (field !== undefined && option !== undefined)
    filters.push([
      'option',
      sql`EXISTS (SELECT 1 FROM ${o} WHERE ${o.submissionId} = ${s.id} AND ${o.fieldId} = ${field} AND ${o.optionId} = ${option})`,
    ])
  if (field !== undefined && answer !== undefined)
    filters.push(['answer', isAnswered(field, (type) => sql`${type} = ${literal(answer === 'yes' ? 'true' : 'false')}`)])
  if (field !== undefined && (min !== undefined || max !== undefined))
    filters.push(['answer', isAnswered(field, (type, value) => isNumber({ min, max }, type, value))])
  if (state !== undefined) filters.push(['state', sql`${s.state} = ${state}`])
  if (owes !== undefined) filters.push(['owes', isOwing])
  if (holds !== undefined) filters.push(['holds', isHolding])
  if (span.from !== null || span.until !== null) filters.push(['days', isInSpan(s.sentAt, span)])
  return filters
}

/** What comes after a row: in the direction of `isUp`. */
const step = (isUp: boolean) => (isUp ? { than: sql`>`, direction: sql`ASC` } : { than: sql`<`, direction: sql`DESC` })

const byTime = ({ cursor, ...search }: SubmissionSearch, span: Span, at: SQLWrapper, id: SQLWrapper): Order => {
  const after = readCursor(TimeCursor, cursor)
  const isUp = sortOf(search) === 'oldest'
  const { direction } = step(isUp)
  return {
    isNext: isNextInSpan({ at, id }, { isUp, span, after: after ? { at: after[0], id: after[1] } : undefined }),
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

/** `timeZone` is the zone of the form. `isExact`: the rows that do not match are left out by the statement, however many it has to look through. */
type Reading = { timeZone: string; pageSize?: number; isExact?: boolean }

/** Chooses the index: by address or name, by what is owed or held, by tag, by option, by state, or by time. */
export function searchSubmissions(
  formId: string,
  search: SubmissionSearch,
  { timeZone, pageSize = submissionPageSize, isExact = false }: Reading,
): SubmissionQuery {
  const { q = '', tag, field, option, state, owes, holds } = search
  const sort = sortOf(search)
  const isByName = sort === 'aToZ' || sort === 'zToA'
  const span = spanOf(search, timeZone)
  const filters = listFilters(search, span)
  // What is in the order of time begins and ends with the days.
  const hasDays = !isByName
  /** The filters that the index does not answer: those that the statement applies, and those that the reader does. */
  const restOf = (answered: Filter | null) => {
    const others = filters.filter(([name]) => name !== answered && !(hasDays && name === 'days')).map(([, filter]) => filter)
    const rest = others.length === 0 ? sql`1` : sql.join(others, sql` AND `)
    const isFree = isExact || others.length === 0
    return { which: isExact ? rest : sql`1`, matches: isExact ? sql`1` : rest, limit: isFree ? pageSize : Math.max(windowSize, pageSize) }
  }
  const query = (answered: Filter | null, from: SQL, where: SQL, { isNext, ...order }: Order): SubmissionQuery => {
    const { which, ...rest } = restOf(answered)
    const all = sql`${from} WHERE ${where} AND ${which} AND ${isInSpan(s.sentAt, span)}`
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
      all: sql`FROM ${s} WHERE ${where} AND ${which} AND ${isInSpan(s.sentAt, span)}`,
    }
  }

  if (q.includes('@'))
    return query(null, fromAddress(formId, canonicalAddress(q)), sql`1`, isByName ? byLabel(search) : byTime(search, span, s.sentAt, s.id))
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
      ids: ({ which, limit }) => selectByState(formId, { which, isUp, span, limit: limit + 1, after }),
    })
  }
  // Fewer have paid without a place than owe, and fewer owe than have a tag, a choice or a state.
  if (holds !== undefined) return query('holds', sql`FROM ${s}`, sql`${inForm} AND ${isHolding}`, byTime(search, span, s.sentAt, s.id))
  if (owes !== undefined) return query('owes', sql`FROM ${s}`, sql`${inForm} AND ${isOwing}`, byTime(search, span, s.sentAt, s.id))
  if (tag !== undefined) {
    const from = sql`FROM ${t} CROSS JOIN ${s} ON ${s.id} = ${t.submissionId}`
    return query('tag', from, sql`${t.formId} = ${formId} AND ${t.tag} = ${tag}`, byTime(search, span, t.sentAt, t.submissionId))
  }
  if (field !== undefined && option !== undefined) {
    const from = sql`FROM ${o} CROSS JOIN ${s} ON ${s.id} = ${o.submissionId}`
    const isChosen = sql`${o.formId} = ${formId} AND ${o.fieldId} = ${field} AND ${o.optionId} = ${option}`
    return query('option', from, isChosen, byTime(search, span, o.sentAt, o.submissionId))
  }
  if (state !== undefined)
    return query('state', sql`FROM ${s}`, sql`${inForm} AND ${s.state} = ${state}`, byTime(search, span, s.sentAt, s.id))
  const [at, id] = readCursor(TimeCursor, search.cursor) ?? []
  return ordered({
    ...byTime(search, span, sql`${found}.at`, sql`${found}.id`),
    where: inForm,
    ids: ({ which, limit }) =>
      selectInOrder(formId, {
        ...{ which, isUp: sort === 'oldest', span, limit: limit + 1 },
        after: at === undefined || id === undefined ? undefined : { at, id },
      }),
  })
}
