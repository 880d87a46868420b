import { type SQL, sql } from 'drizzle-orm'
import { signInTries } from './schema.ts'
import { hashSecret } from './secrets.ts'

/** What counts the tries at an account from one client address. Its beginning is the account's, so that all of them are found. */
export const pairOf = async (secret: string, emailKey: string, clientAddress: string): Promise<string> =>
  `${await hashSecret(secret, emailKey)}.${await hashSecret(secret, emailKey, clientAddress)}`

/** Takes every lock off an account, wherever it was guessed at from. */
export async function forgetTries(secret: string, emailKey: string, when: SQL): Promise<SQL> {
  const account = await hashSecret(secret, emailKey)
  // A slash is what comes after a dot.
  return sql`DELETE FROM ${signInTries} WHERE ${signInTries.pair} > ${`${account}.`} AND ${signInTries.pair} < ${`${account}/`} AND ${when}`
}
