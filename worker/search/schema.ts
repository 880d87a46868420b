import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { SearchKind } from '../../domain/search/contract.ts'

/** All items of a kind, or those in one of its lists: `team` or `team:tennis:open`. */
type WordList = SearchKind | `${SearchKind}:${string}`

/** `list` is '' for all items of the kind. */
export const nameWordList = (kind: SearchKind, list: string): WordList => (list === '' ? kind : `${kind}:${list}`)

/** The words that find an item. A lower `rank` comes first: the start of an event, or the number of missing details of a place. WITHOUT ROWID. */
export const searchWords = sqliteTable(
  'search_words',
  {
    kind: text('kind').$type<WordList>().notNull(),
    word: text('word').notNull(),
    rank: integer('rank').notNull(),
    id: text('id').notNull(),
  },
  (t) => [primaryKey({ columns: [t.kind, t.word, t.rank, t.id] })],
)

/** The same words by the part of the world in which the item is (`domain/search/near-cells.ts`). WITHOUT ROWID. */
export const searchWordCells = sqliteTable(
  'search_word_cells',
  {
    kind: text('kind').$type<WordList>().notNull(),
    word: text('word').notNull(),
    cell: integer('cell').notNull(),
    rank: integer('rank').notNull(),
    id: text('id').notNull(),
  },
  (t) => [primaryKey({ columns: [t.kind, t.word, t.cell, t.rank, t.id] })],
)

/** All indexed words, under each variant without one letter. Used to correct typos. WITHOUT ROWID. */
export const searchTypos = sqliteTable('search_typos', { variant: text('variant').notNull(), word: text('word').notNull() }, (t) => [
  primaryKey({ columns: [t.variant, t.word] }),
])
