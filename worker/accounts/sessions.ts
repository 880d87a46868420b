import { and, desc, eq, gt, lt, ne, sql } from 'drizzle-orm'
import type { Viewer } from '../../domain/access/contract.ts'
import type { Device } from '../../domain/accounts/contract.ts'
import { nameDevice, sessionFor, triesKeptFor, withoutVersions } from '../../domain/accounts/rules.ts'
import { pictureUrl } from '../../domain/profiles/pictures.ts'
import { hour } from '../../domain/time/spans.ts'
import { putRowsInOutbox } from '../jobs/commands.ts'
import { runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import type { AccountContext } from './context.ts'
import { authSessions } from './schema.ts'
import { hashSecret } from './secrets.ts'
import { nameToShow, shownName } from './shown-name.ts'

const seenEvery = hour
const devicesShown = 50

/** A row behind each cookie: without it the cookie is worth nothing. A browser never seen before is told of by mail. */
export async function openSession({ db, now, newId, platform }: AccountContext, userId: string, userAgent: string): Promise<string> {
  const id = newId()
  // Browsers renew themselves every few weeks, which makes nobody's device a new one.
  const device = await hashSecret(withoutVersions(userAgent))
  const data = { device: nameDevice(userAgent), at: new Date(now).toUTCString() }
  const knows = sql`SELECT 1 FROM known_devices d WHERE d.user_id = u.id`
  const news = sql`
    SELECT ${newId()} AS id, json_object('to', u.email, 'platform', ${platform}, 'template', json_object('name', 'new-device',
      'data', json_set(${JSON.stringify(data)}, '$.username', ${shownName('u')}))) AS body
    FROM users u WHERE u.id = ${userId} AND EXISTS (${knows}) AND NOT EXISTS (${knows} AND d.user_agent_hash = ${device})`
  await runBatch(db, [
    putRowsInOutbox('mail', news, { now }),
    db
      .insert(authSessions)
      .values({ id, userId, userAgent: userAgent.slice(0, 300), createdAt: now, lastSeenAt: now, expiresAt: now + sessionFor }),
    sql`INSERT OR IGNORE INTO known_devices (user_id, user_agent_hash, first_seen_at) VALUES (${userId}, ${device}, ${now})`,
  ])
  return id
}

export type OpenSession = { viewer: Viewer; email: string; sessionId: string; isStale: boolean }

type SessionRow = {
  id: string
  email: string
  displayName: string | null
  photoKey: string | null
  isVerified: number
  isComplete: number
  lastSeenAt: number
}

const selectSession = `
  SELECT u.id, u.email, u.display_name AS displayName, u.photo_key AS photoKey, u.email_verified_at IS NOT NULL AS isVerified,
    u.completed_at IS NOT NULL AS isComplete, s.last_seen_at AS lastSeenAt
  FROM auth_sessions s JOIN users u ON u.id = s.user_id WHERE s.id = ? AND s.expires_at > ? AND u.deleted_at IS NULL`

/** Asked with every request of who is signed in, so it goes to D1 as it is: building it each time costs more than its answer. */
export async function findSession(db: Database, sessionId: string, now: number): Promise<OpenSession | null> {
  const row = await db.$client.prepare(selectSession).bind(sessionId, now).first<SessionRow>()
  if (!row) return null
  const viewer = {
    id: row.id,
    name: nameToShow(row),
    emailVerified: row.isVerified === 1,
    profileComplete: row.isComplete === 1,
    pictureUrl: pictureUrl(row.photoKey, 96),
  }
  return { viewer, email: row.email, sessionId, isStale: now - row.lastSeenAt > seenEvery }
}

export const touchSession = async (db: Database, sessionId: string, now: number) =>
  void (await db
    .update(authSessions)
    .set({ lastSeenAt: now, expiresAt: now + sessionFor })
    .where(eq(authSessions.id, sessionId)))

export async function listDevices(db: Database, userId: string, thisSession: string, now: number): Promise<Device[]> {
  const rows = await db
    .select()
    .from(authSessions)
    .where(and(eq(authSessions.userId, userId), gt(authSessions.expiresAt, now)))
    .orderBy(desc(authSessions.createdAt))
    .limit(devicesShown)
  return rows.map(({ id, userAgent, createdAt, lastSeenAt }) => ({
    id,
    name: nameDevice(userAgent),
    isThis: id === thisSession,
    signedInAt: createdAt,
    lastSeenAt,
  }))
}

/** Ends one session of this person. False when it is not theirs or not there. */
export async function endSession(db: Database, userId: string, id: string): Promise<boolean> {
  const { meta } = await db.delete(authSessions).where(and(eq(authSessions.id, id), eq(authSessions.userId, userId)))
  return meta.changes > 0
}

export const endOtherSessions = async (db: Database, userId: string, thisSession: string) =>
  void (await db.delete(authSessions).where(and(eq(authSessions.userId, userId), ne(authSessions.id, thisSession))))

/** What time has made worthless. */
export async function forgetExpired(db: Database, now: number): Promise<void> {
  await runBatch(db, [
    db.delete(authSessions).where(lt(authSessions.expiresAt, now)),
    sql`DELETE FROM auth_tokens WHERE expires_at < ${now}`,
    sql`DELETE FROM sign_in_tries WHERE last_at < ${now - triesKeptFor} AND locked_until < ${now}`,
  ])
}

export const endSessionByToken = async (db: Database, id: string) => void (await db.delete(authSessions).where(eq(authSessions.id, id)))
