import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { searchKinds } from '../../domain/search/contract.ts'

/** The words a thing is found by. `rank` puts the likelier first: an event's start, or how little is known of a place. WITHOUT ROWID. */
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

/** Every word that is found by, under what is left of it when a letter is missing: how a mistyped word is understood. WITHOUT ROWID. */
export const searchTypos = sqliteTable('search_typos', { variant: text('variant').notNull(), word: text('word').notNull() }, (t) => [
  primaryKey({ columns: [t.variant, t.word] }),
])
