import { and, eq, sql } from 'drizzle-orm'
import { people } from '../accounts/shared.ts'
import { runBatch, write } from '../platform/batch.ts'
import { insertSelect } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { onlinePeople, shownEvents } from './schema.ts'

const isPerson = (userId: string) =>
  sql`WHERE EXISTS (SELECT 1 FROM ${people} WHERE ${people.id} = ${userId} AND ${people.deletedAt} IS NULL) ON CONFLICT DO NOTHING`

/** Puts a person into the register of those who are online, or removes them with everything that they show. */
export async function saveOnline(db: Database, now: number, userId: string, isOnline: boolean): Promise<void> {
  if (isOnline) await write(db, insertSelect(onlinePeople, { userId, since: now }, isPerson(userId)))
  else
    await runBatch(db, {
      online: db.delete(onlinePeople).where(eq(onlinePeople.userId, userId)),
      shown: db.delete(shownEvents).where(eq(shownEvents.userId, userId)),
    })
}

export async function saveShown(db: Database, userId: string, { shown, hidden }: { shown?: string; hidden?: string }): Promise<void> {
  await runBatch(db, {
    ...(shown !== undefined && { shown: insertSelect(shownEvents, { eventId: shown, userId }, isPerson(userId)) }),
    ...(hidden !== undefined && {
      hidden: db.delete(shownEvents).where(and(eq(shownEvents.eventId, hidden), eq(shownEvents.userId, userId))),
    }),
  })
}
