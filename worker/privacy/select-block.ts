import { sql } from 'drizzle-orm'
import { select } from '../platform/row-query.ts'
import { blocks } from './schema.ts'

/**
 * For a batch: the viewer's block of a person by name, if there is one, so that a screen can offer to unblock. A block by email
 * appears only in the blocklist, because here it would reveal whose email it is.
 */
export const selectBlock = (viewerId: string, personId: string) =>
  select(
    { id: blocks.id },
    sql`SELECT ${blocks.id} AS id FROM ${blocks}
      WHERE ${blocks.blockerId} = ${viewerId} AND ${blocks.blockedId} = ${personId} AND ${blocks.emailKey} IS NULL`,
  )
