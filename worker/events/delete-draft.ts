import { sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import type { Scope } from '../../domain/events/form-contract.ts'
import { runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import type { Acting } from '../platform/from-request.ts'
import { loadScope } from './load-scope.ts'
import { freedPictures, selectSeriesPictures } from './set-picture.ts'

const isUp = () => new AppError('NotADraft')

/** A draft goes without a trace, and nobody hears of it; whoever was invited before it was up finds it gone. Answers the pictures that are shown nowhere any more. */
export async function deleteDraft(db: Database, { now }: Acting, hostId: string, eventId: string, scope: Scope): Promise<string[]> {
  const rows = (await loadScope(db, hostId, eventId, scope, now)).filter(({ state }) => state === 'draft')
  if (rows.length === 0) throw isUp()
  const ids = JSON.stringify(rows.map(({ id }) => id))
  const all = sql`SELECT id FROM events WHERE state = 'draft' AND id IN (SELECT value FROM json_each(${ids}))`
  // All of them or none: one may have been put up since they were looked at.
  const drafts = sql`SELECT id FROM (${all}) WHERE (SELECT count(*) FROM (${all})) = ${rows.length}`
  const [pictures, , , deleted, left] = await runBatch<{ key: string }>(db, [
    sql`SELECT DISTINCT picture_key AS key FROM events WHERE picture_key IS NOT NULL AND id IN (${drafts})`,
    sql`DELETE FROM event_hosts WHERE event_id IN (${drafts})`,
    sql`DELETE FROM event_invites WHERE event_id IN (${drafts})`,
    sql`DELETE FROM events WHERE id IN (${drafts})`,
    selectSeriesPictures(rows[0]?.seriesId ?? null),
  ])
  if (!deleted?.meta.changes) throw isUp()
  return freedPictures(pictures, left)
}
