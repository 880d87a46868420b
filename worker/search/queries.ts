import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { activities } from '../../domain/activities.ts'
import { searchKinds as kinds, maxFound, type SearchKind } from '../../domain/search/contract.ts'
import { isOneSlipFrom, variantsOf, wantedWords, wordsOf } from '../../domain/search/words.ts'
import { runBatch } from '../platform/batch.ts'
import { inList } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { type RowQuery, select } from '../platform/row-query.ts'
import { type Found, forEachKind, isOverInTime, listFound } from './kinds.ts'
import { searchTypos, searchWords } from './schema.ts'

const s = alias(searchWords, 's')
const other = alias(searchWords, 'o')

/** As how many words the beginning of one is read, and how many things are looked at for each. */
const maxEndings = 4
const maxRead = 60
const maxSlips = 4

type Correction = { typed: string; read: string }
/** `unknown`: words typed with which no word of these things begins. */
type Answer = { found: Found; corrections: Correction[]; unknown: string[] }

/**
 * Games, communities and places whose words begin like all that were typed. Three round trips one after the other: which words there are,
 * which things have them, and the things, each kind by itself. However many there are, a few hundred rows are read.
 */
export async function searchThings(db: Database, viewerId: string | null, q: string, now: number): Promise<Answer> {
  const typed = wantedWords(q)
  if (typed.length === 0) return { found: { event: [], team: [], place: [] }, corrections: [], unknown: [] }
  const { endings, corrections, unknown } = await findEndings(db, typed)
  const ids = await findIds(db, endings, now)
  return { found: await listFound(ids, { db, viewerId, now }), corrections, unknown }
}

/** As how many things a word is read where the nearest of all that are called so are looked for. */
const maxPlacesRead = 200

/** The places whose words begin like all that were typed, wherever they are. Two round trips. */
export async function findPlaceIds(db: Database, q: string): Promise<string[]> {
  const typed = wantedWords(q)
  if (typed.length === 0) return []
  const { endings } = await findEndings(db, typed)
  // A short beginning is read as several words, and each of them leads a search.
  const most = endings.place.flat().length > typed.length ? maxRead : maxPlacesRead
  const leads = selectIds('place', endings.place, { now: 0, most })
  if (leads.length === 0) return []
  const { found } = await runBatch(db, { found: leads })
  return [...new Set(found.flatMap(({ rows }) => rows.map(({ id }) => id)))]
}

/** For each word typed, the words that begin like it. */
type Endings = string[][]

/** What people most likely mean by a beginning. Streets and names come before many of them in the order of the words. */
const activityWords = wordsOf(...activities.map(({ label }) => label))

/** Where nothing is found that begins so, nothing is. */
const withFirst = (first: readonly string[], found: readonly string[]) => (found.length === 0 ? [] : [...new Set([...first, ...found])])

/** The next word behind one, read from the index one at a time: a word that thousands of things have is one row. */
function selectEndings(kind: SearchKind, word: string) {
  const next = (begin: SQL) => sql`
    (SELECT ${s.word} FROM ${searchWords} ${s} WHERE ${s.kind} = ${kind} AND ${s.word} ${begin} AND ${s.word} < ${`${word}\u{10FFFF}`}
      ORDER BY ${s.word} LIMIT 1)`
  return select(
    { word: s.word },
    sql`WITH RECURSIVE ending(word) AS (
        SELECT ${next(sql`>= ${word}`)}
        UNION ALL SELECT ${next(sql`> ending.word`)} FROM ending WHERE ending.word IS NOT NULL LIMIT ${maxEndings})
      SELECT word FROM ending WHERE word IS NOT NULL`,
  )
}

/** Words that are one slip away are found under what both have when a letter is missing. */
const selectNeighbors = (db: Database, word: string) =>
  db
    .selectDistinct({ word: searchTypos.word })
    .from(searchTypos)
    .where(inList(searchTypos.variant, variantsOf(word)))
    .limit(50)

async function findEndings(db: Database, typed: readonly string[]) {
  const results = await runBatch(db, {
    endings: kinds.flatMap((kind) => typed.map((word) => selectEndings(kind, word))),
    neighbors: typed.map((word) => selectNeighbors(db, word)),
  })
  const words = (outcome: { rows: readonly { word: string }[] } | undefined) => (outcome?.rows ?? []).map(({ word }) => word)
  const endings = forEachKind((): Endings => [])
  const corrections: Correction[] = []
  const unknown: string[] = []
  for (const [index, word] of typed.entries()) {
    const found = kinds.map((_, kind) => words(results.endings[kind * typed.length + index]))
    const slips = words(results.neighbors[index])
      .filter((other) => isOneSlipFrom(word, other))
      .slice(0, maxSlips)
    const isUnknown = found.every((words) => words.length === 0)
    if (isUnknown) unknown.push(word)
    const isCorrected = isUnknown && slips.length > 0
    if (isCorrected) corrections.push(...slips.map((read) => ({ typed: word, read })))
    const played = activityWords.filter((label) => label.startsWith(word))
    for (const [at, kind] of kinds.entries()) endings[kind].push(isCorrected ? slips : withFirst(played, found[at] ?? []))
  }
  return { endings, corrections, unknown }
}

/** Things that have a word for each one typed. Each word leads the search once, so that a rare one is not lost among a common one's. */
function selectIds(
  kind: SearchKind,
  endings: Endings,
  { now, most }: { now: number; most: number },
): RowQuery<{ rank: number; id: string }>[] {
  if (endings.some((words) => words.length === 0)) return []
  const isAhead = isOverInTime(kind) ? sql`AND ${s.rank} >= ${now}` : sql``
  return endings.flatMap((words, lead) => {
    const others = endings
      .filter((_, index) => index !== lead)
      .map(
        (list) => sql`AND EXISTS (SELECT 1 FROM ${searchWords} ${other} WHERE ${other.kind} = ${kind} AND ${inList(other.word, list)}
          AND ${other.rank} = found.rank AND ${other.id} = found.id)`,
      )
    return words.map((word) =>
      select(
        { rank: s.rank, id: s.id },
        sql`SELECT found.rank AS rank, found.id AS id FROM (SELECT ${s.rank} AS rank, ${s.id} AS id FROM ${searchWords} ${s}
            WHERE ${s.kind} = ${kind} AND ${s.word} = ${word} ${isAhead} ORDER BY ${s.rank}, ${s.id} LIMIT ${most}) found
          WHERE true ${sql.join(others, sql` `)}`,
      ),
    )
  })
}

/** Of each kind the likeliest first; more than are shown, for some of them may be kept from this viewer. */
async function findIds(db: Database, endings: Record<SearchKind, Endings>, now: number): Promise<Record<SearchKind, string[]>> {
  const leads = kinds.flatMap((kind) => selectIds(kind, endings[kind], { now, most: maxRead }).map((lead) => ({ kind, lead })))
  const { results } = await runBatch(db, { results: leads.map(({ lead }) => lead) })
  const idsOf = (wanted: SearchKind) => {
    const found = leads.flatMap(({ kind }, index) => (kind === wanted ? (results[index]?.rows ?? []) : []))
    const inOrder = found.toSorted((a, b) => a.rank - b.rank || (a.id < b.id ? -1 : 1))
    return [...new Set(inOrder.map(({ id }) => id))].slice(0, maxFound * 3)
  }
  return forEachKind(idsOf)
}
