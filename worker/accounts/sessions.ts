import { and, desc, eq, gt, inArray, lt, ne, type SQL, sql } from 'drizzle-orm'
import { SQLiteAsyncDialect } from 'drizzle-orm/sqlite-core'
import type { Viewer } from '../../domain/access/contract.ts'
import type { Device } from '../../domain/accounts/contract.ts'
import { nameDevice, sessionLifetime, signInTriesLifetime } from '../../domain/accounts/rules.ts'
import { pictureUrl } from '../../domain/profiles/pictures.ts'
import { hour } from '../../domain/time/spans.ts'
import { mailPerson } from '../mail/mail-person.ts'
import { readAll, runBatch, write } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { select } from '../platform/row-query.ts'
import type { AccountContext } from './context.ts'
import { nameToShow } from './name-to-show.ts'
import { authSessions, authTokens, knownDevices, requestCounts, signInTries, users } from './schema.ts'
import { hashSecret } from './secrets.ts'
import type { BrowserPlace, SignInBrowser } from './sign-in-browser.ts'

const touchInterval = hour
const maxDevices = 50
const maxKnownBrowsers = 100

/**
 * Creates the row of a new session, and deletes that of the session that this browser had before. A sign-in from a browser that is
 * new for this person sends them an email.
 */
export async function openSession(
  { db, now, newId, platform }: AccountContext,
  userId: string,
  { userAgent, secret, place }: SignInBrowser,
  replacedId = '',
): Promise<string> {
  const id = newId()
  const browserHash = await hashSecret(secret)
  const template = { name: 'new-device' as const, data: { device: nameDevice(userAgent), at: now } }
  const hasAny = sql`SELECT 1 FROM ${knownDevices} WHERE ${knownDevices.userId} = ${userId}`
  const isNewDevice = sql`EXISTS (${hasAny}) AND NOT EXISTS (${hasAny} AND ${knownDevices.browserHash} = ${browserHash})`
  await runBatch(db, {
    mail: mailPerson(eq(users.id, userId), { id: newId(), platform, template }, { now, when: isNewDevice }),
    replaced: db.delete(authSessions).where(eq(authSessions.id, replacedId)),
    session: db.insert(authSessions).values({
      id,
      userId,
      userAgent: userAgent.slice(0, 300),
      ...place,
      createdAt: now,
      lastSeenAt: now,
      expiresAt: now + sessionLifetime,
    }),
    device: db.insert(knownDevices).values({ userId, browserHash, firstSeenAt: now }).onConflictDoNothing(),
    oldest: forgetOldestBrowsers(userId),
  })
  return id
}

/** A browser that deletes its cookies is a new one each time. */
const forgetOldestBrowsers = (userId: string): SQL =>
  sql`DELETE FROM ${knownDevices} WHERE ${knownDevices.userId} = ${userId} AND ${knownDevices.browserHash} NOT IN (
    SELECT ${knownDevices.browserHash} FROM ${knownDevices} WHERE ${knownDevices.userId} = ${userId}
    ORDER BY ${knownDevices.firstSeenAt} DESC LIMIT ${maxKnownBrowsers})`

export type StoredSession = { viewer: Viewer; email: string; sessionId: string; isStale: boolean }

const selectSession = select(
  {
    id: users.id,
    email: users.email,
    displayName: users.displayName,
    photoKey: users.photoKey,
    emailVerifiedAt: users.emailVerifiedAt,
    completedAt: users.completedAt,
    lastSeenAt: authSessions.lastSeenAt,
  },
  sql`SELECT ${users.id} AS id, ${users.email} AS email, ${users.displayName} AS displayName, ${users.photoKey} AS photoKey,
      ${users.emailVerifiedAt} AS emailVerifiedAt, ${users.completedAt} AS completedAt, ${authSessions.lastSeenAt} AS lastSeenAt
    FROM ${authSessions} JOIN ${users} ON ${users.id} = ${authSessions.userId}
    WHERE ${authSessions.id} = ? AND ${authSessions.expiresAt} > ? AND ${users.deletedAt} IS NULL`,
)

const { sql: sessionText } = new SQLiteAsyncDialect().sqlToQuery(selectSession.query)

/**
 * Every request of a signed-in person runs this query. Its SQL is built only once, because building it costs more than
 * running it.
 */
export async function findSession(db: Database, sessionId: string, now: number): Promise<StoredSession | null> {
  const found = await db.$client.prepare(sessionText).bind(sessionId, now).first()
  if (!found) return null
  const row = selectSession.readRow(found)
  const viewer = {
    id: row.id,
    name: nameToShow(row),
    emailVerified: row.emailVerifiedAt !== null,
    profileComplete: row.completedAt !== null,
    pictureUrl: pictureUrl(row.photoKey, 96),
  }
  return { viewer, email: row.email, sessionId, isStale: now - row.lastSeenAt > touchInterval }
}

export const touchSession = async (db: Database, sessionId: string, now: number, place: BrowserPlace) =>
  void (await write(
    db,
    db
      .update(authSessions)
      .set({ lastSeenAt: now, expiresAt: now + sessionLifetime, ...place })
      .where(eq(authSessions.id, sessionId)),
  ))

export async function listDevices(db: Database, userId: string, thisSession: string, now: number): Promise<Device[]> {
  const rows = await readAll(
    db,
    db
      .select()
      .from(authSessions)
      .where(and(eq(authSessions.userId, userId), gt(authSessions.expiresAt, now)))
      .orderBy(desc(authSessions.createdAt))
      .limit(maxDevices),
  )
  return rows.map(({ id, userAgent, createdAt, lastSeenAt, city, country }) => ({
    id,
    name: nameDevice(userAgent),
    isThis: id === thisSession,
    signedInAt: createdAt,
    lastSeenAt,
    city,
    country,
  }))
}

/** Ends one session of this person. False when the session does not exist or belongs to someone else. */
export const endSession = async (db: Database, userId: string, id: string): Promise<boolean> =>
  (await write(db, db.delete(authSessions).where(and(eq(authSessions.id, id), eq(authSessions.userId, userId))))) > 0

/** Also deletes what would sign another device in: the links that were mailed, and the code for the domain of a community. */
export const endOtherSessions = async (db: Database, userId: string, thisSession: string): Promise<void> =>
  void (await runBatch(db, {
    sessions: db.delete(authSessions).where(and(eq(authSessions.userId, userId), ne(authSessions.id, thisSession))),
    links: db.delete(authTokens).where(and(eq(authTokens.userId, userId), inArray(authTokens.purpose, ['verify', 'reset', 'site']))),
  }))

/** Deletes expired sessions and links, old sign-in attempts, and counts that are over. */
export async function deleteExpiredSessions(db: Database, now: number): Promise<void> {
  await runBatch(db, {
    sessions: db.delete(authSessions).where(lt(authSessions.expiresAt, now)),
    links: db.delete(authTokens).where(lt(authTokens.expiresAt, now)),
    counts: db.delete(requestCounts).where(lt(requestCounts.endsAt, now)),
    tries: db.delete(signInTries).where(and(lt(signInTries.lastAt, now - signInTriesLifetime), lt(signInTries.lockedUntil, now))),
  })
}

export const endSessionByToken = async (db: Database, id: string) =>
  void (await write(db, db.delete(authSessions).where(eq(authSessions.id, id))))
