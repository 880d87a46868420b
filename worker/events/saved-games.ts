import { and, eq, sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import { eventNotFound } from '../../domain/events/rules.ts'
import { maxSavedGames } from '../../domain/my-games/contract.ts'
import { readAll, runBatch, write } from '../platform/batch.ts'
import { insertSelect } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { isVisibleTo } from './acting.ts'
import { events, savedGames } from './schema.ts'
import { e } from './tables.ts'

const isOf = (userId: string) => eq(savedGames.userId, userId)

/** Saving again changes nothing. Games that are over make room for others. */
export async function saveGame(db: Database, now: number, userId: string, eventId: string): Promise<void> {
  const found = db
    .select({ id: e.id })
    .from(e)
    .where(and(eq(e.id, eventId), isVisibleTo(userId)))
  const { visible, kept } = await runBatch(db, {
    over: sql`DELETE FROM ${savedGames} WHERE ${savedGames.userId} = ${userId}
      AND ${savedGames.eventId} IN (SELECT ${events.id} FROM ${events} WHERE ${events.id} = ${savedGames.eventId} AND ${events.endsAt} <= ${now})`,
    saved: insertSelect(
      savedGames,
      { userId, eventId: e.id, savedAt: now },
      sql`FROM ${events} ${e} WHERE ${e.id} = ${eventId} AND ${isVisibleTo(userId)}
        AND (SELECT count(*) FROM ${savedGames} WHERE ${savedGames.userId} = ${userId}) < ${maxSavedGames} ON CONFLICT DO NOTHING`,
    ),
    visible: found,
    kept: db
      .select({ id: savedGames.eventId })
      .from(savedGames)
      .where(and(isOf(userId), eq(savedGames.eventId, eventId))),
  })
  if (visible.rows.length === 0) throw eventNotFound()
  if (kept.rows.length === 0) throw new AppError('TooManySavedGames', { values: { max: maxSavedGames } })
}

export async function unsaveGame(db: Database, userId: string, eventId: string): Promise<void> {
  await write(db, db.delete(savedGames).where(and(isOf(userId), eq(savedGames.eventId, eventId))))
}

export async function listSavedIds(db: Database, userId: string): Promise<string[]> {
  const rows = await readAll(db, db.select({ id: savedGames.eventId }).from(savedGames).where(isOf(userId)).limit(maxSavedGames))
  return rows.map(({ id }) => id)
}
