import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { notices } from './schema.ts'

/** The person has a notice with this key. */
export const hasNotice = (personId: SQLWrapper, key: string): SQL =>
  sql`EXISTS (SELECT 1 FROM ${notices} WHERE ${notices.userId} = ${personId} AND ${notices.key} = ${key})`
