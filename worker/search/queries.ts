import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { activities } from '../../domain/activities.ts'
import type { LatLng } from '../../domain/geo/contract.ts'
import { searchKinds as kinds, maxSearchResults, type SearchKind } from '../../domain/search/contract.ts'
import { listSearchCells } from '../../domain/search/near-cells.ts'
import { listReadings, type Reading } from '../../domain/search/readings.ts'
import { listSearchWords, listVariants, listWords } from '../../domain/search/words.ts'
import { isLikelyMisspelling, otherNumber } from '../../domain/spelling.ts'
import { runBatch } from '../platform/batch.ts'
import { inList } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { type RowQuery, select } from '../platform/row-query.ts'
import { type FoundCards, forEachKind, isOverInTime, listFoundCards } from './kinds.ts'
import { nameWordList, searchTypos, searchWordCells, searchWords } from './schema.ts'

const s = alias(searchWords, 's')
const c = alias(searchWordCells, 'c')
const other = alias(searchWords, 'o')

/** How many indexed words are searched for one typed prefix, and how many items are read for each. */
const maxWordsPerPrefix = 4
const maxItemsRead = 60
const maxCorrections = 4

type Correction = { typed: string; read: string }
/** `unknown` has the typed words that are not the start of any indexed word. */
type SearchResult = { found: FoundCards; corrections: Correction[]; unknown: string[] }

/**
 * Finds games, communities and places that match all typed words as prefixes. Takes three round trips: find the indexed
 * words, find the items with these words, read the items. Reads a few hundred rows at most, however many items there are, and up to
 * two thousand with a point.
 */
export async function searchItems(
  db: Database,
  viewerId: string | null,
  { q, point, now }: { q: string; point: LatLng | null; now: number },
): Promise<SearchResult> {
  const readings = listReadings(q)
  if (listSearchWords(q).length === 0) return { found: { event: [], team: [], place: [] }, corrections: [], unknown: [] }
  const { matchingWords, corrections, unknown } = await findMatchingWords(db, readings, kinds)
  const ids = await findIds(db, matchingWords, { now, point })
  return { found: await listFoundCards(ids, { db, viewerId, now, q, point }), corrections, unknown }
}

/** How many items are read per word, so that the caller can pick the nearest of them, or those that match a filter. */
const maxCandidatesRead = 200

type IdSearch = { kind: SearchKind; list?: string; q: string; point?: LatLng | null; maxRead?: number }

/**
 * Finds items of one kind, or of one of its lists, that match all typed words as prefixes, wherever they are, or near a point. Takes two
 * round trips.
 */
export async function findItemIds(db: Database, { kind, list, q, point = null, maxRead = maxCandidatesRead }: IdSearch): Promise<string[]> {
  const typed = listSearchWords(q)
  if (typed.length === 0) return []
  const { matchingWords } = await findMatchingWords(db, listReadings(q), [kind])
  const ofKind = matchingWords.map((words) => words[kind])
  const countWords = ofKind.flat(2).length
  // A short prefix can match several words, and each of them needs a search. Then each search reads fewer items.
  const maxItems = countWords > typed.length ? Math.min(maxItemsRead, maxRead) : maxRead
  const selectLead = (word: string) =>
    point === null
      ? selectItems(kind, word, { list, now: 0, maxItems })
      : selectItemsNear(kind, word, { list, now: 0, near: listNearCells(point, countWords) })
  const searches = ofKind.flatMap((words) => selectIds(kind, words, selectLead))
  if (searches.length === 0) return []
  const { found } = await runBatch(db, { found: searches })
  return [...new Set(found.flatMap(({ rows }) => rows.map(({ id }) => id)))]
}

/** For each typed word, the indexed words that start with it. */
type MatchingWords = string[][]

/** The words of activities, which people most likely mean. By alphabet alone, street names would often come first. */
const activityWords = listWords(...activities.map(({ label }) => label))

/** Puts these words first. Stays empty if nothing was found. */
const putFirst = (first: readonly string[], found: readonly string[]) => (found.length === 0 ? [] : [...new Set([...first, ...found])])

/** The first indexed word after `begin` that starts with the typed word. */
const selectNextWord = (kind: SearchKind, word: string, begin = sql`>= ${word}`) => sql`
  (SELECT ${s.word} FROM ${searchWords} ${s} WHERE ${s.kind} = ${kind} AND ${s.word} ${begin} AND ${s.word} < ${`${word}\u{10FFFF}`}
    ORDER BY ${s.word} LIMIT 1)`

/** Jumps from each word to the next one in the index, so a word that thousands of items have costs only one row. */
function selectWordsWithPrefix(kind: SearchKind, word: string) {
  return select(
    { word: s.word },
    sql`WITH RECURSIVE ending(word) AS (
        SELECT ${selectNextWord(kind, word)}
        UNION ALL SELECT ${selectNextWord(kind, word, sql`> ending.word`)} FROM ending WHERE ending.word IS NOT NULL LIMIT ${maxWordsPerPrefix})
      SELECT word FROM ending WHERE word IS NOT NULL`,
  )
}

