import { type SQL, sql } from 'drizzle-orm'
import type { SearchKind } from '../../domain/search/contract.ts'
import { variantsOf, wordsOf } from '../../domain/search/words.ts'
import { columnNames, insertSelect } from '../platform/columns.ts'
import { searchTypos, searchWords } from './schema.ts'

/** `rank` puts the likelier first; it is part of the key, so it has to be the same when the words are taken out. */
export type Searchable = { id: string; rank: number; texts: readonly string[] }

const rowsOf = (things: readonly Searchable[]) =>
  JSON.stringify(things.flatMap(({ id, rank, texts }) => wordsOf(...texts).map((word) => [word, rank, id])))

/** For the batch that shows things: from then on they are found by their words. */
export function indexWords(kind: SearchKind, things: readonly Searchable[], when: SQL = sql`true`): SQL[] {
  if (things.length === 0) return []
  const words = [...new Set(things.flatMap(({ texts }) => wordsOf(...texts)))]
  const variants = words.flatMap((word) => variantsOf(word).map((variant) => [variant, word]))
  return [
    insertSelect(
      searchWords,
      { kind, word: sql`value->>0`, rank: sql`value->>1`, id: sql`value->>2` },
      sql`FROM json_each(${rowsOf(things)}) WHERE ${when} ON CONFLICT DO NOTHING`,
    ),
    // Words outlive the things that brought them: one that leads nowhere any more costs one look.
    insertSelect(
      searchTypos,
      { variant: sql`value->>0`, word: sql`value->>1` },
      sql`FROM json_each(${JSON.stringify(variants)}) WHERE ${when} ON CONFLICT DO NOTHING`,
    ),
  ]
}

/** For the batch that hides or changes things, as they were: rows go by their whole key only. */
export const unindexWords = (kind: SearchKind, things: readonly Searchable[], when: SQL = sql`true`): SQL[] =>
  things.length === 0
    ? []
    : [
        sql`DELETE FROM ${searchWords} WHERE (${columnNames(searchWords.kind, searchWords.word, searchWords.rank, searchWords.id)}) IN
          (SELECT ${kind}, value->>0, value->>1, value->>2 FROM json_each(${rowsOf(things)})) AND ${when}`,
      ]
