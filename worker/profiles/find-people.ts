import { type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { Face } from '../../domain/profiles/contract.ts'
import { searchWords } from '../../domain/profiles/name-words.ts'
import type { SearchAnswer } from '../../domain/search/contract.ts'
import { slipsOf } from '../../domain/search/words.ts'
import { type FaceRow, faceColumns, toFace } from '../accounts/faces.ts'
import { people } from '../accounts/shared.ts'
import { runBatch } from '../platform/batch.ts'
import { selectAs } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { asText, select } from '../platform/row-query.ts'
import { nobodyBlocked } from '../privacy/reach.ts'
import { profileWords } from './schema.ts'

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
  const { found } = await runBatch(db, { found: wanted.map((word) => namesWith(word, wanted, viewerId)) })
  return facesOf(found.flatMap(({ rows }) => rows))
}

function facesOf(found: readonly FaceRow[]): Face[] {
  const faces = new Map(found.map((row) => [row.id, toFace(row)]))
  return [...faces.values()].slice(0, peopleShown)
}

/** How many words are taken for mistyped, as how many names one is read, and all that was typed in how many ways. A word has hundreds of slips. */
const maxMistyped = 2
const slipsMost = 4
const maxReadings = 8

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
  const asked = words.filter((word) => mistyped.includes(word)).slice(0, maxMistyped)
  const { names } = await runBatch(db, {
    names: words.map((word) => {
      const slips = asked.includes(word) ? slipsOf(word) : []
      return select(
        { word: asText },
        sql`SELECT slip.value AS word FROM json_each(${JSON.stringify(slips)}) slip
          WHERE EXISTS (SELECT 1 FROM ${profileWords} WHERE ${profileWords.word} = slip.value) LIMIT ${slipsMost}`,
      )
    }),
  })
  const readings = words
    .map((word, index) => [
      { typed: word, word, isWhole: false },
      ...(names[index]?.rows ?? []).map((slip) => ({ typed: word, word: slip.word, isWhole: true })),
    ])
    .reduce<Reading[]>((all, ways) => all.flatMap((reading) => ways.map((way) => [...reading, way])), [[]])
    .filter((reading) => reading.some(({ isWhole }) => isWhole))
    .slice(0, maxReadings)
  if (readings.length === 0) return { people: [], corrections: [] }
  const { found } = await runBatch(db, {
    found: readings.map((reading) => namesWith(reading.find(({ isWhole }) => isWhole) as Wanted, reading, viewerId)),
  })
  return {
    people: facesOf(found.flatMap(({ rows }) => rows)),
    corrections: readings.flatMap((reading, index) =>
      found[index]?.rows.length ? reading.flatMap(({ typed, word, isWhole }) => (isWhole ? [{ typed, read: word }] : [])) : [],
    ),
  }
}

type Wanted = { word: string; isWhole: boolean }
type Reading = (Wanted & { typed: string })[]

const fits = (column: SQLWrapper, { word, isWhole }: Wanted) =>
  isWhole ? sql`${column} = ${word}` : sql`${column} >= ${word} AND ${column} < ${`${word}\u{10FFFF}`}`

/** The names are read in the order of the index, the exact word first, and only until enough are found. */
const namesWith = (wanted: Wanted, all: readonly Wanted[], viewerId: string) => {
  const more = alias(profileWords, 'more')
  const hasOthers = all
    .filter((other) => other !== wanted)
    .map(
      (other) => sql`AND EXISTS (SELECT 1 FROM ${profileWords} ${more} WHERE ${more.userId} = ${people.id} AND ${fits(more.word, other)})`,
    )
  const named = sql`SELECT ${profileWords.userId} AS userId FROM ${profileWords} WHERE ${fits(profileWords.word, wanted)}
    ORDER BY ${profileWords.word}, ${profileWords.userId} LIMIT ${namesRead}`
  return select(
    faceColumns,
    selectAs(
      faceColumns,
      sql`FROM (${named}) named CROSS JOIN ${people} ON ${people.id} = named.userId
        WHERE ${people.deletedAt} IS NULL AND ${people.id} <> ${viewerId} AND ${nobodyBlocked(viewerId, people.id)} ${sql.join(hasOthers, sql` `)}
        LIMIT ${rowsShown}`,
    ),
  )
}
