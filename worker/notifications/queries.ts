import { type SQL, sql } from 'drizzle-orm'
import { mailTopicKeys } from '../../domain/mail/topics.ts'
import { type NoticePage, type NotificationSettings, noticePageSize, unreadMost } from '../../domain/notifications/contract.ts'
import { makeFace } from '../../domain/profiles/faces.ts'
import { runBatch } from '../platform/batch.ts'
import { cutPage, readCursor, TimeCursor } from '../platform/cursor.ts'
import type { Database } from '../platform/database.ts'

type Row = {
  key: string
  topic: string
  title: string
  text: string
  path: string
  createdAt: number
  isRead: number
  actorId: string | null
  actorName: string | null
  photoKey: string | null
}

/** Newest first. */
export async function listNotices(db: Database, userId: string, cursor: string | undefined): Promise<NoticePage> {
  const after = readCursor(TimeCursor, cursor)
  const [found] = await runBatch<Row>(db, [
    sql`SELECT n.key, n.topic, n.title, n.text, n.path, n.created_at AS createdAt, n.read_at IS NOT NULL AS isRead,
        u.id AS actorId, u.display_name AS actorName, u.photo_key AS photoKey
      FROM notices n LEFT JOIN users u ON u.id = n.actor_id AND u.deleted_at IS NULL
      WHERE n.user_id = ${userId} ${after ? sql`AND (n.created_at, n.key) < (${after[0]}, ${after[1]})` : sql``}
      ORDER BY n.created_at DESC, n.key DESC LIMIT ${noticePageSize + 1}`,
  ])
  const { page, next } = cutPage(found?.results ?? [], noticePageSize, ({ createdAt, key }) => [createdAt, key])
  return {
    notices: page.map(({ isRead, actorId, actorName, photoKey, ...notice }) => ({
      ...notice,
      isRead: isRead === 1,
      person: actorId === null ? null : makeFace(actorId, actorName, photoKey),
    })),
    next,
  }
}

/** Stops counting where the screen stops too. */
export async function countUnread(db: Database, userId: string): Promise<number> {
  const [found] = await runBatch<{ unread: number }>(db, [
    sql`SELECT count(*) AS unread FROM (SELECT 1 FROM notices WHERE user_id = ${userId} AND read_at IS NULL LIMIT ${unreadMost})`,
  ])
  return found?.results[0]?.unread ?? 0
}

/** Whether what a mail tells of still stands: a block or a deletion takes it back on its way. */
export async function isNoticeStanding(db: Database, { userId, key }: { userId: string; key: string }): Promise<boolean> {
  const [found] = await runBatch(db, [sql`SELECT 1 FROM notices WHERE user_id = ${userId} AND key = ${key}`])
  return (found?.results.length ?? 0) > 0
}

/** What one person's doing told others lately, of one kind: the `key` of the fact and whom. */
export const selectToldBy = (actorId: string, { keyStart, since }: { keyStart: string; since: number }): SQL =>
  sql`SELECT key, user_id FROM notices WHERE actor_id = ${actorId} AND substr(key, 1, ${keyStart.length}) = ${keyStart} AND created_at > ${since}`

export async function findNotificationSettings(db: Database, userId: string): Promise<NotificationSettings> {
  const [mail, push, chosen, teams] = await runBatch(db, [
    sql`SELECT topic FROM mail_optouts WHERE email = (SELECT email_key FROM users WHERE id = ${userId})`,
    sql`SELECT topic FROM push_optouts WHERE user_id = ${userId}`,
    sql`SELECT 1 FROM notification_choices WHERE user_id = ${userId}`,
    sql`SELECT t.id, t.name, EXISTS (SELECT 1 FROM team_mutes m WHERE m.user_id = ${userId} AND m.team_id = t.id) AS isMuted
      FROM team_members tm JOIN teams t ON t.id = tm.team_id
      WHERE tm.user_id = ${userId} AND t.deleted_at IS NULL ORDER BY tm.joined_at LIMIT 100`,
  ])
  const off = (rows: D1Result | undefined) => new Set(((rows?.results ?? []) as { topic: string }[]).map(({ topic }) => topic))
  const [noMail, noPush] = [off(mail), off(push)]
  const entries = mailTopicKeys.map((topic) => [topic, { email: !noMail.has(topic), push: !noPush.has(topic) }])
  return {
    notificationSettings: Object.fromEntries(entries) as NotificationSettings['notificationSettings'],
    isChosen: (chosen?.results.length ?? 0) > 0,
    teams: ((teams?.results ?? []) as { id: string; name: string; isMuted: number }[]).map((team) => ({
      ...team,
      isMuted: team.isMuted === 1,
    })),
  }
}
