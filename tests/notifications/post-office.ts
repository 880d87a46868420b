import { createExecutionContext, createMessageBatch, getQueueResult } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, beforeEach, expect, vi } from 'vitest'
import type { Work } from '../../domain/jobs/contract.ts'
import type { MailRequest } from '../../domain/mail/contract.ts'
import type { Tidings } from '../../domain/notifications/contract.ts'
import type { NoticeJob } from '../../domain/notifications/facts.ts'
import type { Job } from '../../worker/env.ts'
import worker from '../../worker/index.ts'

type SentMail = { to: string; subject: string; html: string; text: string; headers: Record<string, string> }

export type Office = {
  notices: Job<Tidings & Partial<NoticeJob>>[]
  mail: Job<MailRequest>[]
  work: Job<Work>[]
  /** What reached a mailbox. */
  sent: SentMail[]
}

const office: Office = { notices: [], mail: [], work: [], sent: [] }

/** Queues hand over when a test says so, and what is mailed lands here. */
export function holdQueues(): Office {
  // Templates are large: no test is to wait for their first load.
  beforeAll(async () => void (await import('../../worker/mail/templates/render-mail.tsx')))
  beforeEach(() => {
    for (const held of [office.notices, office.mail, office.work, office.sent]) held.length = 0
    vi.spyOn(env.NOTICES_QUEUE, 'sendBatch').mockImplementation(async (messages) => {
      office.notices.push(...[...messages].map(({ body }) => body as Job<Tidings>))
      return {} as never
    })
    vi.spyOn(env.MAIL_QUEUE, 'sendBatch').mockImplementation(async (messages) => {
      office.mail.push(...[...messages].map(({ body }) => body))
      return {} as never
    })
    vi.spyOn(env.WORK_QUEUE, 'sendBatch').mockImplementation(async (messages) => {
      office.work.push(...[...messages].map(({ body }) => body))
      return {} as never
    })
    vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
      office.sent.push(JSON.parse(String(init.body)))
      return Response.json({ id: 'x' }, { status: 201 })
    })
  })
  afterEach(async () => {
    await outboxIsEmpty()
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })
  return office
}

/** The Worker's queue handler with these messages. */
export async function consume(queue: 'notices' | 'mail' | 'work', jobs: readonly Job<unknown>[]) {
  const batch = createMessageBatch<Job<unknown>>(
    `gather-${queue}`,
    jobs.map((body, index) => ({ id: `message-${index}`, timestamp: new Date(), attempts: 1, body })),
  )
  await worker.queue(batch, env)
  return getQueueResult(batch, createExecutionContext())
}

/** What requests left in the outbox is handed to its queue after their answers. */
const outboxIsEmpty = () => vi.waitFor(async () => expect(await env.DB.prepare('SELECT count(*) AS n FROM outbox').first('n')).toBe(0))

/** People are told what is on its way to them. Mails wait. */
export async function deliverNotices(): Promise<void> {
  await outboxIsEmpty()
  await consume('notices', office.notices.splice(0))
  await outboxIsEmpty()
}

/** Everything on its way arrives: people are told, and mailed. */
export async function deliverAll(): Promise<void> {
  await deliverNotices()
  await consume('mail', office.mail.splice(0))
}
