import { createExecutionContext, createMessageBatch, getQueueResult, waitOnExecutionContext } from 'cloudflare:test'
import { env, exports } from 'cloudflare:workers'
import { Hono } from 'hono'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { getRetryDelay, splitBySize } from '../../domain/jobs/rules.ts'
import type { Job } from '../../worker/env.ts'
import worker from '../../worker/index.ts'
import { markFailing, putInOutbox, sendOutbox, sweepOutbox } from '../../worker/jobs/commands.ts'
import { sendOutboxAfterAnswer } from '../../worker/jobs/from-request.ts'
import { findDoneJobs } from '../../worker/jobs/queries.ts'
import { write } from '../../worker/platform/batch.ts'
import type { AppEnv } from '../../worker/platform/context.ts'
import { openDatabase, openPrimary } from '../../worker/platform/database.ts'
import { asAdmin, ask } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'

const db = () => openPrimary(env.DB)
const welcome = { to: 'someone@example.com', template: { name: 'welcome', data: { username: 'Someone' } } }
const delivered: string[] = []
let status = 201

/** Runs the queue handler of the Worker with these messages. */
async function consume(queue: string, messages: { id: string; body: unknown; attempts?: number }[]) {
  const batch = createMessageBatch<Job<unknown>>(
    queue,
    messages.map(({ id, body, attempts = 1 }) => ({ id: `message-${id}`, timestamp: new Date(), attempts, body: { id, body } })),
  )
  await worker.queue(batch, env)
  return getQueueResult(batch, createExecutionContext())
}

const outboxSize = () => env.DB.prepare('SELECT count(*) AS n FROM outbox').first('n')
const jobOf = (id: string) => env.DB.prepare('SELECT state, error, attempts, body FROM jobs WHERE id = ?').bind(id).first()

beforeEach(async () => {
  vi.spyOn(env.MAIL_QUEUE, 'sendBatch').mockResolvedValue({} as never)
  delivered.length = 0
  status = 201
  await env.DB.exec('DELETE FROM outbox')
  await env.DB.exec('DELETE FROM jobs')
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    if (status < 300) delivered.push(JSON.parse(String(init.body)).to)
    return Response.json({ id: 'x' }, { status })
  })
  return () => vi.unstubAllGlobals()
})

describe('The outbox', () => {
  const log = collectLog()
  const putOne = (id: string, now: number) => write(db(), putInOutbox('mail', [{ id, body: welcome }], { now }))

  it('keeps a message until its queue has it', async () => {
    const sendBatch = vi.mocked(env.MAIL_QUEUE.sendBatch).mockRejectedValueOnce(new Error('queue is down'))
    await putOne('m1', 1000)
    await sendOutbox(env, ['m1'])
    expect(log.map(({ event }) => event)).toEqual(['outbox-left'])
    expect(await outboxSize()).toBe(1)
    await sendOutbox(env, ['m1'])
    expect(await outboxSize()).toBe(0)
    expect(sendBatch).toHaveBeenLastCalledWith([{ body: { id: 'm1', body: welcome } }])
  })

  it('sends what requests have left to one that was sending together', async () => {
    let openQueue = () => {}
    const sent: string[][] = []
    vi.mocked(env.MAIL_QUEUE.sendBatch).mockImplementation(async (messages) => {
      sent.push([...messages].map(({ body }) => (body as { id: string }).id))
      if (sent.length === 1) await new Promise<void>((resolve) => (openQueue = resolve))
      return {} as never
    })
    const app = new Hono<AppEnv>().use(sendOutboxAfterAnswer).get('/:id', (c) => {
      c.set('outboxIds', [c.req.param('id')])
      return c.body(null, 204)
    })
    const contexts: ExecutionContext[] = []
    const askFor = async (id: string) => {
      await putOne(id, 1)
      contexts.push(createExecutionContext())
      await app.request(`/${id}`, {}, env, contexts.at(-1))
    }
    await askFor('first')
    await vi.waitFor(() => expect(sent).toEqual([['first']]))
    await askFor('second')
    await askFor('third')
    openQueue()
    for (const context of contexts) await waitOnExecutionContext(context)
    expect(sent).toEqual([['first'], ['second', 'third']])
    expect(await outboxSize()).toBe(0)
    await askFor('fourth')
    await waitOnExecutionContext(contexts.at(-1) as ExecutionContext)
    expect(sent.at(-1)).toEqual(['fourth'])
  })

  it('is emptied by the cron, except for messages that a request may still be sending', async () => {
    const sendBatch = vi.mocked(env.MAIL_QUEUE.sendBatch)
    const now = 1_000_000
    await putOne('old', now - 31_000)
    await putOne('new', now - 1000)
    await exports.default.scheduled({ scheduledTime: new Date(now), cron: '* * * * *' })
    expect(sendBatch).toHaveBeenCalledOnce()
    expect(sendBatch.mock.calls[0]?.[0]).toMatchObject([{ body: { id: 'old' } }])
    expect(await env.DB.prepare('SELECT id FROM outbox').first('id')).toBe('new')
  })

  it('sends the other messages if the queue refuses one', async () => {
    vi.mocked(env.MAIL_QUEUE.sendBatch).mockImplementation(async (messages) => {
      for (const { body } of messages) if (body.id === 'poison') throw new Error('too large')
      return {} as never
    })
    for (const id of ['a', 'poison', 'b']) await putOne(id, 1)
    await sweepOutbox(db(), env, 100_000)
    expect((await env.DB.prepare('SELECT id FROM outbox').all()).results).toEqual([{ id: 'poison' }])
  })

  it('splits messages into batches that a queue accepts', () => {
    const batches = splitBySize(Array.from({ length: 100 }, () => ({ body: 'é'.repeat(3000) })))
    expect(batches.length).toBeGreaterThan(2)
    for (const batch of batches) expect(new TextEncoder().encode(batch.map(({ body }) => body).join('')).length).toBeLessThan(256_000)
  })

  it('is emptied a hundred messages at a time', async () => {
    for (let i = 0; i < 130; i++) await putOne(`m${i}`, i)
    expect(await sweepOutbox(db(), env, 100_000)).toBe(100)
    expect(await sweepOutbox(db(), env, 100_000)).toBe(30)
  })
})

