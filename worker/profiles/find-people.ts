import { type Column, eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { Face } from '../../domain/profiles/contract.ts'
import { splitIntoSearchWords } from '../../domain/profiles/name-words.ts'
import type { SearchAnswer } from '../../domain/search/contract.ts'
import { listTypos } from '../../domain/search/words.ts'
import { type FaceRow, faceColumns, toFace } from '../accounts/faces.ts'
import { people } from '../accounts/shared.ts'
import { runBatch } from '../platform/batch.ts'
import { selectAs } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { asText, select } from '../platform/row-query.ts'
import { hasNoBlock } from '../privacy/reach.ts'
import { startsWith } from '../search/name-words.ts'
import { profileWords } from './schema.ts'

const maxPeople = 10

/** The search reads at most this many names for each typed word. */
const maxNames = 200

/** Read more rows than people, because several words of one name may match. */
const maxRows = maxPeople * 3

/**
 * Finds people whose name contains a word for every typed word, each starting with the typed letters. One round trip. For
 * each of at most three typed words it reads up to 200 names, and for each name the account, the blocks and the other words
 * of the name. So it can miss a person only if every typed word matches more than 200 names.
 */
export async function searchPeople(db: Database, viewerId: string, q: string): Promise<Face[]> {
  const words = splitIntoSearchWords(q)
  if (words.length === 0) return []
  const wanted = words.map((word) => ({ word, isWhole: false }))
  const { found } = await runBatch(db, { found: wanted.map((word) => selectPeopleWithWord(word, wanted, viewerId)) })
  return toUniqueFaces(found.flatMap(({ rows }) => rows))
}

function toUniqueFaces(found: readonly FaceRow[]): Face[] {
  const faces = new Map(found.map((row) => [row.id, toFace(row)]))
  return [...faces.values()].slice(0, maxPeople)
}

// Limits for mistyped words, because one word has hundreds of possible corrections: how many words are corrected, how many
// corrections are tried for each, and how many combinations are searched.
const maxMistyped = 2
const maxCorrections = 4
const maxCombinations = 8

/**
 * Finds people whose name differs by one typo from a mistyped word. Two round trips. A correction is returned only if it found
 * somebody, so that it reveals no names of people whom the viewer may not find.
 */
export async function searchSimilarNames(
  db: Database,
  viewerId: string,
  q: string,
  mistyped: readonly string[],
): Promise<Pick<SearchAnswer, 'people' | 'corrections'>> {
  const words = splitIntoSearchWords(q)
  const corrected = words.filter((word) => mistyped.includes(word)).slice(0, maxMistyped)
  const { names } = await runBatch(db, {
    names: words.map((word) => {
      const candidates = corrected.includes(word) ? listTypos(word) : []
      return select(
        { word: asText },
        sql`SELECT candidate.value AS word FROM json_each(${JSON.stringify(candidates)}) candidate
          WHERE EXISTS (SELECT 1 FROM ${profileWords} WHERE ${profileWords.word} = candidate.value) LIMIT ${maxCorrections}`,
      )
    }),
  })
  const combinations = words
    .map((word, index) => [
      { typed: word, word, isWhole: false },
      ...(names[index]?.rows ?? []).map((correction) => ({ typed: word, word: correction.word, isWhole: true })),
    ])
    .reduce<Combination[]>((all, choices) => all.flatMap((combination) => choices.map((choice) => [...combination, choice])), [[]])
    .filter((combination) => combination.some(({ isWhole }) => isWhole))
    .slice(0, maxCombinations)
  if (combinations.length === 0) return { people: [], corrections: [] }
  const { found } = await runBatch(db, {
    found: combinations.map((combination) =>
      selectPeopleWithWord(combination.find(({ isWhole }) => isWhole) as WordToMatch, combination, viewerId),
    ),
  })
  return {
    people: toUniqueFaces(found.flatMap(({ rows }) => rows)),
    corrections: combinations.flatMap((combination, index) =>
      found[index]?.rows.length ? combination.flatMap(({ typed, word, isWhole }) => (isWhole ? [{ typed, read: word }] : [])) : [],
    ),
  }
}

type WordToMatch = { word: string; isWhole: boolean }
type Combination = (WordToMatch & { typed: string })[]

const matchesWord = (column: Column, { word, isWhole }: WordToMatch) => (isWhole ? eq(column, word) : startsWith(column, word))

/** Reads the names in the order of the index, so the exact word comes first, and stops when it has found enough. */
const selectPeopleWithWord = (wanted: WordToMatch, all: readonly WordToMatch[], viewerId: string) => {
  const otherWords = alias(profileWords, 'other_words')
  const otherConditions = all
    .filter((other) => other !== wanted)
    .map(
      (other) =>
        sql`AND EXISTS (SELECT 1 FROM ${profileWords} ${otherWords} WHERE ${otherWords.userId} = ${people.id} AND ${matchesWord(otherWords.word, other)})`,
    )
  const matchingNames = sql`SELECT ${profileWords.userId} AS userId FROM ${profileWords} WHERE ${matchesWord(profileWords.word, wanted)}
    ORDER BY ${profileWords.word}, ${profileWords.userId} LIMIT ${maxNames}`
  return select(
    faceColumns,
    selectAs(
      faceColumns,
      sql`FROM (${matchingNames}) named CROSS JOIN ${people} ON ${people.id} = named.userId
        WHERE ${people.deletedAt} IS NULL AND ${people.id} <> ${viewerId} AND ${hasNoBlock(viewerId, people.id)} ${sql.join(otherConditions, sql` `)}
        LIMIT ${maxRows}`,
    ),
  )
}
