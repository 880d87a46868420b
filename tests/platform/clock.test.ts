import { createMessageBatch } from 'cloudflare:test'
import { env, exports } from 'cloudflare:workers'
import { Hono } from 'hono'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { AppError, statusOf } from '../../domain/errors.ts'
import { day, minute } from '../../domain/time/spans.ts'
import { adminRoutes } from '../../worker/admin/routes.ts'
import type { Job } from '../../worker/env.ts'
import worker from '../../worker/index.ts'
import { moveClock, openClock, readClockOffset } from '../../worker/platform/clock.ts'
import type { AppEnv } from '../../worker/platform/context.ts'
import { readSettings } from '../../worker/platform/settings.ts'
import { asAdmin, ask, personA } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import { productionEnv } from '../setup/production-env.ts'

collectLog()

const moveForward = async (forward: unknown) => ask('/api/admin/clock', { method: 'POST', json: { forward }, headers: asAdmin })

/** Expects that this is the current time of the product, up to a minute more or less. */
const expectNow = async (time: unknown) => expect(Math.abs(Number(time) - (await openClock(env))())).toBeLessThan(minute)

/** Makes the cached clock offset expire. */
async function expireCachedOffset(): Promise<void> {
  vi.useFakeTimers({ now: Date.now() + 5000, toFake: ['Date'] })
  await readClockOffset(env)
  vi.useRealTimers()
}

beforeEach(async () => {
  await env.FILES.delete('local/clock.json')
  await expireCachedOffset()
})
// Other test files share this runtime and its clock.
afterAll(async () => {
  await env.FILES.delete('local/clock.json')
  await expireCachedOffset()
})

describe('The clock of a local product', () => {
  it('is the clock of the machine until it is moved', async () => {
    expect(await readClockOffset(env)).toBe(0)
  })

  it('moves for requests, jobs, the cron and Durable Objects together', async () => {
    const before = Date.now()
    const { now } = await (await moveForward(30 * day)).json<{ now: number }>()
    expect(now - before).toBeGreaterThanOrEqual(30 * day)

    await ask('/api/admin/config/notice', { method: 'PUT', json: { value: null }, headers: asAdmin })
    await expectNow(await env.DB.prepare("SELECT updated_at FROM config WHERE key = 'notice'").first('updated_at'))

    const message = { id: 'm', timestamp: new Date(), attempts: 1, body: { id: 'clock-job', body: { kind: 'nothing' } } }
    await worker.queue(createMessageBatch<Job<unknown>>('gather-work', [message]), env)
    await expectNow(await env.DB.prepare("SELECT updated_at FROM jobs WHERE id = 'clock-job'").first('updated_at'))

    const socket = (await ask('/api/presence/socket', { viewer: personA, headers: { upgrade: 'websocket' } })).webSocket
    socket?.accept()
    socket?.close(1000)
    const presence = await (await ask(`/api/presence/${personA.id}`, { viewer: personA })).json<{ since: number }>()
    await expectNow(presence.since)

    const addDoneJob = (id: string, ago: number) =>
      env.DB.prepare("INSERT INTO jobs VALUES (?, 'work', 'done', NULL, NULL, 1, ?)")
        .bind(id, Date.now() + 30 * day - ago)
        .run()
    await addDoneJob('old', 8 * day)
    await addDoneJob('new', 6 * day)
    await exports.default.scheduled({ scheduledTime: new Date(), cron: '* * * * *' })
    const remaining = await env.DB.prepare("SELECT id FROM jobs WHERE state = 'done'").all<{ id: string }>()
    expect(remaining.results.map(({ id }) => id)).toEqual(['new'])
  })

  it('runs the chores that became due when it is moved', async () => {
    await env.DB.prepare("INSERT INTO jobs VALUES ('due', 'work', 'done', NULL, NULL, 1, ?)").bind(Date.now()).run()
    await moveForward(8 * day)
    expect(await env.DB.prepare("SELECT 1 FROM jobs WHERE id = 'due'").first()).toBeNull()
  })

  it('adds up its moves, and every new read returns the same offset', async () => {
    await moveForward(day)
    await moveForward(2 * day)
    await expireCachedOffset()
    expect(await readClockOffset(env)).toBe(3 * day)
  })

  it('never moves back', async () => {
    for (const forward of [-1, 0, -30 * day, 0.5, '1', null]) expect((await moveForward(forward)).status, String(forward)).toBe(400)
    await expect(moveClock(env, -day, async () => undefined)).rejects.toThrow('only goes forward')
    expect(await readClockOffset(env)).toBe(0)
  })

  it('stays where it is if the clock of another service cannot be moved', async () => {
    const times: number[] = []
    const now = await moveClock(env, day, async (time) => void times.push(time))
    expect(now - (times[0] ?? 0)).toBeLessThan(minute)
    const moveOthers = () => Promise.reject(new Error('the sandbox is off'))
    await expect(moveClock(env, day, moveOthers)).rejects.toThrow('the sandbox is off')
    await expireCachedOffset()
    expect(await readClockOffset(env)).toBe(day)
  })

  it('is only read once for many requests', async () => {
    await moveForward(day)
    const get = vi.spyOn(env.FILES, 'get')
    for (let n = 0; n < 5; n++) await ask('/api/config')
    expect(get).not.toHaveBeenCalled()
    get.mockRestore()
  })
})

describe('In production', () => {
  it('the clock is the clock of the machine, and no stored offset is read', async () => {
    await moveForward(day)
    const get = vi.spyOn(env.FILES, 'get')
    expect(await openClock(productionEnv)).toBe(Date.now)
    expect(get).not.toHaveBeenCalled()
    get.mockRestore()
  })

  it('the clock cannot be moved', async () => {
    await expect(moveClock(productionEnv, day, async () => undefined)).rejects.toThrow('only locally')
    const app = new Hono<AppEnv>()
      .use(async (c, next) => {
        c.set('settings', readSettings(productionEnv))
        await next()
      })
      .route('/', adminRoutes)
      .onError((error, c) => c.text(error.message, error instanceof AppError ? statusOf(error.code) : 500))
    const headers = { authorization: `Bearer ${productionEnv.ADMIN_TOKEN}`, 'content-type': 'application/json' }
    const answer = await app.request('/clock', { method: 'POST', headers, body: JSON.stringify({ forward: day }) }, productionEnv)
    expect(answer.status).toBe(404)
  })
})
