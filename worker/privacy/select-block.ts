import { sql } from 'drizzle-orm'
import { select } from '../platform/row-query.ts'
import { blocks } from './schema.ts'

/**
 * For a batch: the viewer's block on someone by name, if there is one. The screen that shows it can take it back. A block by address
 * is in the list of blocks only: here it would tell whose address that is.
 */
export const selectBlock = (viewerId: string, personId: string) =>
  select(
    { id: blocks.id },
    sql`SELECT ${blocks.id} AS id FROM ${blocks}
      WHERE ${blocks.blockerId} = ${viewerId} AND ${blocks.blockedId} = ${personId} AND ${blocks.emailKey} IS NULL`,
  )