/**
 * Indexed words that may be one typo away, in the singular or plural. They share a variant: the text without one letter. Only a word
 * that these kinds do not know is corrected, so there are no variants of the others.
 */
function selectSimilarWords(db: Database, word: string, searched: readonly SearchKind[]) {
  const known = searched.map((kind) => selectNextWord(kind, word))
  const variants = JSON.stringify([...listVariants(word), ...listVariants(otherNumber(word))])
  const wanted = sql`iif(coalesce(${sql.join([sql`NULL`, ...known], sql`, `)}) IS NULL, ${variants}, '[]')`
  return db
    .selectDistinct({ word: searchTypos.word })
    .from(searchTypos)
    .where(sql`${searchTypos.variant} IN (SELECT value FROM json_each(${wanted}))`)
    .limit(50)
}

/** The words of each reading that match in these kinds. Words are corrected only if the text has no other reading. */
async function findMatchingWords(db: Database, readings: readonly Reading[], searched: readonly SearchKind[]) {
  const words = readings.map(({ text }) => listSearchWords(text))
  const lookUp = await lookUpWords(db, [...new Set(words.flat())], searched)
  const corrections: Correction[] = []
  const matchingWords = words.map((typed) => {
    const ofReading = forEachKind((): MatchingWords => [])
    for (const word of typed) {
      const { found, similarWords } = lookUp(word)
      const isCorrected = readings.length === 1 && similarWords.length > 0 && isUnknownWord(found)
      if (isCorrected) corrections.push(...similarWords.map((read) => ({ typed: word, read })))
      const activityMatches = activityWords.filter((label) => label.startsWith(word))
      for (const kind of kinds) ofReading[kind].push(isCorrected ? similarWords : putFirst(activityMatches, found[kind]))
    }
    return ofReading
  })
  const [asTyped = []] = words
  const unknown = asTyped.filter((word) => isUnknownWord(lookUp(word).found))
  // If the words themselves are found as well, the answer shows both.
  if (unknown.length > 0) corrections.push(...readings.flatMap(({ correction }) => (correction ? [correction] : [])))
  return { matchingWords, corrections, unknown }
}

type FoundWords = Record<SearchKind, string[]>
const isUnknownWord = (found: FoundWords) => kinds.every((kind) => found[kind].length === 0)

/** Looks up indexed words for all typed words in one round trip. */
async function lookUpWords(db: Database, typed: readonly string[], searched: readonly SearchKind[]) {
  const results = await runBatch(db, {
    matchingWords: searched.flatMap((kind) => typed.map((word) => selectWordsWithPrefix(kind, word))),
    similarWords: typed.map((word) => selectSimilarWords(db, word, searched)),
  })
  const listWordsOf = (outcome: { rows: readonly { word: string }[] } | undefined) => (outcome?.rows ?? []).map(({ word }) => word)
  return (word: string): { found: FoundWords; similarWords: string[] } => {
    const index = typed.indexOf(word)
    const found = forEachKind((kind) =>
      searched.includes(kind) ? listWordsOf(results.matchingWords[searched.indexOf(kind) * typed.length + index]) : [],
    )
    const similarWords = listWordsOf(results.similarWords[index])
      .filter(
        (similar) => similar !== word && [word, otherNumber(word)].some((form) => form === similar || isLikelyMisspelling(form, similar)),
      )
      .slice(0, maxCorrections)
    return { found, similarWords }
  }
}

/** Without a list, all items of the kind are searched. */
type ItemSearch = { list?: string | undefined; now: number }

/** The items with a word, with the columns `rank` and `id`. */
const selectItems = (kind: SearchKind, word: string, { list = '', now, maxItems }: ItemSearch & { maxItems: number }): SQL => sql`
  SELECT ${s.rank} AS rank, ${s.id} AS id FROM ${searchWords} ${s}
  WHERE ${s.kind} = ${nameWordList(kind, list)} AND ${s.word} = ${word} ${isOverInTime(kind) ? sql`AND ${s.rank} >= ${now}` : sql``}
  ORDER BY ${s.rank}, ${s.id} LIMIT ${maxItems}`

/** Some cells, and how many items are read in each of them. */
type NearCells = { cells: readonly number[]; maxItems: number }

