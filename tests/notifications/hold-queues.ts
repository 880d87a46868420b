import { createExecutionContext, createMessageBatch, getQueueResult } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, beforeEach, expect, vi } from 'vitest'
import type { QueueName, Work } from '../../domain/jobs/contract.ts'
import type { MailRequest } from '../../domain/mail/contract.ts'
import type { NoticeJob } from '../../domain/notifications/facts.ts'
import type { Job } from '../../worker/env.ts'
import worker from '../../worker/index.ts'
import { sendOutbox } from '../../worker/jobs/commands.ts'
import type { OutgoingMail } from '../../worker/mail/providers.ts'
import { leavePrefix } from '../../worker/messages/leave.ts'
import { sendDigests } from '../../worker/notifications/digests.ts'
import { openPrimary } from '../../worker/platform/database.ts'
import { judgePrefix } from '../../worker/presence/judge-again.ts'

type SentMail = Pick<OutgoingMail, 'to' | 'subject' | 'html' | 'text' | 'headers' | 'attachments'>

export type HeldQueues = {
  notices: Job<NoticeJob>[]
  mail: Job<MailRequest>[]
  work: Job<Work>[]
  /** Mails that the provider received. */
  sent: SentMail[]
}

const queues: HeldQueues = { notices: [], mail: [], work: [], sent: [] }

/** Messages wait in these queues until a test delivers them. Sent mails are recorded in `sent`. */
export function holdQueues(): HeldQueues {
  // The mail templates are large. We load them here, so that no test has to wait for it.
  beforeAll(async () => void (await import('../../worker/mail/templates/render-mail.tsx')))
  beforeEach(() => {
    for (const list of [queues.notices, queues.mail, queues.work, queues.sent]) list.length = 0
    vi.spyOn(env.NOTICES_QUEUE, 'sendBatch').mockImplementation(async (messages) => {
      queues.notices.push(...[...messages].map(({ body }) => body))
      return {} as never
    })
    vi.spyOn(env.MAIL_QUEUE, 'sendBatch').mockImplementation(async (messages) => {
      queues.mail.push(...[...messages].map(({ body }) => body))
      return {} as never
    })
    vi.spyOn(env.WORK_QUEUE, 'sendBatch').mockImplementation(async (messages) => {
      queues.work.push(...[...messages].map(({ body }) => body))
      return {} as never
    })
    vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
      queues.sent.push(JSON.parse(String(init.body)))
      return Response.json({ id: 'x' }, { status: 201 })
    })
  })
  afterEach(async () => {
    await waitForEmptyOutbox()
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })
  return queues
}

/** Runs the queue handler of the Worker with these messages. */
export async function consume(queue: QueueName, jobs: readonly Job<unknown>[]) {
  const batch = createMessageBatch<Job<unknown>>(
    `gather-${queue}`,
    jobs.map((body, index) => ({ id: `message-${index}`, timestamp: new Date(), attempts: 1, body })),
  )
  await worker.queue(batch, env)
  return getQueueResult(batch, createExecutionContext())
}

/**
 * A request sends its messages to the queues after its answer, so we wait for it. Urgent ones are done by their request: those of a
 * command that a test calls itself stay.
 */
export const waitForEmptyOutbox = () =>
  vi.waitFor(async () =>
    expect(
      await env.DB.prepare("SELECT count(*) AS n FROM outbox WHERE id NOT LIKE ? || '%' AND id NOT LIKE ? || '%'")
        .bind(leavePrefix, judgePrefix)
        .first('n'),
    ).toBe(0),
  )

/** Delivers all waiting notifications. Their mails stay in the queue. */
export async function deliverNotices(): Promise<void> {
  await waitForEmptyOutbox()
  await consume('notices', queues.notices.splice(0))
  await waitForEmptyOutbox()
}

/** Puts the emails in the queue that only wait in case their notice is read. Those that are collected for an hour or a day still wait. */
export async function queueWaitingMails(): Promise<void> {
  await env.DB.exec('UPDATE digest_entries SET due_at = 1 WHERE is_alone')
  const db = openPrimary(env.DB)
  await sendDigests(db, 1)
  await sendOutbox(env, db.outboxIds)
}

/** Delivers all waiting notifications and all mails, as if ten minutes had passed and nobody had read anything. */
export async function deliverAll(): Promise<void> {
  await deliverNotices()
  await queueWaitingMails()
  await consume('mail', queues.mail.splice(0))
}
