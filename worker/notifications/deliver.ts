import { type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { MailRequest } from '../../domain/mail/contract.ts'
import { judgeNotice } from '../../domain/notifications/rules.ts'
import type { PlatformId } from '../../domain/platforms.ts'
import { people } from '../accounts/shared.ts'
import { shownNameOf } from '../accounts/shown-name.ts'
import { putInOutbox } from '../jobs/commands.ts'
import { mailRefusals } from '../mail/shared.ts'
import { readAll, runBatch, type Statement } from '../platform/batch.ts'
import { columnNames } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { deriveId } from '../platform/derive-id.ts'
import { asBoolean, asNumber, asText, select } from '../platform/row-query.ts'
import { nobodyBlocked } from '../privacy/reach.ts'
import type { Delivery } from './renderer.ts'
import { notices, pushOptouts, teamMutes } from './schema.ts'

type Context = { db: Database; now: number; platform?: PlatformId | undefined }

/**
 * Tells each person once: the row they see here, and the mail. What they want is looked up now, not when it happened. All of it is
 * one batch, in which `also` runs too.
 */
export async function deliver(deliveries: readonly Delivery[], { db, now, platform }: Context, also: readonly Statement[]): Promise<void> {
  const told = (await loadListeners(db, deliveries)).flatMap(({ index, ...listener }) => {
    const delivery = deliveries[index]
    if (!delivery) return []
    const channels = judgeNotice({
      ...listener,
      isActor: listener.id === delivery.actorId,
      wantsMail: delivery.isMailed && !listener.optedOutOfMail,
      wantsPush: !listener.optedOutOfPush,
    })
    return [{ delivery, listener, channels }]
  })
  const shown = Map.groupBy(
    told.filter(({ channels }) => channels.inApp),
    ({ delivery }) => delivery,
  )
  const rows = [...shown].map(([delivery, people]) => ({ ...delivery, to: people.map(({ listener }) => listener.id) }))
  const mails = await Promise.all(
    told
      .filter(({ channels }) => channels.email)
      .map(async ({ delivery: { key, topic, actorId, title, text, path }, listener: { id, email, name } }) => ({
        id: await deriveId('notice', key, id),
        body: {
          to: email,
          ...(platform && { platform }),
          notice: { userId: id, key, actorId },
          template: { name: 'notice', data: { username: name, topic, title, text, path } },
        } satisfies MailRequest,
      })),
  )
  await runBatch(db, {
    // Before the rows: who has theirs was mailed with it, even if the mail's job is long forgotten.
    mails: putInOutbox('mail', mails, { now, when: isUntold }),
    // Asked again: a block of this moment has taken back what was there, and a mail without its row is not sent.
    rows: sql`INSERT OR IGNORE INTO ${notices} (${noticeColumns})
      SELECT person.value, notice.value->>'key', notice.value->>'topic', notice.value->>'title', notice.value->>'text', notice.value->>'path',
        notice.value->>'actorId', notice.value->>'teamId', ${now}
      FROM json_each(${JSON.stringify(rows)}) notice CROSS JOIN json_each(notice.value, '$.to') person
      WHERE ${nobodyBlocked(sql`notice.value->>'actorId'`, sql`person.value`)}`,
    also,
  })
}

const noticeColumns = columnNames(
  notices.userId,
  notices.key,
  notices.topic,
  notices.title,
  notices.text,
  notices.path,
  notices.actorId,
  notices.teamId,
  notices.createdAt,
)

/** Of a mail that is about to be written: its notice does not stand there yet. */
const isUntold = sql`NOT EXISTS (SELECT 1 FROM ${notices}
  WHERE ${notices.userId} = value->>'$.body.notice.userId' AND ${notices.key} = value->>'$.body.notice.key')`

/** What decides for each person of each delivery; `index` is the delivery's. */
async function loadListeners(db: Database, deliveries: readonly Delivery[]) {
  const pairs = deliveries.flatMap(({ to, topic, actorId, teamId }, index) =>
    to.map((userId) => ({ index, userId, topic, actorId, teamId })),
  )
  const [u, actor] = [alias(people, 'u'), alias(people, 'actor')]
  const [topic, actorId, teamId] = [sql`p.value->>'topic'`, sql`p.value->>'actorId'`, sql`p.value->>'teamId'`]
  const exists = (from: SQLWrapper) => sql`EXISTS (SELECT 1 FROM ${from})`
  return readAll(
    db,
    select(
      {
        index: asNumber,
        id: u.id,
        email: u.email,
        name: asText,
        isGone: asBoolean,
        isBlocked: asBoolean,
        hasMutedTeam: asBoolean,
        emailVerified: asBoolean,
        optedOutOfMail: asBoolean,
        optedOutOfPush: asBoolean,
      },
      // Nobody is told of someone who left meanwhile, either.
      sql`SELECT p.value->>'index' AS "index", ${u.id} AS id, ${u.email} AS email, ${shownNameOf(u)} AS name,
          ${u.deletedAt} IS NOT NULL
            OR ${exists(sql`${people} ${actor} WHERE ${actor.id} = ${actorId} AND ${actor.deletedAt} IS NOT NULL`)} AS isGone,
          NOT (${nobodyBlocked(actorId, u.id)}) AS isBlocked,
          ${exists(sql`${teamMutes} WHERE ${teamMutes.userId} = ${u.id} AND ${teamMutes.teamId} = ${teamId}`)} AS hasMutedTeam,
          ${u.emailVerifiedAt} IS NOT NULL AS emailVerified,
          ${exists(sql`${mailRefusals} WHERE ${mailRefusals.email} = ${u.emailKey} AND ${mailRefusals.topic} = ${topic}`)} AS optedOutOfMail,
          ${exists(sql`${pushOptouts} WHERE ${pushOptouts.userId} = ${u.id} AND ${pushOptouts.topic} = ${topic}`)} AS optedOutOfPush
        FROM json_each(${JSON.stringify(pairs)}) p CROSS JOIN ${people} ${u} ON ${u.id} = p.value->>'userId'`,
    ),
  )
}
