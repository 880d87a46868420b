import { createMessageBatch } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { endpoints, webhookPaths } from '../../domain/payments/webhooks.ts'
import { day } from '../../domain/time/spans.ts'
import { runChores } from '../../worker/cron.ts'
import type { Job } from '../../worker/env.ts'
import worker from '../../worker/index.ts'
import { eventHandlers } from '../../worker/payments/event-handlers.ts'
import { ask, readProblem } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import { productionEnv } from '../setup/production-env.ts'
import { listRows, makeEvent, seconds, secrets, send, sign } from './events.ts'

const log = collectLog()
const queued: Job<unknown>[] = []

const listEvents = () => listRows('SELECT * FROM stripe_events ORDER BY rowid')
const listMessages = () => listRows('SELECT id FROM outbox')
const jobOf = (event: { id: string }): Job<unknown> => ({
  id: `stripe-event:${event.id}`,
  body: { kind: 'event', eventId: event.id },
})

beforeEach(async () => {
  queued.length = 0
  vi.spyOn(env.MONEY_QUEUE, 'sendBatch').mockImplementation(async (messages) => {
    queued.push(...[...messages].map(({ body }) => body))
    return {} as never
  })
  for (const table of ['stripe_events', 'outbox', 'jobs', 'config']) await env.DB.exec(`DELETE FROM ${table}`)
})
afterEach(() => void vi.restoreAllMocks())

/** Delivers jobs, as the queue does. */
const deliver = (...jobs: Job<unknown>[]) => {
  const messages = jobs.map((body, index) => ({ id: `message-${index}`, timestamp: new Date(), attempts: 1, body }))
  return worker.queue(createMessageBatch<Job<unknown>>('gather-money', messages), env)
}

describe('A webhook', () => {
  it('is stored without what it says, and its work is queued', async () => {
    const event = makeEvent({ type: 'invoice.paid' })
    const answer = await send(JSON.stringify(event))
    expect([answer.status, await answer.text()]).toEqual([200, ''])
    expect(await listEvents()).toEqual([
      {
        id: event.id,
        endpoint: 'account',
        account: null,
        type: 'invoice.paid',
        object_id: event.data.object.id,
        created_at: 1_800_000_000_000,
        received_at: expect.closeTo(Date.now(), -5),
      },
    ])
    await vi.waitFor(() => expect(queued).toEqual([jobOf(event)]))
    await vi.waitFor(async () => expect(await listMessages()).toEqual([]))
  })

  it('of a linked account names it', async () => {
    await send(JSON.stringify(makeEvent({ type: 'account.updated', account: 'acct_host' })), { to: 'connect' })
    expect(await listEvents()).toMatchObject([{ endpoint: 'connect', account: 'acct_host', type: 'account.updated' }])
  })

  it('needs one round trip to the database', async () => {
    await send(JSON.stringify(makeEvent()))
    const answer = await send(JSON.stringify(makeEvent()))
    expect(answer.headers.get('server-timing')).toMatch(/round trips 1,/)
  })

  it('that arrives again is answered, and changes nothing', async () => {
    const event = makeEvent()
    const text = JSON.stringify(event)
    await Promise.all([send(text), send(text), send(text)])
    await vi.waitFor(async () => expect(await listMessages()).toEqual([]))
    const stored = await listEvents()
    expect(stored).toHaveLength(1)
    queued.length = 0
    expect((await send(text)).status).toBe(200)
    expect(await listEvents()).toEqual(stored)
    expect(queued).toEqual([])
  })

  it('with a type that we do not ask for is answered, and nothing is stored', async () => {
    for (const type of ['customer.created', 'something.new', 'account.updated.more', 'toString'])
      expect((await send(JSON.stringify(makeEvent({ type })))).status).toBe(200)
    expect(await listEvents()).toEqual([])
  })

  it('does not count against the limit of its address, and other requests do', async () => {
    const limit = vi.spyOn(env.WRITE_LIMIT, 'limit').mockResolvedValue({ success: false })
    for (const to of endpoints) expect((await send(JSON.stringify(makeEvent()), { to })).status).toBe(200)
    expect(limit).not.toHaveBeenCalled()
    expect((await ask('/api/payments/webhooks/other', { method: 'POST' })).status).toBe(429)
  })
})

