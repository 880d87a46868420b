import { type SQL, sql } from 'drizzle-orm'
import type { Face } from '../../domain/profiles/contract.ts'
import { makeFace } from '../../domain/profiles/faces.ts'
import { searchWords } from '../../domain/profiles/name-words.ts'
import type { SearchAnswer } from '../../domain/search/contract.ts'
import { slipsOf } from '../../domain/search/words.ts'
import { runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { nobodyBlocked } from '../privacy/reach.ts'

type Found = { id: string; displayName: string | null; photoKey: string | null }

const asFace = ({ id, displayName, photoKey }: Found): Face => makeFace(id, displayName, photoKey)

/** Faces in the order of the ids. Who is gone, or blocked on either side, is left out. */
export async function listFaces(db: Database, viewerId: string, ids: readonly string[]): Promise<Face[]> {
  if (ids.length === 0) return []
  const [found] = await runBatch<Found>(db, [
    sql`SELECT u.id, u.display_name AS displayName, u.photo_key AS photoKey
      FROM json_each(${JSON.stringify([...new Set(ids)])}) wanted CROSS JOIN users u ON u.id = wanted.value
      WHERE u.deleted_at IS NULL AND ${nobodyBlocked(viewerId, sql`u.id`)}
      ORDER BY wanted.key`,
  ])
  return (found?.results ?? []).map(asFace)
}

const peopleShown = 10

/** Of how many names a word may be the beginning for the search to look at all of them. */
const namesRead = 200

/** One person may be found by several words of theirs. */
const rowsShown = peopleShown * 3

/**
 * People whose name has all the words typed as beginnings of its words. One round trip. For each of at most three words
 * typed it reads no more than 200 names, and of each their account, the blocks between and, where more was typed, the
 * rest of the name. So someone is missed only if every word typed is the beginning of more than 200 names.
 */
export async function searchPeople(db: Database, viewerId: string, q: string): Promise<Face[]> {
  const words = searchWords(q)
  if (words.length === 0) return []
  const wanted = words.map((word) => ({ word, isWhole: false }))
  const found = await runBatch<Found>(
    db,
    wanted.map((word) => namesWith(word, wanted, viewerId)),
  )
  return facesOf(found.flatMap(({ results }) => results))
}

function facesOf(found: readonly Found[]): Face[] {
  const people = new Map(found.map((row) => [row.id, asFace(row)]))
  return [...people.values()].slice(0, peopleShown)
}

/** How many words are taken for mistyped, as how many names one is read, and all that was typed in how many ways. A word has hundreds of slips. */
const mistypedMost = 2
const slipsMost = 4
const readingsMost = 8

/**
 * People whose name has a word one slip from a mistyped one. Two round trips. A word is told of only where it led to someone:
 * that there is such a name says nothing of people the viewer may not find.
 */
export async function searchLikeNames(
  db: Database,
  viewerId: string,
  q: string,
  mistyped: readonly string[],
): Promise<Pick<SearchAnswer, 'people' | 'corrections'>> {
  const words = searchWords(q)
  const asked = words.filter((word) => mistyped.includes(word)).slice(0, mistypedMost)
  const names = await runBatch<{ word: string }>(
    db,
    words.map((word) => {
      const slips = asked.includes(word) ? slipsOf(word) : []
      return sql`SELECT slip.value AS word FROM json_each(${JSON.stringify(slips)}) slip
        WHERE EXISTS (SELECT 1 FROM profile_words WHERE word = slip.value) LIMIT ${slipsMost}`
    }),
  )
  const readings = words
    .map((word, index) => [
      { typed: word, word, isWhole: false },
      ...(names[index]?.results ?? []).map((slip) => ({ typed: word, word: slip.word, isWhole: true })),
    ])
    .reduce<Reading[]>((all, ways) => all.flatMap((reading) => ways.map((way) => [...reading, way])), [[]])
    .filter((reading) => reading.some(({ isWhole }) => isWhole))
    .slice(0, readingsMost)
  if (readings.length === 0) return { people: [], corrections: [] }
  const found = await runBatch<Found>(
    db,
    readings.map((reading) => namesWith(reading.find(({ isWhole }) => isWhole) as Wanted, reading, viewerId)),
  )
  return {
    people: facesOf(found.flatMap(({ results }) => results)),
    corrections: readings.flatMap((reading, index) =>
      found[index]?.results.length ? reading.flatMap(({ typed, word, isWhole }) => (isWhole ? [{ typed, read: word }] : [])) : [],
    ),
  }
}

type Wanted = { word: string; isWhole: boolean }
type Reading = (Wanted & { typed: string })[]

const fits = (column: SQL, { word, isWhole }: Wanted) =>
  isWhole ? sql`${column} = ${word}` : sql`${column} >= ${word} AND ${column} < ${`${word}\u{10FFFF}`}`

/** The names are read in the order of the index, the exact word first, and only until enough are found. */
const namesWith = (wanted: Wanted, all: readonly Wanted[], viewerId: string) => {
  const hasOthers = all
    .filter((other) => other !== wanted)
    .map((other) => sql`AND EXISTS (SELECT 1 FROM profile_words more WHERE more.user_id = u.id AND ${fits(sql`more.word`, other)})`)
  return sql`
    SELECT u.id, u.display_name AS displayName, u.photo_key AS photoKey
    FROM (SELECT user_id FROM profile_words WHERE ${fits(sql`word`, wanted)} ORDER BY word, user_id LIMIT ${namesRead}) named
      CROSS JOIN users u ON u.id = named.user_id
    WHERE u.deleted_at IS NULL AND u.id <> ${viewerId} AND ${nobodyBlocked(viewerId, sql`u.id`)} ${sql.join(hasOthers, sql` `)}
    LIMIT ${rowsShown}`
}
