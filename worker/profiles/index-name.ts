import { type SQL, sql } from 'drizzle-orm'
import { splitIntoNameWords } from '../../domain/profiles/name-words.ts'
import { columnNames } from '../platform/columns.ts'
import { profileWords } from './schema.ts'

/** For the batch that saves a name: updates the search index, so that people find the new name and no longer the old one. */
export function indexName(userId: string, displayName: string, when: SQL = sql`true`): SQL[] {
  const words = sql`json_each(${JSON.stringify(splitIntoNameWords(displayName))})`
  return [
    sql`DELETE FROM ${profileWords}
      WHERE ${profileWords.userId} = ${userId} AND ${profileWords.word} NOT IN (SELECT value FROM ${words}) AND ${when}`,
    sql`INSERT OR IGNORE INTO ${profileWords} (${columnNames(profileWords.word, profileWords.userId)})
      SELECT value, ${userId} FROM ${words} WHERE ${when}`,
  ]
}
