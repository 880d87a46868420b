import { type SQL, sql } from 'drizzle-orm'
import { activities } from '../../domain/activities.ts'
import { foundMost, searchKinds as kinds, type SearchKind } from '../../domain/search/contract.ts'
import { isOneSlipFrom, variantsOf, wantedWords, wordsOf } from '../../domain/search/words.ts'
import { runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { type Found, forEachKind, isOverInTime, listFound } from './kinds.ts'

/** As how many words the beginning of one is read, and how many things are looked at for each. */
const endingsMost = 4
const readMost = 60
const slipsMost = 4

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
const placesRead = 200

/** The places whose words begin like all that were typed, wherever they are. Two round trips. */
export async function findPlaceIds(db: Database, q: string): Promise<string[]> {
  const typed = wantedWords(q)
  if (typed.length === 0) return []
  const { endings } = await findEndings(db, typed)
  // A short beginning is read as several words, and each of them leads a search.
  const most = endings.place.flat().length > typed.length ? readMost : placesRead
  const leads = selectIds('place', endings.place, { now: 0, most })
  if (leads.length === 0) return []
  const found = await runBatch<{ id: string }>(db, leads)
  return [...new Set(found.flatMap(({ results }) => results.map(({ id }) => id)))]
}

/** For each word typed, the words that begin like it. */
type Endings = string[][]

/** What people most likely mean by a beginning. Streets and names come before many of them in the order of the words. */
const activityWords = wordsOf(...activities.map(({ label }) => label))

/** Where nothing is found that begins so, nothing is. */
const withFirst = (first: readonly string[], found: readonly string[]) => (found.length === 0 ? [] : [...new Set([...first, ...found])])

/** The next word behind one, read from the index one at a time: a word that thousands of things have is one row. */
const selectEndings = (kind: SearchKind, word: string): SQL => sql`
  WITH RECURSIVE ending(word) AS (
    SELECT (SELECT word FROM search_words WHERE kind = ${kind} AND word >= ${word} AND word < ${`${word}\u{10FFFF}`} ORDER BY word LIMIT 1)
    UNION ALL SELECT (SELECT s.word FROM search_words s WHERE s.kind = ${kind} AND s.word > ending.word AND s.word < ${`${word}\u{10FFFF}`}
      ORDER BY s.word LIMIT 1) FROM ending WHERE ending.word IS NOT NULL LIMIT ${endingsMost})
  SELECT word FROM ending WHERE word IS NOT NULL`

/** Words that are one slip away are found under what both have when a letter is missing. */
const selectNeighbors = (word: string): SQL =>
  sql`SELECT DISTINCT word FROM search_typos WHERE variant IN (SELECT value FROM json_each(${JSON.stringify(variantsOf(word))})) LIMIT 50`

async function findEndings(db: Database, typed: readonly string[]) {
  const results = await runBatch<{ word: string }>(db, [
    ...kinds.flatMap((kind) => typed.map((word) => selectEndings(kind, word))),
    ...typed.map(selectNeighbors),
  ])
  const wordsAt = (index: number) => (results[index]?.results ?? []).map(({ word }) => word)
  const endings = forEachKind((): Endings => [])
  const corrections: Correction[] = []
  const unknown: string[] = []
  for (const [index, word] of typed.entries()) {
    const found = kinds.map((_, kind) => wordsAt(kind * typed.length + index))
    const slips = wordsAt(kinds.length * typed.length + index)
      .filter((other) => isOneSlipFrom(word, other))
      .slice(0, slipsMost)
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
function selectIds(kind: SearchKind, endings: Endings, { now, most }: { now: number; most: number }): SQL[] {
  if (endings.some((words) => words.length === 0)) return []
  const isAhead = isOverInTime(kind) ? sql`AND s.rank >= ${now}` : sql``
  return endings.flatMap((words, lead) => {
    const others = endings
      .filter((_, index) => index !== lead)
      .map(
        (list) => sql`AND EXISTS (SELECT 1 FROM search_words o WHERE o.kind = ${kind}
          AND o.word IN (SELECT value FROM json_each(${JSON.stringify(list)})) AND o.rank = found.rank AND o.id = found.id)`,
      )
    return words.map(
      (word) => sql`SELECT found.rank, found.id FROM (SELECT s.rank, s.id FROM search_words s
          WHERE s.kind = ${kind} AND s.word = ${word} ${isAhead} ORDER BY s.rank, s.id LIMIT ${most}) found
        WHERE true ${sql.join(others, sql` `)}`,
    )
  })
}

/** Of each kind the likeliest first; more than are shown, for some of them may be kept from this viewer. */
async function findIds(db: Database, endings: Record<SearchKind, Endings>, now: number): Promise<Record<SearchKind, string[]>> {
  const leads = kinds.flatMap((kind) => selectIds(kind, endings[kind], { now, most: readMost }).map((lead) => ({ kind, lead })))
  const results =
    leads.length === 0
      ? []
      : await runBatch<{ rank: number; id: string }>(
          db,
          leads.map(({ lead }) => lead),
        )
  const idsOf = (wanted: SearchKind) => {
    const found = leads.flatMap(({ kind }, index) => (kind === wanted ? (results[index]?.results ?? []) : []))
    const inOrder = found.toSorted((a, b) => a.rank - b.rank || (a.id < b.id ? -1 : 1))
    return [...new Set(inOrder.map(({ id }) => id))].slice(0, foundMost * 3)
  }
  return forEachKind(idsOf)
}
