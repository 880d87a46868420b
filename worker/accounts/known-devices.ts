import { type SQL, sql } from 'drizzle-orm'
import { knownDevices, users } from './schema.ts'

/** In a statement: whether the owner of this email has signed in with this browser before. */
export const isKnownDevice = (emailKey: string, browserHash: string): SQL =>
  sql`EXISTS (SELECT 1 FROM ${knownDevices} JOIN ${users} ON ${users.id} = ${knownDevices.userId}
    WHERE ${users.emailKey} = ${emailKey} AND ${knownDevices.browserHash} = ${browserHash})`
