import { type SQL, sql } from 'drizzle-orm'
import { indexNameWords } from '../search/name-words.ts'
import { profileWords } from './schema.ts'

const names = { table: profileWords, word: profileWords.word, owner: profileWords.userId }

/** For the batch that saves a name: updates the search index, so that people find the new name and no longer the old one. */
export const indexName = (userId: string, displayName: string, when: SQL = sql`true`): SQL[] =>
  indexNameWords(names, userId, displayName, when)
