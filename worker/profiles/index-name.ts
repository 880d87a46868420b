import { type SQL, sql } from 'drizzle-orm'
import { nameWords } from '../../domain/profiles/name-words.ts'

/** For the batch that saves a name: from then on the person is found by it, and by no earlier one. */
export function indexName(userId: string, displayName: string, when: SQL = sql`true`): SQL[] {
  const words = JSON.stringify(nameWords(displayName))
  return [
    sql`DELETE FROM profile_words WHERE user_id = ${userId} AND word NOT IN (SELECT value FROM json_each(${words})) AND ${when}`,
    sql`INSERT OR IGNORE INTO profile_words (word, user_id) SELECT value, ${userId} FROM json_each(${words}) WHERE ${when}`,
  ]
}
