import { and, eq, isNull, lte, type SQL, sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import { isMailTopic, type MailFrequency, type MailTopic } from '../../domain/mail/topics.ts'
import { topicConversationId } from '../../domain/messages/rules.ts'
import type { ChangeNotification, NotificationChannel } from '../../domain/notifications/contract.ts'
import { noticeLifetime, notificationChannels, type ReadNotices } from '../../domain/notifications/contract.ts'
import { defaultWeekday } from '../../domain/notifications/digests.ts'
import type { NoticeFact, NoticeJob } from '../../domain/notifications/facts.ts'
import type { QuietHours } from '../../domain/notifications/quiet-hours.ts'
import type { PlatformId } from '../../domain/platforms.ts'
import type { Weekday } from '../../domain/time/clock.ts'
import { putInOutbox, putRowsInOutbox } from '../jobs/commands.ts'
import { optIntoMail, optOutOfMail } from '../mail/commands.ts'
import { leaveOne } from '../messages/leave.ts'
import { runBatch, write } from '../platform/batch.ts'
import { insertSelect } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { asBoolean, select } from '../platform/row-query.ts'
import type { TeamRows } from '../platform/team-rows.ts'
import { topicsOfTeams } from '../team-topics/shared.ts'
import { communityMembers } from '../teams/shared.ts'
import { findChannels } from './channels.ts'
import { isInFilter } from './queries.ts'
import {
  digestEntries,
  mailFrequencyChoices,
  notices,
  notificationChoices,
  notificationTimes,
  pushOptouts,
  teamMutes,
  teamTopicOptouts,
} from './schema.ts'
import { followsTopic } from './topic-subscription.ts'

const maxDeletedAtOnce = 500

/** The platform is SQL if only the database knows it. */
type NotifyOptions = { id: string; now: number; platform?: PlatformId | SQL | undefined }

/**
 * Sends notifications about a fact, in the batch that writes the fact. `when` is checked at this point of the batch: if the fact must
 * be new, put this statement before the one that writes it.
 */
export const notifyOf = (fact: NoticeFact, { id, now, platform }: NotifyOptions, when?: SQL) =>
  typeof platform === 'object'
    ? notifyOfRows(sql`SELECT ${id} AS id, ${JSON.stringify(fact)} AS fact WHERE ${when ?? sql`1`}`, { now, platform })
    : putInOutbox('notices', [{ id, body: { fact, platform } satisfies NoticeJob }], { now, ...(when && { when }) })

/** The same for facts that only the database knows. Each row has an `id` and a `fact` as JSON. */
export const notifyOfRows = (rows: SQL, { now, platform = null }: { now: number; platform?: PlatformId | SQL | null | undefined }) =>
  putRowsInOutbox('notices', sql`SELECT id, json_object('fact', json(fact), 'platform', ${platform}) AS body FROM (${rows})`, { now })

export async function readNotices(db: Database, userId: string, { upTo, show }: ReadNotices, now: number): Promise<void> {
  const isUnread = and(eq(notices.userId, userId), isNull(notices.readAt), lte(notices.createdAt, upTo), isInFilter(show))
  await write(db, db.update(notices).set({ readAt: now }).where(isUnread))
}

/** Email choices are stored by address, because the unsubscribe link in an email only knows the address. */
export async function changeNotification(
  db: Database,
  person: { id: string; email: string },
  { topic, channel, isOn }: ChangeNotification,
  now: number,
): Promise<void> {
  await markNotificationsChosen(db, person.id, now)
  if (!isMailTopic(topic)) return changeTeamTopic(db, person.id, { topicId: topic, channel, isOn }, now)
  if (channel === 'email') return isOn ? optIntoMail(db, person.email, topic) : optOutOfMail(db, person.email, topic, now)
  await write(
    db,
    isOn
      ? db.delete(pushOptouts).where(and(eq(pushOptouts.userId, person.id), eq(pushOptouts.topic, topic)))
      : db.insert(pushOptouts).values({ userId: person.id, topic, createdAt: now }).onConflictDoNothing(),
  )
}

/** Turns a topic off on each channel, and returns those on which it was on. */
export async function stopTopic(
  db: Database,
  person: { id: string; email: string },
  topic: ChangeNotification['topic'],
  now: number,
): Promise<NotificationChannel[]> {
  const isOn = await findChannels(db, person, topic)
  const stopped = notificationChannels.filter((channel) => isOn[channel])
  for (const channel of stopped) await changeNotification(db, person, { topic, channel, isOn: false }, now)
  return stopped
}

type TeamTopicSwitch = { topicId: string; channel: NotificationChannel; isOn: boolean }

/** A topic of a team that the person is not in does not exist for them. */
async function changeTeamTopic(db: Database, userId: string, { topicId, channel, isOn }: TeamTopicSwitch, now: number): Promise<void> {
  const { userId: person, topicId: ofTopic, channel: onChannel } = teamTopicOptouts
  const own = sql`FROM ${topicsOfTeams} JOIN ${communityMembers} ON ${communityMembers.teamId} = ${topicsOfTeams.teamId}
      AND ${communityMembers.userId} = ${userId} WHERE ${topicsOfTeams.id} = ${topicId}`
  const { found } = await runBatch(db, {
    found: select({ isThere: asBoolean }, sql`SELECT EXISTS (SELECT 1 ${own}) AS isThere`),
    changed: isOn
      ? db.delete(teamTopicOptouts).where(and(eq(person, userId), eq(ofTopic, topicId), eq(onChannel, channel)))
      : insertSelect(teamTopicOptouts, { userId, topicId: topicsOfTeams.id, channel, createdAt: now }, sql`${own} ON CONFLICT DO NOTHING`),
    // Without a channel left, the person is out of the topic.
    left: isOn
      ? []
      : leaveOne(topicConversationId(topicId), userId, { now, when: sql`changes() > 0 AND NOT ${followsTopic(topicId, userId)}` }),
  })
  if (!found.rows[0]?.isThere) throw new AppError('TopicNotFound')
}

export async function changeFrequency(
  db: Database,
  userId: string,
  { topic, frequency }: { topic: MailTopic; frequency: MailFrequency },
  now: number,
): Promise<void> {
  const { userId: person, topic: ofTopic } = mailFrequencyChoices
  await runBatch(db, {
    changed: db
      .insert(mailFrequencyChoices)
      .values({ userId, topic, frequency, createdAt: now })
      .onConflictDoUpdate({ target: [person, ofTopic], set: { frequency } }),
    // What already waits goes out now, so that nothing waits longer than the person wants.
    due: db
      .update(digestEntries)
      .set({ dueAt: now })
      .where(and(eq(digestEntries.userId, userId), eq(digestEntries.topic, topic))),
    chosen: db.insert(notificationChoices).values({ userId, chosenAt: now }).onConflictDoNothing(),
  })
}

type Times = { weekday?: Weekday; quietHours?: QuietHours | null }

export async function changeTimes(db: Database, userId: string, times: Times, now: number): Promise<void> {
  await runBatch(db, {
    changed: db
      .insert(notificationTimes)
      .values({ userId, weekday: defaultWeekday, ...times, createdAt: now })
      .onConflictDoUpdate({ target: notificationTimes.userId, set: times }),
    chosen: db.insert(notificationChoices).values({ userId, chosenAt: now }).onConflictDoNothing(),
  })
}

/** Records that the person has looked at their notification settings, even if they changed nothing. */
export async function markNotificationsChosen(db: Database, userId: string, now: number): Promise<void> {
  await write(db, db.insert(notificationChoices).values({ userId, chosenAt: now }).onConflictDoNothing())
}

/** Returns false if the person is not a member of the team: for them it does not exist. */
export async function muteTeam(db: Database, userId: string, teamId: string, now: number): Promise<boolean> {
  const { mutes } = await runBatch(db, {
    inserted: insertSelect(
      teamMutes,
      { userId: communityMembers.userId, teamId: communityMembers.teamId, createdAt: now },
      sql`FROM ${communityMembers} WHERE ${communityMembers.userId} = ${userId} AND ${communityMembers.teamId} = ${teamId}
        ON CONFLICT DO NOTHING`,
    ),
    mutes: db.select({ since: teamMutes.createdAt }).from(teamMutes).where(isMuteOf(userId, teamId)),
  })
  return mutes.rows.length > 0
}

export async function unmuteTeam(db: Database, userId: string, teamId: string): Promise<void> {
  await write(db, db.delete(teamMutes).where(isMuteOf(userId, teamId)))
}

const isMuteOf = (userId: string, teamId: string) => and(eq(teamMutes.userId, userId), eq(teamMutes.teamId, teamId))

/** They come before the topics of the team. */
export const noticeSettingRows: readonly TeamRows[] = [
  { table: teamMutes, isOf: (teamId) => eq(teamMutes.teamId, teamId) },
  {
    table: teamTopicOptouts,
    isOf: (teamId) =>
      sql`${teamTopicOptouts.topicId} IN (SELECT ${topicsOfTeams.id} FROM ${topicsOfTeams} WHERE ${topicsOfTeams.teamId} = ${teamId})`,
  },
]

export async function deleteOldNotices(db: Database, now: number): Promise<void> {
  const oldNotices = sql`SELECT ${notices.userId}, ${notices.key} FROM ${notices} WHERE ${notices.createdAt} < ${now - noticeLifetime}
    ORDER BY ${notices.createdAt} LIMIT ${maxDeletedAtOnce}`
  await write(db, db.delete(notices).where(sql`(${notices.userId}, ${notices.key}) IN (${oldNotices})`))
}
