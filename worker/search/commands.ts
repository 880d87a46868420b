import { type SQL, sql } from 'drizzle-orm'
import type { LatLng } from '../../domain/geo/contract.ts'
import type { SearchKind } from '../../domain/search/contract.ts'
import { toSearchCell } from '../../domain/search/near-cells.ts'
import { listVariants, listWords } from '../../domain/search/words.ts'
import { columnNames, insertSelect } from '../platform/columns.ts'
import { nameWordList, searchTypos, searchWordCells, searchWords } from './schema.ts'

/**
 * A lower `rank` comes first. It is part of the key, so `unindexWords` needs the same rank, and the same location and lists. An item
 * without a location is never near. `lists` are those in which the item can be searched for, '' if among all; without it, only there.
 */
export type Searchable = { id: string; rank: number; texts: readonly string[]; at: LatLng | null; lists?: readonly string[] }

const makeWordRows = (kind: SearchKind, items: readonly Searchable[]) =>
  JSON.stringify(
    items.flatMap(({ id, rank, texts, at, lists = [''] }) => {
      const words = listWords(...texts)
      return lists.flatMap((list) => words.map((word) => [nameWordList(kind, list), word, rank, id, at === null ? null : toSearchCell(at)]))
    }),
  )

const [listName, word, rank, id, cell] = [sql`value->>0`, sql`value->>1`, sql`value->>2`, sql`value->>3`, sql`value->>4`]

/** Statements for the batch that publishes items, so that they are found by their words. */
export function indexWords(kind: SearchKind, items: readonly Searchable[], when: SQL = sql`true`): SQL[] {
  if (items.length === 0) return []
  const words = [...new Set(items.flatMap(({ texts }) => listWords(...texts)))]
  const variants = words.flatMap((one) => listVariants(one).map((variant) => [variant, one]))
  return [
    insertSelect(
      searchWords,
      { kind: listName, word, rank, id },
      sql`FROM json_each(${makeWordRows(kind, items)}) WHERE ${when} ON CONFLICT DO NOTHING`,
    ),
    insertSelect(
      searchWordCells,
      { kind: listName, word, cell, rank, id },
      sql`FROM json_each(${makeWordRows(kind, items)}) WHERE ${cell} IS NOT NULL AND ${when} ON CONFLICT DO NOTHING`,
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
          (SELECT ${listName}, ${word}, ${rank}, ${id} FROM json_each(${makeWordRows(kind, items)})) AND ${when}`,
        sql`DELETE FROM ${searchWordCells}
          WHERE (${columnNames(searchWordCells.kind, searchWordCells.word, searchWordCells.cell, searchWordCells.rank, searchWordCells.id)}) IN
            (SELECT ${listName}, ${word}, ${cell}, ${rank}, ${id} FROM json_each(${makeWordRows(kind, items)})) AND ${when}`,
      ]
