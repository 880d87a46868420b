import { and, eq, sql } from 'drizzle-orm'
import type { WorkOf } from '../../domain/jobs/contract.ts'
import type { PushMessage } from '../../domain/notifications/push-message.ts'
import { platforms } from '../../domain/platforms.ts'
import type { PushOutcome } from '../../domain/push/contract.ts'
import { pushLifetime } from '../../domain/push/rules.ts'
import { writeConversationMessage, writeNoticeMessage, writeTestMessage } from '../../domain/push/write-message.ts'
import { hashSecret } from '../accounts/secrets.ts'
import { findAlert } from '../messages/find-alert.ts'
import { countUnreadConversations } from '../messages/queries.ts'
import { countUnread, findUnreadNotice } from '../notifications/queries.ts'
import { readFirst, write } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { deriveId } from '../platform/derive-id.ts'
import type { JobContext } from '../platform/job-context.ts'
import { JobError } from '../platform/job-error.ts'
import { logLine } from '../platform/log.ts'
import { makeEndpointRules } from './endpoint-rules.ts'
import { isSignedIn } from './queries.ts'
import { pushDevices as d } from './schema.ts'
import { sendToDevice } from './send.ts'

type Push = Omit<WorkOf<'push'>, 'kind'>

/** Sends one message to one device. Nothing is sent if there is no longer a reason for it. */
export async function sendPush(
  { deviceId, userId, noticeKey, testToken, isUrgent, isSilent = false, conversationId }: Push,
  { db, settings, now }: JobContext,
): Promise<void> {
  const { push: vapid } = settings
  if (!vapid) return logLine('info', 'push.skipped', { reason: 'not set up' })
  const isThis = and(eq(d.id, deviceId), eq(d.userId, userId))
  const device = await readFirst(db, db.select().from(d).where(and(isThis, isSignedIn)))
  if (!device) return logLine('info', 'push.skipped', { reason: 'no device' })
  const message =
    testToken !== null
      ? writeTestMessage(testToken)
      : conversationId === undefined
        ? await writeNotice(db, device, { noticeKey, isSilent, now })
        : await writeConversation(db, device, conversationId, now)
  if (!message) return logLine('info', 'push.skipped', { reason: 'read, deleted or too old' })

  const answer = await sendToDevice(device, message, { vapid, rules: makeEndpointRules(settings), isUrgent })
  const host = new URL(device.endpoint).hostname
  logLine('info', 'push.answered', { service: host, kind: answer.kind, status: answer.status })
  if (answer.kind === 'gone') return void (await write(db, db.delete(d).where(isThis)))
  if (answer.kind === 'taken') {
    await saveOutcome(db, deviceId, 'taken', now)
    if (testToken !== null) await saveTaken(db, await hashSecret(testToken), now)
    return
  }
  const isLater = answer.kind === 'later'
  await saveOutcome(db, deviceId, isLater ? 'delayed' : 'refused', now)
  throw new JobError(`${host} answered ${answer.status ?? 'nothing'}`, {
    permanent: !isLater,
    retryAfterSeconds: isLater ? answer.after : undefined,
  })
}

async function writeNotice(
  db: Database,
  { userId, hidesText, platform }: typeof d.$inferSelect,
  { noticeKey, isSilent, now }: { noticeKey: string | null; isSilent: boolean; now: number },
): Promise<PushMessage | null> {
  const notice = noticeKey === null ? undefined : await findUnreadNotice(db, userId, noticeKey)
  if (!notice || now - notice.createdAt > pushLifetime) return null
  const [tag, unread] = [await deriveId('push', notice.key), await countForBadge(db, userId, now)]
  return writeNoticeMessage(notice, { tag, unread, isSilent, hidesText, platformName: platforms[platform].name })
}

/** The words are those of this moment: what was read, deleted or muted since the alert was made is not sent. */
async function writeConversation(
  db: Database,
  { userId, hidesText, platform }: typeof d.$inferSelect,
  conversationId: string,
  now: number,
): Promise<PushMessage | null> {
  const alert = await findAlert(db, userId, conversationId, now)
  if (!alert || now - (alert.conversation.last?.at ?? 0) > pushLifetime) return null
  return writeConversationMessage(alert, {
    unread: await countForBadge(db, userId, now),
    hidesText,
    platformName: platforms[platform].name,
    now,
  })
}

/** What the icon of the app counts. */
async function countForBadge(db: Database, userId: string, now: number): Promise<number> {
  const { unread, requests } = await countUnreadConversations(db, userId, now)
  return unread + requests + (await countUnread(db, userId))
}

/** Most messages end like the last one, and then nothing is written. */
const saveOutcome = (db: Database, deviceId: string, outcome: PushOutcome, now: number) =>
  write(
    db,
    db
      .update(d)
      .set({ outcome, outcomeAt: now })
      .where(and(eq(d.id, deviceId), sql`${d.outcome} IS NOT ${outcome}`)),
  )

const saveTaken = (db: Database, testHash: string, now: number) =>
  write(db, db.update(d).set({ testTakenAt: now }).where(eq(d.testHash, testHash)))
