import { and, type Column, eq, ne, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { AppError } from '../../domain/errors.ts'
import type { PlatformId } from '../../domain/platforms.ts'
import { maxPushDevices, type WebRegistration } from '../../domain/push/contract.ts'
import { sessions } from '../accounts/shared.ts'
import { readAll, runBatch, write } from '../platform/batch.ts'
import { insertSelect, onConflictUpdate } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { isSignedIn } from './queries.ts'
import { pushDevices as d } from './schema.ts'

/** The browser that registers, and who uses it. */
export type Registrant = { userId: string; sessionId: string; userAgent: string; platform: PlatformId }

const own = alias(d, 'own')

/** The device that a browser names by its token. A token of somebody else names nothing. */
const isOwnDevice = (table: Record<'tokenHash' | 'userId', Column>, { tokenHash, userId }: { tokenHash: string; userId: string }) =>
  and(eq(table.tokenHash, tokenHash), eq(table.userId, userId))

const maxForgottenAtOnce = 500

/** Subscribing again in the same browser replaces its row, also if somebody else used it before. Their choices end with that. */
export async function registerDevice(
  db: Database,
  { id, tokenHash, now, ...registrant }: Registrant & { id: string; tokenHash: string; now: number },
  { web: { endpoint, p256dh, auth } }: WebRegistration,
): Promise<void> {
  const { userId } = registrant
  const values = { ...registrant, id, tokenHash, p256dh, auth, createdAt: now, refreshedAt: now }
  const others = sql`SELECT count(*) FROM ${d} WHERE ${d.userId} = ${userId} AND ${d.endpoint} <> ${endpoint}`
  const without = { outcome: null, outcomeAt: null, testHash: null, testAskedAt: null, testTakenAt: null, testShownAt: null }
  const { registered } = await runBatch(db, {
    signedOut: db.delete(d).where(and(eq(d.userId, userId), sql`NOT ${isSignedIn}`)),
    registered: insertSelect(
      d,
      { ...values, endpoint, hidesText: false },
      sql`WHERE (${others}) < ${maxPushDevices}
        ${onConflictUpdate(d, ['endpoint'], { ...values, ...without, hidesText: sql`${d.hidesText} AND ${d.userId} = ${userId}` })}`,
    ),
  })
  if (registered.changes === 0) throw new AppError('TooManyPushDevices', { values: { max: maxPushDevices } })
}

/** The browser says that it is still there, or that its endpoint has changed. */
export async function refreshDevice(
  db: Database,
  { tokenHash, now, userId, ...registrant }: Registrant & { tokenHash: string; now: number },
  { web: { endpoint, p256dh, auth } }: WebRegistration,
): Promise<string> {
  const { refreshed } = await runBatch(db, {
    // A browser has one endpoint. Another row with it is what somebody else left there.
    left: db
      .delete(d)
      .where(
        and(
          eq(d.endpoint, endpoint),
          ne(d.tokenHash, tokenHash),
          sql`EXISTS (SELECT 1 FROM ${d} ${own} WHERE ${isOwnDevice(own, { tokenHash, userId })})`,
        ),
      ),
    refreshed: db
      .update(d)
      .set({ ...registrant, endpoint, p256dh, auth, refreshedAt: now })
      .where(isOwnDevice(d, { tokenHash, userId }))
      .returning({ id: d.id }),
  })
  return readId(refreshed.rows)
}

function readId([device]: readonly { id: string }[]): string {
  if (!device) throw new AppError('PushRegistrationNotFound')
  return device.id
}

export async function deleteRegistration(db: Database, userId: string, tokenHash: string): Promise<string> {
  return readId(await readAll(db, db.delete(d).where(isOwnDevice(d, { tokenHash, userId })).returning({ id: d.id })))
}

const isDeviceOf = (userId: string, id: string) => and(eq(d.id, id), eq(d.userId, userId))

export async function changeDevice(db: Database, userId: string, id: string, changes: { hidesText: boolean }): Promise<void> {
  if ((await write(db, db.update(d).set(changes).where(isDeviceOf(userId, id)))) === 0) throw new AppError('PushDeviceNotFound')
}

export async function removeDevice(db: Database, userId: string, id: string): Promise<void> {
  if ((await write(db, db.delete(d).where(isDeviceOf(userId, id)))) === 0) throw new AppError('PushDeviceNotFound')
}

/** Deletes devices on which the person is no longer signed in. */
export async function forgetSignedOutDevices(db: Database): Promise<void> {
  const ended = sql`SELECT ${d.id} FROM ${d} LEFT JOIN ${sessions} ON ${sessions.id} = ${d.sessionId}
    WHERE ${sessions.id} IS NULL LIMIT ${maxForgottenAtOnce}`
  await write(db, db.delete(d).where(sql`${d.id} IN (${ended})`))
}