/** The items with a word near a point, however many far items have the word. */
function selectItemsNear(kind: SearchKind, word: string, { list = '', now, near }: ItemSearch & { near: readonly NearCells[] }): SQL {
  const selectInCells = ({ cells, maxItems }: NearCells) => sql`
    SELECT near.value->>0 AS rank, near.value->>1 AS id FROM json_each(${JSON.stringify(cells)}) cell, json_each((
      SELECT json_group_array(json_array(rank, id)) FROM (SELECT ${c.rank} AS rank, ${c.id} AS id FROM ${searchWordCells} ${c}
        WHERE ${c.kind} = ${nameWordList(kind, list)} AND ${c.word} = ${word} AND ${c.cell} = cell.value
          ${isOverInTime(kind) ? sql`AND ${c.rank} >= ${now}` : sql``}
        ORDER BY ${c.rank}, ${c.id} LIMIT ${maxItems}))) near`
  return sql.join(near.map(selectInCells), sql` UNION ALL `)
}

/** Items that match every typed word. Each word leads one search, so that items with a rare word are found among those with a common one. */
function selectIds(
  kind: SearchKind,
  matchingWords: MatchingWords,
  selectLead: (word: string) => SQL,
): RowQuery<{ rank: number; id: string }>[] {
  if (matchingWords.some((words) => words.length === 0)) return []
  return matchingWords.flatMap((words, lead) => {
    const others = matchingWords
      .filter((_, index) => index !== lead)
      .map(
        (list) => sql`AND EXISTS (SELECT 1 FROM ${searchWords} ${other} WHERE ${other.kind} = ${kind} AND ${inList(other.word, list)}
          AND ${other.rank} = found.rank AND ${other.id} = found.id)`,
      )
    return words.map((word) =>
      select(
        { rank: s.rank, id: s.id },
        sql`SELECT found.rank AS rank, found.id AS id FROM (${selectLead(word)}) found WHERE true ${sql.join(others, sql` `)}`,
      ),
    )
  })
}

/** How many cards of a kind are read. More than are shown, because the viewer may not see some of them, or they are far away. */
const maxCardsRead = 3 * maxSearchResults
const maxCardsReadNear = maxItemsRead
/** Fewer than all, because words can also name a place far away. */
const maxNearCardsRead = 40

/** About how many rows one search of a kind reads near the point, in all cells and for all words together. */
const maxNearRows = 600
const minItemsInCell = 6
const maxItemsInCell = 30
/** As many as one page of any list shows. */
const maxItemsInOwnCell = 40

/** Half of the rows are for the cell of the point itself, because most of what is near is there. The cells around it share the rest. */
function listNearCells(point: LatLng, countWords: number): NearCells[] {
  const cells = listSearchCells(point)
  const rows = maxNearRows / 2 / Math.max(1, countWords)
  const limit = (share: number, most: number) => Math.min(most, Math.max(minItemsInCell, Math.floor(share)))
  return [
    { cells: cells.slice(0, 1), maxItems: limit(rows, maxItemsInOwnCell) },
    { cells: cells.slice(1), maxItems: limit(rows / (cells.length - 1), maxItemsInCell) },
  ]
}

/** The ids of each kind, most likely first. With a point, those near it come first, and then those anywhere. */
async function findIds(
  db: Database,
  matchingWords: readonly Record<SearchKind, MatchingWords>[],
  { now, point }: { now: number; point: LatLng | null },
): Promise<Record<SearchKind, string[]>> {
  const listSearches = (makeLead: (kind: SearchKind) => (word: string) => SQL) =>
    matchingWords.flatMap((ofReading) =>
      kinds.flatMap((kind) => selectIds(kind, ofReading[kind], makeLead(kind)).map((query) => ({ kind, query }))),
    )
  const countWords = (kind: SearchKind) => matchingWords.reduce((sum, ofReading) => sum + ofReading[kind].flat().length, 0)
  const near =
    point === null
      ? []
      : listSearches((kind) => {
          const cells = listNearCells(point, countWords(kind))
          return (word) => selectItemsNear(kind, word, { now, near: cells })
        })
  const anywhere = listSearches((kind) => (word) => selectItems(kind, word, { now, maxItems: maxItemsRead }))
  const found = await runBatch(db, {
    near: near.map(({ query }) => query),
    anywhere: anywhere.map(({ query }) => query),
  })
  type Found = readonly { rows: readonly { rank: number; id: string }[] }[]
  const listIdsOf = (wantedKind: SearchKind, searches: typeof near, results: Found) =>
    searches
      .flatMap(({ kind }, index) => (kind === wantedKind ? (results[index]?.rows ?? []) : []))
      .toSorted((a, b) => a.rank - b.rank || (a.id < b.id ? -1 : 1))
      .map(({ id }) => id)
  return forEachKind((kind) => {
    const nearIds = listIdsOf(kind, near, found.near).slice(0, maxNearCardsRead)
    const ids = [...new Set([...nearIds, ...listIdsOf(kind, anywhere, found.anywhere)])]
    return ids.slice(0, point === null ? maxCardsRead : maxCardsReadNear)
  })
}
