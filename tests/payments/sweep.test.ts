import { createMessageBatch } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { hour } from '../../domain/time/spans.ts'
import { createStripe } from '../../sandbox/stripe/core/stripe.ts'
import { runChores } from '../../worker/cron.ts'
import type { Job } from '../../worker/env.ts'
import worker from '../../worker/index.ts'
import { openStripe } from '../../worker/payments/open-stripe.ts'
import { readSettings } from '../../worker/platform/settings.ts'
import { collectLog } from '../setup/log.ts'
import { listRows, send } from './events.ts'

collectLog()
const queued: Job<unknown>[] = []
const now = Date.now()
const standIn = createStripe({ now: () => now, url: 'http://localhost:5174/stripe' })
const calls: string[] = []

beforeEach(async () => {
  queued.length = 0
  calls.length = 0
  for (const table of ['stripe_events', 'outbox', 'jobs']) await env.DB.exec(`DELETE FROM ${table}`)
  vi.spyOn(env.MONEY_QUEUE, 'sendBatch').mockImplementation(async (messages) => {
    queued.push(...[...messages].map(({ body }) => body))
    return {} as never
  })
  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
    const { pathname, search } = new URL(input)
    const method = init.method ?? 'GET'
    calls.push(`${method} ${pathname}`)
    const headers = Object.fromEntries(new Headers(init.headers).entries())
    const answer = await standIn.handle({ method, path: pathname + search, headers, body: String(init.body ?? '') })
    return new Response(answer.body, { status: answer.status, headers: answer.headers })
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const deliver = (job: Job<unknown>) => {
  const message = { id: 'message', timestamp: new Date(), attempts: 1, body: job }
  return worker.queue(createMessageBatch<Job<unknown>>('gather-money', [message]), env)
}
const listSweeps = () => queued.filter(({ id }) => id.startsWith('money-sweep'))

it('The sweep is queued once an hour, however often the cron runs', async () => {
  const start = Math.ceil(now / hour) * hour
  await runChores(env, start)
  expect(listSweeps()).toEqual([{ id: `money-sweep:${start / hour}`, body: { kind: 'sweep' } }])
  await deliver(queued[0] as Job<unknown>)
  for (const minutes of [1, 30, 59]) await runChores(env, start + minutes * 60_000)
  expect(listSweeps()).toHaveLength(1)
  await runChores(env, start + hour)
  expect(listSweeps()).toHaveLength(2)
})

it('The sweep finds all events that never arrived, and queues their work once', async () => {
  standIn.act((world) =>
    world.changeSettings({ faults: { drops: true }, webhooks: { account: { url: 'http://localhost:1', secret: 'whsec_a' } } }),
  )
  const stripe = await openStripe(readSettings(env))
  for (let n = 0; n < 60; n += 1)
    await stripe.paymentIntents.create({ amount: 1000, currency: 'usd', payment_method: 'pm_card_visa', confirm: true })
  const [known] = (await stripe.events.list({ types: ['payment_intent.succeeded'], limit: 1 })).data
  await send(JSON.stringify(known))
  await vi.waitFor(() => expect(queued).toHaveLength(1))
  calls.length = 0

  await deliver({ id: 'money-sweep:1', body: { kind: 'sweep' } })
  const counts = await listRows('SELECT type, count(*) AS n FROM stripe_events GROUP BY type ORDER BY type')
  expect(counts).toEqual([
    { type: 'charge.succeeded', n: 60 },
    { type: 'payment_intent.succeeded', n: 60 },
  ])
  await vi.waitFor(() => expect(queued).toHaveLength(120))
  expect(new Set(queued.map(({ id }) => id)).size).toBe(120)
  expect(new Set(calls)).toEqual(new Set(['GET /v1/events']))
  expect(calls.length).toBeLessThan(5)

  await deliver({ id: 'money-sweep:2', body: { kind: 'sweep' } })
  expect(queued).toHaveLength(120)
})

it('The sweep reads ten lists of missed events, and leaves the rest to another job', async () => {
  vi.stubGlobal('fetch', async (input: string) => {
    calls.push(new URL(input).pathname)
    const data = [{ id: `evt_${calls.length}`, object: 'event', type: 'unknown' }]
    return Response.json({ object: 'list', url: '/v1/events', has_more: calls.length < 13, data })
  })
  await deliver({ id: 'money-sweep:4', body: { kind: 'sweep' } })
  expect(calls.length).toBe(10)
  await vi.waitFor(() => expect(queued.map(({ body }) => body)).toEqual([{ kind: 'find-missed-events', after: 'evt_10' }]))
  await deliver(queued[0] as Job<unknown>)
  expect(calls.length).toBe(13)
})

it('The sweep is tried again if Stripe does not answer', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new Error('no network')))
  await deliver({ id: 'money-sweep:3', body: { kind: 'sweep' } })
  expect(await listRows("SELECT state FROM jobs WHERE id = 'money-sweep:3'")).toEqual([{ state: 'failing' }])
})
