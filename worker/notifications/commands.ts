import { and, eq, isNull, lte, type SQL, sql } from 'drizzle-orm'
import type { ChangeNotification } from '../../domain/notifications/contract.ts'
import { noticesKeptFor } from '../../domain/notifications/contract.ts'
import type { NoticeFact, NoticeJob } from '../../domain/notifications/facts.ts'
import type { PlatformId } from '../../domain/platforms.ts'
import { putInOutbox, putRowsInOutbox } from '../jobs/commands.ts'
import { optIntoMail, optOutOfMail } from '../mail/commands.ts'
import { runBatch, write } from '../platform/batch.ts'
import { insertSelect } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { communityMembers } from '../teams/shared.ts'
import { notices, notificationChoices, pushOptouts, teamMutes } from './schema.ts'

const forgottenAtOnce = 500

type Telling = { id: string; now: number; platform?: PlatformId | undefined }

/**
 * Has people told of a fact, in the batch that writes it. `when` is asked at this point of the batch: of a fact that must be new,
 * before the statement that writes it.
 */
export const tellOf = (fact: NoticeFact, { id, now, platform }: Telling, when?: SQL) =>
  putInOutbox('notices', [{ id, body: { fact, platform } satisfies NoticeJob }], { now, ...(when && { when }) })

/** The same for facts that only the database knows: each row has an `id` and, as JSON, a `fact`. */
export const tellOfRows = (rows: SQL, { now, platform = null }: { now: number; platform?: PlatformId | null | undefined }) =>
  putRowsInOutbox('notices', sql`SELECT id, json_object('fact', json(fact), 'platform', ${platform}) AS body FROM (${rows})`, { now })

export async function readNotices(db: Database, userId: string, upTo: number, now: number): Promise<void> {
  const isUnread = and(eq(notices.userId, userId), isNull(notices.readAt), lte(notices.createdAt, upTo))
  await write(db, db.update(notices).set({ readAt: now }).where(isUnread))
}

/** Mail is kept by address, where the link in each mail keeps it too: one truth for both. */
export async function changeNotification(
  db: Database,
  person: { id: string; email: string },
  { topic, channel, isOn }: ChangeNotification,
  now: number,
): Promise<void> {
  await chooseNotifications(db, person.id, now)
  if (channel === 'email') return isOn ? optIntoMail(db, person.email, topic) : optOutOfMail(db, person.email, topic, now)
  await write(
    db,
    isOn
      ? db.delete(pushOptouts).where(and(eq(pushOptouts.userId, person.id), eq(pushOptouts.topic, topic)))
      : db.insert(pushOptouts).values({ userId: person.id, topic, createdAt: now }).onConflictDoNothing(),
  )
}

/** The person has decided what they want to hear of, if only by leaving it as it is. */
export async function chooseNotifications(db: Database, userId: string, now: number): Promise<void> {
  await write(db, db.insert(notificationChoices).values({ userId, chosenAt: now }).onConflictDoNothing())
}

/** False where the person is not in the team, which then is not there for them. */
export async function muteTeam(db: Database, userId: string, teamId: string, now: number): Promise<boolean> {
  const { muted } = await runBatch(db, {
    made: insertSelect(
      teamMutes,
      { userId: communityMembers.userId, teamId: communityMembers.teamId, createdAt: now },
      sql`FROM ${communityMembers} WHERE ${communityMembers.userId} = ${userId} AND ${communityMembers.teamId} = ${teamId}
        ON CONFLICT DO NOTHING`,
    ),
    muted: db.select({ since: teamMutes.createdAt }).from(teamMutes).where(isMuteOf(userId, teamId)),
  })
  return muted.rows.length > 0
}

export async function unmuteTeam(db: Database, userId: string, teamId: string): Promise<void> {
  await write(db, db.delete(teamMutes).where(isMuteOf(userId, teamId)))
}

const isMuteOf = (userId: string, teamId: string) => and(eq(teamMutes.userId, userId), eq(teamMutes.teamId, teamId))

export async function forgetOldNotices(db: Database, now: number): Promise<void> {
  const old = sql`SELECT ${notices.userId}, ${notices.key} FROM ${notices} WHERE ${notices.createdAt} < ${now - noticesKeptFor}
    ORDER BY ${notices.createdAt} LIMIT ${forgottenAtOnce}`
  await write(db, db.delete(notices).where(sql`(${notices.userId}, ${notices.key}) IN (${old})`))
}
