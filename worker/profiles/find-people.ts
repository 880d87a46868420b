import { type SQL, sql } from 'drizzle-orm'
import type { Face } from '../../domain/profiles/contract.ts'
import { makeFace } from '../../domain/profiles/faces.ts'
import { searchWords } from '../../domain/profiles/name-words.ts'
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
  const found = await runBatch<Found>(
    db,
    words.map((word) => namesBeginning(word, words, viewerId)),
  )
  const people = new Map(found.flatMap(({ results }) => results).map((row) => [row.id, asFace(row)]))
  return [...people.values()].slice(0, peopleShown)
}

const beginsWith = (column: SQL, word: string) => sql`${column} >= ${word} AND ${column} < ${`${word}\u{10FFFF}`}`

/** The names are read in the order of the index, the exact word first, and only until enough are found. */
const namesBeginning = (word: string, all: readonly string[], viewerId: string) => {
  const hasOthers = all
    .filter((other) => other !== word)
    .map((other) => sql`AND EXISTS (SELECT 1 FROM profile_words more WHERE more.user_id = u.id AND ${beginsWith(sql`more.word`, other)})`)
  return sql`
    SELECT u.id, u.display_name AS displayName, u.photo_key AS photoKey
    FROM (SELECT user_id FROM profile_words WHERE ${beginsWith(sql`word`, word)} ORDER BY word, user_id LIMIT ${namesRead}) named
      CROSS JOIN users u ON u.id = named.user_id
    WHERE u.deleted_at IS NULL AND u.id <> ${viewerId} AND ${nobodyBlocked(viewerId, sql`u.id`)} ${sql.join(hasOthers, sql` `)}
    LIMIT ${rowsShown}`
}
