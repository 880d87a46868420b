import { sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { MailRequest } from '../../domain/mail/contract.ts'
import { defaultFrequencyOf, type MailTopic, mailTopics } from '../../domain/mail/topics.ts'
import { defaultWeekday } from '../../domain/notifications/digests.ts'
import { judgeNotice } from '../../domain/notifications/rules.ts'
import { findHoldEnd, mailDueAt } from '../../domain/notifications/waiting.ts'
import type { PlatformId } from '../../domain/platforms.ts'
import { nameToShowSql } from '../accounts/name-to-show.ts'
import { people } from '../accounts/shared.ts'
import { putInOutbox } from '../jobs/commands.ts'
import { readAll, runBatch, type Statement } from '../platform/batch.ts'
import { columnNames } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { deriveId } from '../platform/derive-id.ts'
import { asBoolean, asNumber, asText, select } from '../platform/row-query.ts'
import { tellOfNotices } from '../presence/tell-online.ts'
import { hasNoBlock } from '../privacy/reach.ts'
import { pushToDevices } from '../push/push-to-devices.ts'
import { defaultTimeZone } from './default-time-zone.ts'
import { joinTimes, recipientSettings, selectSettings } from './recipient-settings.ts'
import type { Delivery } from './renderer.ts'
import { digestEntries, notices } from './schema.ts'
import { hasNotice } from './shared.ts'

type ExplainedDelivery = Delivery & { reason: string }

type Context = { db: Database; now: number; platform?: PlatformId | undefined }

/**
 * Notifies each person once: writes the row they see in the app, and sends the email. We look up their settings now and not when the
 * fact happened, because they may have changed since. All of it is one batch, which also runs `extraStatements`.
 */
export async function deliver(
  deliveries: readonly ExplainedDelivery[],
  { db, now, platform }: Context,
  extraStatements: readonly Statement[],
): Promise<void> {
  const decisions = (await loadRecipients(db, deliveries)).flatMap(({ index, ...recipient }) => {
    const delivery = deliveries[index]
    if (!delivery) return []
    const channels = judgeNotice({
      ...recipient,
      isActor: recipient.id === delivery.actorId,
      wantsMail: delivery.isMailed && !recipient.optedOutOfMail,
      wantsPush: !recipient.optedOutOfPush,
      isHeld: findHoldEnd(recipient.quietHours, delivery.urgency, { now, timeZone: recipient.timeZone ?? defaultTimeZone }) !== null,
    })
    return [{ delivery, recipient, channels }]
  })
  const visible = Map.groupBy(
    decisions.filter(({ channels }) => channels.inApp),
    ({ delivery }) => delivery,
  )
  const rows = [...visible].map(([delivery, people]) => ({
    ...delivery,
    area: mailTopics[delivery.topic].group,
    to: people.map(({ recipient }) => recipient.id),
  }))
  const mailed = decisions.filter(({ channels }) => channels.email)
  const waiting = mailed.flatMap(({ delivery: { key, topic, urgency }, recipient: { id, timeZone, ...choices } }) => {
    const frequency = choices.frequency ?? defaultFrequencyOf(topic)
    const { quietHours, weekday } = choices
    const dueAt = mailDueAt({
      ...{ frequency, urgency, quietHours, now },
      weekday: weekday ?? defaultWeekday,
      timeZone: timeZone ?? defaultTimeZone,
    })
    return dueAt === now ? [] : [{ userId: id, key, topic, dueAt, isAlone: urgency !== null || frequency === 'each' }]
  })
  const isWaiting = new Set(waiting.map(({ userId, key }) => `${userId} ${key}`))
  const mails = await Promise.all(
    mailed
      .filter(({ delivery, recipient }) => !isWaiting.has(`${recipient.id} ${delivery.key}`))
      .map(async ({ delivery: { key, topic, actorId, title, text, path, reason, teamTopicId }, recipient: { id, email, name } }) => ({
        id: await deriveId('notice', key, id),
        body: {
          to: email,
          ...(platform && { platform }),
          notice: { userId: id, key, actorId, teamTopicId },
          template: { name: 'notice', data: { username: name, topic, title, text, path, reason } },
        } satisfies MailRequest,
      })),
  )
  const pushTags = new Map(await Promise.all(deliveries.map(async ({ key }) => [key, await deriveId('push', key)] as const)))
  const pushed = decisions.flatMap(({ delivery: { key, urgency }, recipient: { id: userId }, channels: { push, isSilent } }) =>
    push ? [{ jobPrefix: pushTags.get(key) ?? key, userId, key, isUrgent: urgency !== null, isSilent }] : [],
  )
  await runBatch(db, {
    pushes: pushToDevices(pushed, { now, isNew: (userId, key) => sql`NOT ${hasNotice(userId, key)}` }),
    // Emails come before the rows: a person who already has the row was emailed with it, even if its job was deleted since.
    mails: putInOutbox('mail', mails, { now, when: isNotNotifiedYet }),
    waiting: addWaiting(waiting, platform),
    // We check blocks again: a block made just now has deleted older rows, and an email without its row is not sent.
    rows: sql`INSERT OR IGNORE INTO ${notices} (${noticeColumns})
      SELECT person.value, notice.value->>'key', notice.value->>'topic', notice.value->>'area', notice.value->>'title', notice.value->>'text', notice.value->>'path',
        notice.value->>'actorId', notice.value->>'teamId', notice.value->>'teamTopicId', notice.value->>'reason', ${now}
      FROM json_each(${JSON.stringify(rows)}) notice CROSS JOIN json_each(notice.value, '$.to') person
      WHERE ${hasNoBlock(sql`notice.value->>'actorId'`, sql`person.value`)}`,
    told: tellOfNotices(
      rows.flatMap(({ to }) => to),
      now,
    ),
    extraStatements,
  })
}

type WaitingMail = { userId: string; key: string; topic: MailTopic; dueAt: number; isAlone: boolean }

const waitingColumns = columnNames(
  digestEntries.userId,
  digestEntries.key,
  digestEntries.topic,
  digestEntries.platform,
  digestEntries.isAlone,
  digestEntries.dueAt,
)

/** The text is read from the notice when the email is sent. */
const addWaiting = (entries: readonly WaitingMail[], platform: PlatformId | undefined) => sql`
  INSERT OR IGNORE INTO ${digestEntries} (${waitingColumns})
  SELECT entry.value->>'userId', entry.value->>'key', entry.value->>'topic', ${platform ?? null}, entry.value->>'isAlone', entry.value->>'dueAt'
  FROM json_each(${JSON.stringify(entries)}) entry
  WHERE NOT EXISTS (SELECT 1 FROM ${notices} WHERE ${notices.userId} = entry.value->>'userId' AND ${notices.key} = entry.value->>'key')`

const noticeColumns = columnNames(
  notices.userId,
  notices.key,
  notices.topic,
  notices.area,
  notices.title,
  notices.text,
  notices.path,
  notices.actorId,
  notices.teamId,
  notices.teamTopicId,
  notices.reason,
  notices.createdAt,
)

/** For an email that is about to be written: its notice does not exist yet. */
const isNotNotifiedYet = sql`NOT EXISTS (SELECT 1 FROM ${notices}
  WHERE ${notices.userId} = value->>'$.body.notice.userId' AND ${notices.key} = value->>'$.body.notice.key')`

/** Loads what decides whether each person of each delivery is notified. `index` is that of the delivery. */
async function loadRecipients(db: Database, deliveries: readonly Delivery[]) {
  const pairs = deliveries.flatMap(({ to, topic, actorId, teamId, teamTopicId }, index) =>
    to.map((userId) => ({ index, userId, topic, actorId, teamId, teamTopicId })),
  )
  const [u, actor] = [alias(people, 'u'), alias(people, 'actor')]
  const actorId = sql`p.value->>'actorId'`
  const about = { topic: sql`p.value->>'topic'`, teamId: sql`p.value->>'teamId'`, teamTopicId: sql`p.value->>'teamTopicId'` }
  const hasActorLeft = sql`EXISTS (SELECT 1 FROM ${people} ${actor} WHERE ${actor.id} = ${actorId} AND ${actor.deletedAt} IS NOT NULL)`
  return readAll(
    db,
    select(
      { index: asNumber, id: u.id, email: u.email, name: asText, isDeleted: asBoolean, isBlocked: asBoolean, ...recipientSettings },
      // `isDeleted` is also true if the actor has deleted their account since.
      sql`SELECT p.value->>'index' AS "index", ${u.id} AS id, ${u.email} AS email, ${nameToShowSql(u)} AS name,
          ${u.deletedAt} IS NOT NULL OR ${hasActorLeft} AS isDeleted, NOT (${hasNoBlock(actorId, u.id)}) AS isBlocked, ${selectSettings(u, about)}
        FROM json_each(${JSON.stringify(pairs)}) p CROSS JOIN ${people} ${u} ON ${u.id} = p.value->>'userId' ${joinTimes(u)}`,
    ),
  )
}