describe('A webhook is refused, and nothing is stored,', () => {
  const expectRefused = async (answer: Response, status: number, code: string) => {
    expect(answer.status).toBe(status)
    expect((await readProblem(answer)).code).toBe(code)
    expect(await listEvents()).toEqual([])
    expect(await listMessages()).toEqual([])
  }
  const text = JSON.stringify(makeEvent())

  it.each([
    ['without a signature', null],
    ['with an empty signature', ''],
    ['with nonsense as its signature', 't=now,v1=zz'],
    ['with an old scheme of signatures', `t=${seconds()},v0=${'a'.repeat(64)}`],
  ])('%s', async (_, signature) => {
    await expectRefused(await send(text, { signature }), 400, 'WebhookNotSigned')
  })

  it('with a wrong secret, or that of the other endpoint', async () => {
    await expectRefused(await send(text, { signature: await sign(text, 'whsec_guessed') }), 400, 'WebhookNotSigned')
    await expectRefused(await send(text, { signature: await sign(text, secrets.connect) }), 400, 'WebhookNotSigned')
    await expectRefused(await send(text, { to: 'connect', signature: await sign(text, secrets.account) }), 400, 'WebhookNotSigned')
  })

  it('with one character changed', async () => {
    const signature = await sign(text, secrets.account)
    await expectRefused(await send(`${text} `, { signature }), 400, 'WebhookNotSigned')
  })

  it('when it was signed more than five minutes ago', async () => {
    await expectRefused(await send(text, { signature: await sign(text, secrets.account, seconds() - 310) }), 400, 'WebhookNotSigned')
    expect((await send(text, { signature: await sign(text, secrets.account, seconds() - 290) })).status).toBe(200)
  })

  it('when it is larger than any event, before its signature is read', async () => {
    const large = JSON.stringify({ ...makeEvent(), padding: 'x'.repeat(1_000_000) })
    await expectRefused(await send(large), 413, 'BodyTooLarge')
    const body = new Blob([large]).stream()
    const answer = await ask(webhookPaths.account, { method: 'POST', body: body as never, headers: { 'content-type': 'application/json' } })
    await expectRefused(answer, 413, 'BodyTooLarge')
  })

  it.each(['', '{', 'null', '[]', '"text"', JSON.stringify({ ...makeEvent(), id: 'x' }), JSON.stringify({ ...makeEvent(), data: null })])(
    'when it is signed but is no event: %s',
    async (body) => {
      const answer = await send(body)
      expect(answer.status).toBe(400)
      expect(await listEvents()).toEqual([])
    },
  )

  it('when a page of another site sends it', async () => {
    await expectRefused(await send(text, { headers: { origin: 'https://evil.test' } }), 403, 'ForeignOrigin')
  })

  it('when Stripe is not set up', async () => {
    const names = [
      'STRIPE_SECRET_KEY',
      'STRIPE_PUBLISHABLE_KEY',
      'STRIPE_CLIENT_ID',
      'STRIPE_WEBHOOK_SECRET',
      'STRIPE_CONNECT_WEBHOOK_SECRET',
    ]
    const without = { ...productionEnv, ...Object.fromEntries(names.map((name) => [name, undefined])) }
    const request = new Request(`https://play.example.com${webhookPaths.account}`, {
      method: 'POST',
      body: text,
      headers: { 'content-type': 'application/json', 'stripe-signature': await sign(text, secrets.account) },
    })
    const context = { waitUntil: () => undefined, passThroughOnException: () => undefined, props: {} }
    await expectRefused(await worker.fetch(request, without, context as never), 503, 'STRIPEKEYNOTSET')
  })
})