describe('A job', () => {
  const log = collectLog()

  it('is looked up at the same cost, however many jobs are done', async () => {
    await env.DB.exec(
      "INSERT INTO jobs SELECT 'done-' || value, 'mail', 'done', NULL, NULL, 1, 1 FROM (WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < 500) SELECT value FROM n)",
    )
    const { db: counted, count } = openDatabase(env.DB, { write: false }, { counting: true, outboxIds: [] })
    expect(await findDoneJobs(counted, ['done-7', 'new'])).toEqual(new Set(['done-7']))
    expect(count.rowsRead).toBeLessThan(10)
    await env.DB.exec('DELETE FROM jobs')
  })

  it('runs once, however often it is delivered', async () => {
    const result = await consume('gather-mail', [
      { id: 'j1', body: welcome },
      { id: 'j1', body: welcome },
    ])
    expect(result.explicitAcks).toEqual(['message-j1', 'message-j1'])
    await consume('gather-mail', [{ id: 'j1', body: welcome, attempts: 2 }])
    expect(delivered).toEqual(['someone@example.com'])
    expect(await jobOf('j1')).toMatchObject({ state: 'done', body: null })
  })

  it('does not wait for another job of the same batch', async () => {
    const second = Promise.withResolvers<void>()
    vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
      const { to } = JSON.parse(String(init.body))
      if (to === 'first@example.com') await second.promise
      else second.resolve()
      return Response.json({ id: 'x' }, { status: 201 })
    })
    const result = await consume('gather-mail', [
      { id: 'first', body: { ...welcome, to: 'first@example.com' } },
      { id: 'second', body: { ...welcome, to: 'second@example.com' } },
    ])
    expect(result.explicitAcks.sort()).toEqual(['message-first', 'message-second'])
  })

  it('that fails is retried later', async () => {
    status = 503
    const failed = await consume('gather-mail', [{ id: 'bad', body: welcome, attempts: 3 }])
    expect(failed.retryMessages).toEqual([{ msgId: 'message-bad' }])
    expect(await jobOf('bad')).toMatchObject({ state: 'failing', attempts: 3, error: expect.stringContaining('503') })
  })

  it('waits as long as the mail provider asks for', async () => {
    vi.stubGlobal('fetch', async () => new Response('slow down', { status: 429, headers: { 'retry-after': '600' } }))
    const batch = createMessageBatch<Job<unknown>>('gather-mail', [
      { id: 'message-slow', timestamp: new Date(), attempts: 1, body: { id: 'slow', body: welcome } },
    ])
    const retry = vi.spyOn(batch.messages[0] as Message, 'retry')
    await worker.queue(batch, env)
    expect(retry).toHaveBeenCalledWith({ delaySeconds: 600 })
  })

  it('that can never succeed becomes a dead letter at once, and other jobs still run', async () => {
    const result = await consume('gather-mail', [
      { id: 'bad', body: { to: 'nobody', template: { name: 'nonsense' } } },
      { id: 'good', body: welcome },
    ])
    expect(result.explicitAcks.sort()).toEqual(['message-bad', 'message-good'])
    expect(await jobOf('bad')).toMatchObject({ state: 'dead', error: expect.any(String) })
    expect(delivered).toEqual(['someone@example.com'])
  })

  it('is retried after a longer delay each time, up to an hour', () => {
    expect([1, 2, 3, 4, 20].map((attempts) => getRetryDelay(attempts))).toEqual([10, 20, 40, 80, 3600])
    expect([getRetryDelay(1, 90), getRetryDelay(1, 1e9)]).toEqual([90, 43_200])
  })

  it('that failed permanently is listed with its error, and an operator can retry it', async () => {
    status = 500
    await consume('gather-mail', [{ id: 'dead', body: welcome, attempts: 6 }])
    await consume('gather-mail-dead', [{ id: 'dead', body: welcome }])
    const list = await (await ask('/api/admin/dead-letters', { headers: asAdmin })).json()
    expect(list).toEqual({
      deadLetters: [{ id: 'dead', queue: 'mail', error: expect.stringContaining('500'), attempts: 6, failedAt: expect.any(Number) }],
    })
    expect(JSON.stringify(list)).not.toContain('someone@example.com')
    expect(JSON.stringify(log)).not.toContain('someone@example.com')

    status = 201
    expect((await ask('/api/admin/dead-letters/dead/retry', { method: 'POST', headers: asAdmin })).status).toBe(204)
    expect((await ask('/api/admin/dead-letters/dead/retry', { method: 'POST', headers: asAdmin })).status).toBe(404)
    await consume('gather-mail', [{ id: 'dead', body: welcome }])
    expect(await jobOf('dead')).toMatchObject({ state: 'done' })
    expect(delivered).toContain('someone@example.com')
  })

  it('stays done if a second delivery fails', async () => {
    await consume('gather-mail', [{ id: 'twice', body: welcome }])
    await markFailing(db(), { id: 'twice', queue: 'mail', attempts: 1, now: 1 }, welcome, 'late')
    expect(await jobOf('twice')).toMatchObject({ state: 'done' })
  })

  it('that succeeded does not become a dead letter', async () => {
    await consume('gather-mail', [{ id: 'j2', body: welcome }])
    await consume('gather-mail-dead', [{ id: 'j2', body: welcome }])
    expect(await jobOf('j2')).toMatchObject({ state: 'done' })
  })

  it('that failed permanently can be deleted by an operator', async () => {
    await consume('gather-mail-dead', [{ id: 'dropped', body: welcome }])
    expect((await ask('/api/admin/dead-letters/dropped', { method: 'DELETE', headers: asAdmin })).status).toBe(204)
    expect((await ask('/api/admin/dead-letters/dropped', { method: 'DELETE', headers: asAdmin })).status).toBe(404)
    expect(await jobOf('dropped')).toBeNull()
  })

  it('is deleted a week after it was done, but not if it failed', async () => {
    const day = 24 * 60 * 60 * 1000
    await env.DB.prepare(
      "INSERT INTO jobs VALUES ('old', 'mail', 'done', NULL, NULL, 1, 0), ('failed', 'mail', 'dead', '{}', NULL, 1, 0), ('new', 'mail', 'done', NULL, NULL, 1, ?)",
    )
      .bind(2 * day)
      .run()
    await exports.default.scheduled({ scheduledTime: new Date(8 * day), cron: '* * * * *' })
    expect(await jobOf('old')).toBeNull()
    expect(await jobOf('failed')).not.toBeNull()
    expect(await jobOf('new')).not.toBeNull()
  })
})
