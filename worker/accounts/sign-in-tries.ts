import { type SQL, sql } from 'drizzle-orm'
import { signInTries } from './schema.ts'
import { hashSecret } from './secrets.ts'

/**
 * The key under which attempts at one account from one client address are counted. It begins with a hash of the account, so
 * that all keys of an account can be found.
 */
export const makePairKey = async (secret: string, emailKey: string, clientAddress: string): Promise<string> =>
  `${await hashSecret(secret, emailKey)}.${await hashSecret(secret, emailKey, clientAddress)}`

/** The key under which attempts at one account are counted from everywhere. */
export const makeAccountKey = async (secret: string, emailKey: string): Promise<string> => `${await hashSecret(secret, emailKey)}.account`

/** The key under which one network is counted that learns which emails have an account. */
export const makeLookupKey = (secret: string, network: string): Promise<string> => hashSecret(secret, 'lookups', network)

/** Removes all locks of an account, for every client address. */
export async function deleteSignInTries(secret: string, emailKey: string, when: SQL): Promise<SQL> {
  const accountHash = await hashSecret(secret, emailKey)
  // In ASCII the slash follows the dot, so this range holds every key that begins with the account and a dot.
  return sql`DELETE FROM ${signInTries} WHERE ${signInTries.pair} > ${`${accountHash}.`} AND ${signInTries.pair} < ${`${accountHash}/`} AND ${when}`
}