describe('The work of an event', () => {
  const effect = vi.fn()
  const handle = eventHandlers['invoice.paid']
  beforeEach(() => {
    effect.mockReset()
    // The effect is a row with a count, so that a second one would be seen.
    eventHandlers['invoice.paid'] = async ({ event, now }) => {
      await effect(event.objectId)
      return [
        sql`INSERT INTO config (key, value, updated_at) VALUES (${event.objectId}, '1', ${now})
          ON CONFLICT (key) DO UPDATE SET value = value + 1`,
      ]
    }
    return () => {
      eventHandlers['invoice.paid'] = handle
    }
  })
  const countEffects = (event: { data: { object: { id: string } } }) =>
    env.DB.prepare('SELECT value FROM config WHERE key = ?').bind(event.data.object.id).first('value')
  const stateOf = ({ id }: { id: string }) =>
    env.DB.prepare('SELECT state FROM jobs WHERE id = ?').bind(`stripe-event:${id}`).first('state')

  const receive = async (type = 'invoice.paid') => {
    const event = makeEvent({ type })
    await send(JSON.stringify(event))
    return event
  }

  it('has its effect once, however often it is delivered', async () => {
    const event = await receive()
    await deliver(jobOf(event), jobOf(event))
    await deliver(jobOf(event))
    expect(effect).toHaveBeenCalledExactlyOnceWith(event.data.object.id)
    expect(await countEffects(event)).toBe('1')
    expect(await stateOf(event)).toBe('done')
  })

  it('has its effect once if two deliveries run at the same time', async () => {
    const event = await receive()
    const bothStarted = Promise.withResolvers<void>()
    effect.mockImplementation(async () => {
      if (effect.mock.calls.length === 2) bothStarted.resolve()
      await bothStarted.promise
    })
    await Promise.all([deliver(jobOf(event)), deliver(jobOf(event))])
    expect(effect).toHaveBeenCalledTimes(2)
    expect(await countEffects(event)).toBe('1')
  })

  it('has its effect if the first try crashed before it, and nothing was marked as done', async () => {
    const event = await receive()
    effect.mockRejectedValueOnce(new Error('the Worker stopped'))
    await deliver(jobOf(event))
    expect([await countEffects(event), await stateOf(event)]).toEqual([null, 'failing'])
    await deliver(jobOf(event))
    expect([await countEffects(event), await stateOf(event)]).toEqual(['1', 'done'])
    expect(log.map(({ event: name }) => name)).toContain('job-failed')
  })

  it('is done at once if nothing follows from its type, or if nobody knows the event', async () => {
    const event = await receive('payout.paid')
    await deliver(jobOf(event), jobOf({ id: 'evt_unknown' }))
    expect(await stateOf(event)).toBe('done')
    expect(await stateOf({ id: 'evt_unknown' })).toBe('done')
    expect(effect).not.toHaveBeenCalled()
  })

  it('with a message that is no work becomes a dead letter', async () => {
    await deliver({ id: 'nonsense', body: { kind: 'print-money' } })
    expect(await listRows("SELECT state FROM jobs WHERE id = 'nonsense'")).toEqual([{ state: 'dead' }])
  })
})

describe('Events', () => {
  it('are forgotten after 60 days', async () => {
    const now = Date.now()
    for (const [id, age] of [
      ['evt_kept', 59 * day],
      ['evt_old', 61 * day],
    ] as const)
      await env.DB.prepare("INSERT INTO stripe_events VALUES (?, 'account', NULL, 'invoice.paid', 'in_1', 1, ?)")
        .bind(id, now - age)
        .run()
    await runChores(env, now)
    expect(await listRows('SELECT id FROM stripe_events')).toEqual([{ id: 'evt_kept' }])
  })
})
