import { sql } from 'drizzle-orm'
import type { WorkOf } from '../../domain/jobs/contract.ts'
import { conversationKindOf } from '../../domain/messages/rules.ts'
import type { Env } from '../env.ts'
import { putInOutbox } from '../jobs/commands.ts'
import { readAll, runBatch } from '../platform/batch.ts'
import { inList } from '../platform/columns.ts'
import type { JobContext } from '../platform/job-context.ts'
import { hasDevice, pushToDevicesOf } from '../push/push-to-devices.ts'
import { hasUnreadOf, judgeRecipient, type Recipient, recipient, selectRecipients } from './select-recipients.ts'

/** How many people one job looks at. A second job continues after them. */
export const maxRecipientsAtOnce = 500

type AlertWork = WorkOf<'alert-conversation'>

/**
 * Puts an alert for each device of the people who have not read a burst of messages in the outbox. Nothing is stored for each person and
 * message, so it may run twice: the ids of its jobs are the same then.
 */
export async function alertConversation(work: AlertWork, { env, db, now }: Pick<JobContext, 'env' | 'db' | 'now'>): Promise<void> {
  const { conversationId, fromSeq, dueAt, after } = work
  const { authors, previousAt, hereIds } = await env.CONVERSATION.getByName(conversationId).readBurst(fromSeq)
  if (authors.length === 0) return
  const people = await readAll(
    db,
    selectRecipients(
      conversationId,
      sql`${recipient.id} > ${after ?? ''} AND ${hasDevice(recipient.id)} AND ${hasUnreadOf(authors)} AND NOT ${inList(recipient.id, hereIds)}`,
      maxRecipientsAtOnce,
    ),
  )
  const alerted = people.flatMap((person) => {
    const { push, isSilent } = judgeRecipient(person, now)
    return push && !isOldRequest(person, previousAt) ? [{ userId: person.id, isSilent }] : []
  })
  const [last] = people.length === maxRecipientsAtOnce ? people.slice(-1) : []
  await runBatch(db, {
    pushes: pushToDevicesOf(alerted, {
      ...{ now, conversationId, jobPrefix: makeAlertId({ conversationId, dueAt }) },
      isUrgent: conversationKindOf(conversationId) === 'direct',
    }),
    rest: last ? putInOutbox('work', [makeAlertJob({ ...work, after: last.id })], { now }) : [],
  })
}

/** Somebody who has not accepted a request gets one alert about it, with its first messages. */
const isOldRequest = ({ isRequest, joinedAt }: Recipient, previousAt: number | null): boolean =>
  isRequest && previousAt !== null && previousAt >= (joinedAt ?? 0)

const makeAlertId = ({ conversationId, dueAt }: Pick<AlertWork, 'conversationId' | 'dueAt'>): string => `alert:${conversationId}:${dueAt}`

const makeAlertJob = ({ kind: _, ...alert }: Omit<AlertWork, 'kind'> & { kind?: string }) => ({
  id: `${makeAlertId(alert)}${alert.after === undefined ? '' : `@${alert.after}`}`,
  body: { kind: 'alert-conversation' as const, ...alert },
})

/** The object keeps the alert until this has worked, so it needs no outbox. */
export async function queueAlert(env: Env, alert: Omit<AlertWork, 'kind' | 'after'>): Promise<void> {
  await env.WORK_QUEUE.sendBatch([{ body: makeAlertJob(alert) }])
}
