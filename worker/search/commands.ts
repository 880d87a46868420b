import { type SQL, sql } from 'drizzle-orm'
import type { SearchKind } from '../../domain/search/contract.ts'
import { listVariants, listWords } from '../../domain/search/words.ts'
import { columnNames, insertSelect } from '../platform/columns.ts'
import { searchTypos, searchWords } from './schema.ts'

/** A lower `rank` comes first. It is part of the key, so `unindexWords` needs the same rank. */
export type Searchable = { id: string; rank: number; texts: readonly string[] }

const makeWordRows = (items: readonly Searchable[]) =>
  JSON.stringify(items.flatMap(({ id, rank, texts }) => listWords(...texts).map((word) => [word, rank, id])))

/** Statements for the batch that publishes items, so that they are found by their words. */
export function indexWords(kind: SearchKind, items: readonly Searchable[], when: SQL = sql`true`): SQL[] {
  if (items.length === 0) return []
  const words = [...new Set(items.flatMap(({ texts }) => listWords(...texts)))]
  const variants = words.flatMap((word) => listVariants(word).map((variant) => [variant, word]))
  return [
    insertSelect(
      searchWords,
      { kind, word: sql`value->>0`, rank: sql`value->>1`, id: sql`value->>2` },
      sql`FROM json_each(${makeWordRows(items)}) WHERE ${when} ON CONFLICT DO NOTHING`,
    ),
    // These rows stay when the last item with the word is removed. Such a word costs only one more read.
    insertSelect(
      searchTypos,
      { variant: sql`value->>0`, word: sql`value->>1` },
      sql`FROM json_each(${JSON.stringify(variants)}) WHERE ${when} ON CONFLICT DO NOTHING`,
    ),
  ]
}

/** Statements for the batch that hides or changes items. Pass them as they were before, because rows are deleted by their whole key. */
export const unindexWords = (kind: SearchKind, items: readonly Searchable[], when: SQL = sql`true`): SQL[] =>
  items.length === 0
    ? []
    : [
        sql`DELETE FROM ${searchWords} WHERE (${columnNames(searchWords.kind, searchWords.word, searchWords.rank, searchWords.id)}) IN
          (SELECT ${kind}, value->>0, value->>1, value->>2 FROM json_each(${makeWordRows(items)})) AND ${when}`,
      ]
