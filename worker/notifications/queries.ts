import { and, desc, eq, isNull, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { defaultFrequencyOf, type MailTopic, mailTopicKeys, waitingTopics } from '../../domain/mail/topics.ts'
import {
  maxUnread,
  type Notice,
  type NoticeFilter,
  type NoticePage,
  type NoticeQuery,
  type NotificationSettings,
  noticePageSize,
} from '../../domain/notifications/contract.ts'
import { defaultWeekday } from '../../domain/notifications/digests.ts'
import { maxTopics } from '../../domain/team-topics/contract.ts'
import { emailKeyOf } from '../accounts/exported-name-of.ts'
import { toFace } from '../accounts/faces.ts'
import { people } from '../accounts/shared.ts'
import { emailOptouts } from '../mail/shared.ts'
import { readAll, readFirst, runBatch } from '../platform/batch.ts'
import { inList } from '../platform/columns.ts'
import { cutPage, readCursor, TimeCursor, writeCursor } from '../platform/cursor.ts'
import type { Database } from '../platform/database.ts'
import { asNumber, select } from '../platform/row-query.ts'
import { hasNoBlock } from '../privacy/reach.ts'
import { playerProfiles } from '../profiles/shared.ts'
import { topicsOfTeams } from '../team-topics/shared.ts'
import { communities, communityMembers } from '../teams/shared.ts'
import { defaultTimeZone } from './default-time-zone.ts'
import {
  mailFrequencyChoices,
  notices,
  notificationChoices,
  notificationTimes,
  pushOptouts,
  teamMutes,
  teamTopicOptouts,
} from './schema.ts'

/**
 * Whether the recipient may still see a notice about `actorId`. When a person deletes their account, their notices are deleted too.
 * We hide them in the same way when a person blocks the recipient, so that the recipient cannot tell that they were blocked.
 */
const isShownTo = (userId: string, actorId: SQLWrapper = notices.actorId) => hasNoBlock(userId, actorId)

/** If hidden notices leave a page short, we read this many more rows at most to fill it. */
const maxExtraRows = 300

/** The notices that a filter of the list shows. Each has its own index. */
export const isInFilter = (show: NoticeFilter | undefined) => {
  if (show === undefined) return undefined
  return show === 'unread' ? isNull(notices.readAt) : eq(notices.area, show)
}

/** Newest first. */
export async function listNotices(db: Database, userId: string, { cursor, show }: NoticeQuery): Promise<NoticePage> {
  const shown: NoticeRow[] = []
  let after = readCursor(TimeCursor, cursor)
  for (const limit of [noticePageSize + 1, noticePageSize + 1, maxExtraRows]) {
    const rows = await readRows(db, userId, { show, after, limit })
    shown.push(...rows.filter(({ isShown }) => isShown))
    const last = rows.at(-1)
    if (last === undefined || rows.length < limit || shown.length > noticePageSize) {
      const { page, next } = cutPage(shown, noticePageSize, keysOf)
      return { notices: page.map(toNotice), next }
    }
    after = keysOf(last)
  }
  return { notices: shown.map(toNotice), next: after && writeCursor(after) }
}

type NoticeRow = Awaited<ReturnType<typeof readRows>>[number]

const keysOf = ({ createdAt, key }: NoticeRow): [number, string] => [createdAt, key]

const toNotice = ({ readAt, isShown: _, actorId, actorName, photoKey, ...notice }: NoticeRow): Notice => ({
  ...notice,
  isRead: readAt !== null,
  person: actorId === null ? null : toFace({ id: actorId, name: actorName, photoKey }),
})

type Range = { show: NoticeFilter | undefined; after: [number, string] | null; limit: number }

const readRows = (db: Database, userId: string, { show, after, limit }: Range) =>
  readAll(
    db,
    db
      .select({
        key: notices.key,
        topic: notices.topic,
        title: notices.title,
        text: notices.text,
        path: notices.path,
        teamId: notices.teamId,
        teamTopicId: notices.teamTopicId,
        reason: notices.reason,
        createdAt: notices.createdAt,
        readAt: notices.readAt,
        isShown: sql<boolean>`(${isShownTo(userId)})`.mapWith(Boolean).as('isShown'),
        actorId: people.id,
        actorName: people.displayName,
        photoKey: people.photoKey,
      })
      .from(notices)
      .leftJoin(people, and(eq(people.id, notices.actorId), isNull(people.deletedAt)))
      .where(
        and(
          eq(notices.userId, userId),
          isInFilter(show),
          after ? sql`(${notices.createdAt}, ${notices.key}) < (${after[0]}, ${after[1]})` : undefined,
        ),
      )
      .orderBy(desc(notices.createdAt), desc(notices.key))
      .limit(limit),
  )

/** Stops counting at the number where the screen shows "99+", so that it reads few rows. */
export async function countUnread(db: Database, userId: string): Promise<number> {
  const unread = sql`SELECT ${notices.actorId} AS actorId FROM ${notices}
    WHERE ${notices.userId} = ${userId} AND ${notices.readAt} IS NULL LIMIT ${maxUnread + maxExtraRows}`
  const found = await readFirst(
    db,
    select(
      { unread: asNumber },
      sql`SELECT count(*) AS unread FROM (SELECT 1 FROM (${unread}) n WHERE ${isShownTo(userId, sql`n.actorId`)} LIMIT ${maxUnread})`,
    ),
  )
  return found?.unread ?? 0
}

/** Whether the notice behind an email still exists. A block or a deletion may have removed it while the email was on its way. */
export async function isNoticeVisible(db: Database, { userId, key }: { userId: string; key: string }): Promise<boolean> {
  const isThisNotice = and(eq(notices.userId, userId), eq(notices.key, key), isShownTo(userId))
  return (await readFirst(db, db.select({ key: notices.key }).from(notices).where(isThisNotice))) !== undefined
}

/** A notice that the person may see and has not read yet, for an alert on a device. */
export async function findUnreadNotice(db: Database, userId: string, key: string) {
  const { key: noticeKey, topic, title, text, path, teamTopicId, reason, createdAt } = notices
  const shown = { key: noticeKey, topic, title, text, path, teamTopicId, reason, createdAt }
  const isThisNotice = and(eq(notices.userId, userId), eq(notices.key, key), isNull(notices.readAt), isShownTo(userId))
  return readFirst(db, db.select(shown).from(notices).where(isThisNotice))
}

/** The notices among these that still exist and that the person may see. */
export async function findVisibleKeys(db: Database, userId: string, keys: readonly string[]): Promise<Set<string>> {
  const isVisible = and(eq(notices.userId, userId), inList(notices.key, keys), isShownTo(userId))
  return new Set((await readAll(db, db.select({ key: notices.key }).from(notices).where(isVisible))).map(({ key }) => key))
}

/** The person turned this topic off for both email and push. */
export const isTopicOff = (topic: MailTopic, person: { id: SQLWrapper; emailKey: SQLWrapper }): SQL => sql`
  (EXISTS (SELECT 1 FROM ${pushOptouts} WHERE ${pushOptouts.userId} = ${person.id} AND ${pushOptouts.topic} = ${topic})
    AND EXISTS (SELECT 1 FROM ${emailOptouts} WHERE ${emailOptouts.email} = ${person.emailKey} AND ${emailOptouts.topic} = ${topic}))`

/** The person was notified about the fact that `key` identifies. */
export const isNotified = (personId: SQLWrapper, key: string): SQL =>
  sql`EXISTS (SELECT 1 FROM ${notices} WHERE ${notices.userId} = ${personId} AND ${notices.key} = ${key})`

const maxTeams = 100

/** The person has looked at their notification settings at least once. */
export const hasChosenNotifications = (userId: string): SQL =>
  sql`EXISTS (SELECT 1 FROM ${notificationChoices} WHERE ${notificationChoices.userId} = ${userId})`

const defaultFrequencies = Object.fromEntries(
  waitingTopics.map((topic) => [topic, defaultFrequencyOf(topic)]),
) as NotificationSettings['frequencies']

export async function findNotificationSettings(db: Database, userId: string): Promise<NotificationSettings> {
  const { mail, push, frequencies, person, chosen, teams, topics, topicsOff } = await runBatch(db, {
    mail: db
      .select({ topic: emailOptouts.topic })
      .from(emailOptouts)
      .where(eq(emailOptouts.email, emailKeyOf(userId))),
    push: db.select({ topic: pushOptouts.topic }).from(pushOptouts).where(eq(pushOptouts.userId, userId)),
    frequencies: db
      .select({ topic: mailFrequencyChoices.topic, frequency: mailFrequencyChoices.frequency })
      .from(mailFrequencyChoices)
      .where(eq(mailFrequencyChoices.userId, userId)),
    person: db
      .select({
        verifiedAt: people.emailVerifiedAt,
        timeZone: playerProfiles.timeZone,
        weekday: notificationTimes.weekday,
        quietHours: notificationTimes.quietHours,
      })
      .from(people)
      .leftJoin(playerProfiles, eq(playerProfiles.userId, people.id))
      .leftJoin(notificationTimes, eq(notificationTimes.userId, people.id))
      .where(eq(people.id, userId)),
    chosen: db.select({ at: notificationChoices.chosenAt }).from(notificationChoices).where(eq(notificationChoices.userId, userId)),
    teams: db
      .select({ id: communities.id, name: communities.name, mutedAt: teamMutes.createdAt })
      .from(communityMembers)
      .innerJoin(communities, eq(communities.id, communityMembers.teamId))
      .leftJoin(teamMutes, and(eq(teamMutes.userId, userId), eq(teamMutes.teamId, communities.id)))
      .where(and(eq(communityMembers.userId, userId), isNull(communities.deletedAt)))
      .orderBy(communityMembers.joinedAt)
      .limit(maxTeams),
    topics: db
      .select({ id: topicsOfTeams.id, teamId: topicsOfTeams.teamId, name: topicsOfTeams.name })
      .from(communityMembers)
      .crossJoin(topicsOfTeams)
      .where(and(eq(communityMembers.userId, userId), eq(topicsOfTeams.teamId, communityMembers.teamId)))
      .orderBy(communityMembers.joinedAt, topicsOfTeams.teamId, topicsOfTeams.position)
      .limit(maxTeams * maxTopics),
    topicsOff: db
      .select({ id: teamTopicOptouts.topicId, channel: teamTopicOptouts.channel })
      .from(teamTopicOptouts)
      .where(eq(teamTopicOptouts.userId, userId)),
  })
  const topicsOf = (rows: { topic: string }[]) => new Set(rows.map(({ topic }) => topic))
  const [noMail, noPush] = [topicsOf(mail.rows), topicsOf(push.rows)]
  const topicsByTeam = Map.groupBy(topics.rows, ({ teamId }) => teamId)
  const off = new Set(topicsOff.rows.map(({ id, channel }) => `${channel} ${id}`))
  const teamEntries = topics.rows.map(({ id }) => [id, { email: !off.has(`email ${id}`), push: !off.has(`push ${id}`) }])
  const entries = mailTopicKeys.map((topic) => [topic, { email: !noMail.has(topic), push: !noPush.has(topic) }])
  return {
    notificationSettings: Object.fromEntries([...entries, ...teamEntries]) as NotificationSettings['notificationSettings'],
    frequencies: { ...defaultFrequencies, ...Object.fromEntries(frequencies.rows.map(({ topic, frequency }) => [topic, frequency])) },
    weekday: person.rows[0]?.weekday ?? defaultWeekday,
    quietHours: person.rows[0]?.quietHours ?? null,
    timeZone: person.rows[0]?.timeZone ?? defaultTimeZone,
    isEmailVerified: (person.rows[0]?.verifiedAt ?? null) !== null,
    isChosen: chosen.rows.length > 0,
    teams: teams.rows.map(({ id, name, mutedAt }) => ({
      id,
      name,
      isMuted: mutedAt !== null,
      topics: (topicsByTeam.get(id) ?? []).map((topic) => ({ id: topic.id, name: topic.name })),
    })),
  }
}
