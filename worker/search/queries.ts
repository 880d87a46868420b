import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { activities } from '../../domain/activities.ts'
import type { LatLng } from '../../domain/geo/contract.ts'
import { searchKinds as kinds, maxSearchResults, type SearchKind } from '../../domain/search/contract.ts'
import { isOneTypoApart, listSearchWords, listVariants, listWords } from '../../domain/search/words.ts'
import { runBatch } from '../platform/batch.ts'
import { inList } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { type RowQuery, select } from '../platform/row-query.ts'
import { type FoundCards, forEachKind, isOverInTime, listFoundCards } from './kinds.ts'
import { searchTypos, searchWords } from './schema.ts'

const s = alias(searchWords, 's')
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
 * words, find the items with these words, read the items. Reads a few hundred rows at most, however many items there are.
 */
export async function searchItems(
  db: Database,
  viewerId: string | null,
  { q, point, now }: { q: string; point: LatLng | null; now: number },
): Promise<SearchResult> {
  const typed = listSearchWords(q)
  if (typed.length === 0) return { found: { event: [], team: [], place: [] }, corrections: [], unknown: [] }
  const { matchingWords, corrections, unknown } = await findMatchingWords(db, typed)
  const ids = await findIds(db, matchingWords, now, point === null ? maxCardsRead : maxCardsReadNear)
  return { found: await listFoundCards(ids, { db, viewerId, now, q, point }), corrections, unknown }
}

/** How many places are read per word, so that the caller can pick the nearest of them. */
const maxPlacesRead = 200

/** Finds places that match all typed words as prefixes, wherever they are. Takes two round trips. */
export async function findPlaceIds(db: Database, q: string): Promise<string[]> {
  const typed = listSearchWords(q)
  if (typed.length === 0) return []
  const { matchingWords } = await findMatchingWords(db, typed)
  // A short prefix can match several words, and each of them needs a search. Then each search reads fewer places.
  const maxItems = matchingWords.place.flat().length > typed.length ? maxItemsRead : maxPlacesRead
  const searches = selectIds('place', matchingWords.place, { now: 0, maxItems })
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

/** Jumps from each word to the next one in the index, so a word that thousands of items have costs only one row. */
function selectWordsWithPrefix(kind: SearchKind, word: string) {
  const next = (begin: SQL) => sql`
    (SELECT ${s.word} FROM ${searchWords} ${s} WHERE ${s.kind} = ${kind} AND ${s.word} ${begin} AND ${s.word} < ${`${word}\u{10FFFF}`}
      ORDER BY ${s.word} LIMIT 1)`
  return select(
    { word: s.word },
    sql`WITH RECURSIVE ending(word) AS (
        SELECT ${next(sql`>= ${word}`)}
        UNION ALL SELECT ${next(sql`> ending.word`)} FROM ending WHERE ending.word IS NOT NULL LIMIT ${maxWordsPerPrefix})
      SELECT word FROM ending WHERE word IS NOT NULL`,
  )
}

/** Indexed words that may be one typo away. They share a variant: the text without one letter. */
const selectSimilarWords = (db: Database, word: string) =>
  db
    .selectDistinct({ word: searchTypos.word })
    .from(searchTypos)
    .where(inList(searchTypos.variant, listVariants(word)))
    .limit(50)

async function findMatchingWords(db: Database, typed: readonly string[]) {
  const results = await runBatch(db, {
    matchingWords: kinds.flatMap((kind) => typed.map((word) => selectWordsWithPrefix(kind, word))),
    similarWords: typed.map((word) => selectSimilarWords(db, word)),
  })
  const words = (outcome: { rows: readonly { word: string }[] } | undefined) => (outcome?.rows ?? []).map(({ word }) => word)
  const matchingWords = forEachKind((): MatchingWords => [])
  const corrections: Correction[] = []
  const unknown: string[] = []
  for (const [index, word] of typed.entries()) {
    const found = kinds.map((_, kind) => words(results.matchingWords[kind * typed.length + index]))
    const similarWords = words(results.similarWords[index])
      .filter((other) => isOneTypoApart(word, other))
      .slice(0, maxCorrections)
    const isUnknown = found.every((words) => words.length === 0)
    if (isUnknown) unknown.push(word)
    const isCorrected = isUnknown && similarWords.length > 0
    if (isCorrected) corrections.push(...similarWords.map((read) => ({ typed: word, read })))
    const activityMatches = activityWords.filter((label) => label.startsWith(word))
    for (const [at, kind] of kinds.entries())
      matchingWords[kind].push(isCorrected ? similarWords : putFirst(activityMatches, found[at] ?? []))
  }
  return { matchingWords, corrections, unknown }
}

/** Items that match every typed word. Each word leads one search, so that items with a rare word are found among those with a common one. */
function selectIds(
  kind: SearchKind,
  matchingWords: MatchingWords,
  { now, maxItems }: { now: number; maxItems: number },
): RowQuery<{ rank: number; id: string }>[] {
  if (matchingWords.some((words) => words.length === 0)) return []
  const onlyUpcoming = isOverInTime(kind) ? sql`AND ${s.rank} >= ${now}` : sql``
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
        sql`SELECT found.rank AS rank, found.id AS id FROM (SELECT ${s.rank} AS rank, ${s.id} AS id FROM ${searchWords} ${s}
            WHERE ${s.kind} = ${kind} AND ${s.word} = ${word} ${onlyUpcoming} ORDER BY ${s.rank}, ${s.id} LIMIT ${maxItems}) found
          WHERE true ${sql.join(others, sql` `)}`,
      ),
    )
  })
}

/** How many cards of a kind are read. More than are shown, because the viewer may not see some of them, or they are far away. */
const maxCardsRead = 3 * maxSearchResults
const maxCardsReadNear = maxItemsRead

/** The ids of each kind, most likely first. */
async function findIds(
  db: Database,
  matchingWords: Record<SearchKind, MatchingWords>,
  now: number,
  maxIds: number,
): Promise<Record<SearchKind, string[]>> {
  const searches = kinds.flatMap((kind) =>
    selectIds(kind, matchingWords[kind], { now, maxItems: maxItemsRead }).map((lead) => ({ kind, lead })),
  )
  const { results } = await runBatch(db, { results: searches.map(({ lead }) => lead) })
  const listIdsOf = (wantedKind: SearchKind) => {
    const found = searches.flatMap(({ kind }, index) => (kind === wantedKind ? (results[index]?.rows ?? []) : []))
    const sorted = found.toSorted((a, b) => a.rank - b.rank || (a.id < b.id ? -1 : 1))
    return [...new Set(sorted.map(({ id }) => id))].slice(0, maxIds)
  }
  return forEachKind(listIdsOf)
}
