import { type SQL, sql } from 'drizzle-orm'
import { type MailTopic, mailTopicKeys } from '../../domain/mail/topics.ts'
import { type Notice, type NoticePage, type NotificationSettings, noticePageSize, unreadMost } from '../../domain/notifications/contract.ts'
import { makeFace } from '../../domain/profiles/faces.ts'
import { runBatch } from '../platform/batch.ts'
import { cutPage, readCursor, TimeCursor, writeCursor } from '../platform/cursor.ts'
import type { Database } from '../platform/database.ts'
import { nobodyBlocked } from '../privacy/reach.ts'
import { notices } from './schema.ts'

type Row = {
  key: string
  topic: string
  title: string
  text: string
  path: string
  createdAt: number
  isRead: number
  isShown: number
  actorId: string | null
  actorName: string | null
  photoKey: string | null
}

/** Whether the recipient may still see it. Who deletes their account takes such notices along, so who blocks must seem to: no block shows. */
const isShownTo = (userId: string) => nobodyBlocked(userId, sql`n.actor_id`)

/** How much further is looked where notices were left out, so that a page is no shorter for it. */
const lookedFurther = 300

/** Newest first. */
export async function listNotices(db: Database, userId: string, cursor: string | undefined): Promise<NoticePage> {
  const shown: Row[] = []
  let after = readCursor(TimeCursor, cursor)
  for (const looked of [noticePageSize + 1, noticePageSize + 1, lookedFurther]) {
    const rows = await readRows(db, userId, after, looked)
    shown.push(...rows.filter(({ isShown }) => isShown === 1))
    const last = rows.at(-1)
    if (last === undefined || rows.length < looked || shown.length > noticePageSize) {
      const { page, next } = cutPage(shown, noticePageSize, keysOf)
      return { notices: page.map(toNotice), next }
    }
    after = keysOf(last)
  }
  return { notices: shown.map(toNotice), next: after && writeCursor(after) }
}

const keysOf = ({ createdAt, key }: Row): [number, string] => [createdAt, key]

const toNotice = ({ isRead, isShown: _, actorId, actorName, photoKey, ...notice }: Row): Notice => ({
  ...notice,
  isRead: isRead === 1,
  person: actorId === null ? null : makeFace(actorId, actorName, photoKey),
})

async function readRows(db: Database, userId: string, after: [number, string] | null, limit: number): Promise<Row[]> {
  const [found] = await runBatch<Row>(db, [
    sql`SELECT n.key, n.topic, n.title, n.text, n.path, n.created_at AS createdAt, n.read_at IS NOT NULL AS isRead, ${isShownTo(userId)} AS isShown,
        u.id AS actorId, u.display_name AS actorName, u.photo_key AS photoKey
      FROM notices n LEFT JOIN users u ON u.id = n.actor_id AND u.deleted_at IS NULL
      WHERE n.user_id = ${userId} ${after ? sql`AND (n.created_at, n.key) < (${after[0]}, ${after[1]})` : sql``}
      ORDER BY n.created_at DESC, n.key DESC LIMIT ${limit}`,
  ])
  return found?.results ?? []
}

/** Stops counting where the screen stops too, and looking not much further. */
export async function countUnread(db: Database, userId: string): Promise<number> {
  const unread = sql`SELECT actor_id FROM notices WHERE user_id = ${userId} AND read_at IS NULL LIMIT ${unreadMost + lookedFurther}`
  const [found] = await runBatch<{ unread: number }>(db, [
    sql`SELECT count(*) AS unread FROM (SELECT 1 FROM (${unread}) n WHERE ${isShownTo(userId)} LIMIT ${unreadMost})`,
  ])
  return found?.results[0]?.unread ?? 0
}

/** Whether what a mail tells of still stands: a block or a deletion takes it back on its way. */
export async function isNoticeStanding(db: Database, { userId, key }: { userId: string; key: string }): Promise<boolean> {
  const [found] = await runBatch(db, [sql`SELECT 1 FROM notices n WHERE n.user_id = ${userId} AND n.key = ${key} AND ${isShownTo(userId)}`])
  return (found?.results.length ?? 0) > 0
}

/** For lists of whom to tell: `u`, a row of `users`, wants a topic neither by mail nor on their devices. */
export const isTopicOff = (topic: MailTopic): SQL => sql`
  (EXISTS (SELECT 1 FROM push_optouts p WHERE p.user_id = u.id AND p.topic = ${topic})
    AND EXISTS (SELECT 1 FROM mail_optouts o WHERE o.email = u.email_key AND o.topic = ${topic}))`

/** What one person's doing told others lately, of one kind: the `key` of the fact and the `personId` of who was told. */
export const selectToldBy = (actorId: string, { keyStart, since }: { keyStart: string; since: number }): SQL =>
  sql`SELECT ${notices.key} AS key, ${notices.userId} AS personId FROM ${notices} WHERE ${notices.actorId} = ${actorId}
    AND substr(${notices.key}, 1, ${keyStart.length}) = ${keyStart} AND ${notices.createdAt} > ${since}`

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
