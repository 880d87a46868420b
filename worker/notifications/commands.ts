import { type SQL, sql } from 'drizzle-orm'
import type { ChangeNotification } from '../../domain/notifications/contract.ts'
import { noticesKeptFor } from '../../domain/notifications/contract.ts'
import type { NoticeFact, NoticeJob } from '../../domain/notifications/facts.ts'
import type { PlatformId } from '../../domain/platforms.ts'
import { putInOutbox, putRowsInOutbox } from '../jobs/commands.ts'
import { optIntoMail, optOutOfMail } from '../mail/commands.ts'
import { runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'

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
  await runBatch(db, [sql`UPDATE notices SET read_at = ${now} WHERE user_id = ${userId} AND read_at IS NULL AND created_at <= ${upTo}`])
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
  await runBatch(db, [
    isOn
      ? sql`DELETE FROM push_optouts WHERE user_id = ${person.id} AND topic = ${topic}`
      : sql`INSERT OR IGNORE INTO push_optouts (user_id, topic, created_at) VALUES (${person.id}, ${topic}, ${now})`,
  ])
}

/** The person has decided what they want to hear of, if only by leaving it as it is. */
export async function chooseNotifications(db: Database, userId: string, now: number): Promise<void> {
  await runBatch(db, [sql`INSERT OR IGNORE INTO notification_choices (user_id, chosen_at) VALUES (${userId}, ${now})`])
}

/** False where the person is not in the team, which then is not there for them. */
export async function muteTeam(db: Database, userId: string, teamId: string, now: number): Promise<boolean> {
  const [, muted] = await runBatch<{ isIn: number }>(db, [
    sql`INSERT OR IGNORE INTO team_mutes (user_id, team_id, created_at)
      SELECT user_id, team_id, ${now} FROM team_members WHERE user_id = ${userId} AND team_id = ${teamId}`,
    sql`SELECT EXISTS (SELECT 1 FROM team_mutes WHERE user_id = ${userId} AND team_id = ${teamId}) AS isIn`,
  ])
  return muted?.results[0]?.isIn === 1
}

export async function unmuteTeam(db: Database, userId: string, teamId: string): Promise<void> {
  await runBatch(db, [sql`DELETE FROM team_mutes WHERE user_id = ${userId} AND team_id = ${teamId}`])
}

export async function forgetOldNotices(db: Database, now: number): Promise<void> {
  await runBatch(db, [
    sql`DELETE FROM notices WHERE (user_id, key) IN
      (SELECT user_id, key FROM notices WHERE created_at < ${now - noticesKeptFor} ORDER BY created_at LIMIT ${forgottenAtOnce})`,
  ])
}
