import { and, type Column, eq, sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import type { Scope } from '../../domain/events/form-contract.ts'
import { runBatch } from '../platform/batch.ts'
import { inList } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import type { CommandContext } from '../platform/from-request.ts'
import { loadScope } from './load-scope.ts'
import { coHostInvites, coHostLinks, eventHosts, eventInvites, events, savedGames } from './schema.ts'
import { findUnusedPictures, selectPictures, selectSeriesPictures } from './set-picture.ts'
import { e } from './tables.ts'

const notADraft = () => new AppError('NotADraft')

/** Deletes a draft without notifying anybody, not even people who were invited to it. Returns the pictures that are no longer used. */
export async function deleteDraft(db: Database, { now }: CommandContext, hostId: string, eventId: string, scope: Scope): Promise<string[]> {
  const rows = (await loadScope(db, hostId, eventId, scope, now)).filter(({ state }) => state === 'draft')
  if (rows.length === 0) throw notADraft()
  const drafts = db
    .select({ id: e.id })
    .from(e)
    .where(
      and(
        eq(e.state, 'draft'),
        inList(
          e.id,
          rows.map(({ id }) => id),
        ),
      ),
    )
  // Deletes all of them or none, because one may have been published since they were read.
  const isDeleted = (id: Column) => sql`${id} IN (SELECT id FROM ${drafts} WHERE (SELECT count(*) FROM ${drafts}) = ${rows.length})`
  const { pictures, deleted, remaining } = await runBatch(db, {
    pictures: selectPictures(db, isDeleted(events.id)),
    hosts: db.delete(eventHosts).where(isDeleted(eventHosts.eventId)),
    coHostInvites: db.delete(coHostInvites).where(isDeleted(coHostInvites.eventId)),
    coHostLinks: db.delete(coHostLinks).where(isDeleted(coHostLinks.eventId)),
    invites: db.delete(eventInvites).where(isDeleted(eventInvites.eventId)),
    saved: db.delete(savedGames).where(isDeleted(savedGames.eventId)),
    deleted: db.delete(events).where(isDeleted(events.id)),
    remaining: selectSeriesPictures(db, rows[0]?.seriesId ?? null),
  })
  if (deleted.changes === 0) throw notADraft()
  return findUnusedPictures(pictures.rows, remaining.rows)
}
