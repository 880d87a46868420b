import { type Column, type SQL, sql, type Table } from 'drizzle-orm'
import { splitIntoNameWords } from '../../domain/profiles/name-words.ts'
import { columnNames } from '../platform/columns.ts'

/** A table with a row for each word of the names of its owners. */
type NameWords = { table: Table; word: Column; owner: Column }

/** For the batch that saves a name: an owner is found by the words of the new name, and no longer by those of the old one. */
export function indexNameWords({ table, word, owner }: NameWords, id: string, name: string, when: SQL): SQL[] {
  const words = sql`json_each(${JSON.stringify(splitIntoNameWords(name))})`
  return [
    sql`DELETE FROM ${table} WHERE ${owner} = ${id} AND ${word} NOT IN (SELECT value FROM ${words}) AND ${when}`,
    sql`INSERT OR IGNORE INTO ${table} (${columnNames(word, owner)}) SELECT value, ${id} FROM ${words} WHERE ${when}`,
  ]
}

/** The word starts with these letters. */
export const startsWith = (word: Column, letters: string): SQL => sql`${word} >= ${letters} AND ${word} < ${`${letters}\u{10FFFF}`}`
