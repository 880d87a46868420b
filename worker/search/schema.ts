import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { searchKinds } from '../../domain/search/contract.ts'

/** The words that find an item. A lower `rank` comes first: the start of an event, or the number of missing details of a place. WITHOUT ROWID. */
export const searchWords = sqliteTable(
  'search_words',
  {
    kind: text('kind', { enum: searchKinds }).notNull(),
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
    kind: text('kind', { enum: searchKinds }).notNull(),
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
