import { env } from 'cloudflare:workers'
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { invitedKey, offeredKey } from '../../domain/events/joining-notices.ts'
import type { WorkOf } from '../../domain/jobs/contract.ts'
import { makeNotice, type NoticeContent } from '../../domain/notifications/contract.ts'
import { minutesOf, timeText, weekdays } from '../../domain/time/clock.ts'
import { day } from '../../domain/time/spans.ts'
import { instantToLocal } from '../../domain/time/wall-clock.ts'
import { slowMs } from '../../sandbox/push/push.ts'
import { sendOutbox } from '../../worker/jobs/commands.ts'
import { defaultTimeZone } from '../../worker/notifications/default-time-zone.ts'
import { deliver } from '../../worker/notifications/deliver.ts'
import { openPrimary } from '../../worker/platform/database.ts'
import { getSettings } from '../../worker/platform/settings.ts'
import { sendPush } from '../../worker/push/jobs.ts'
import { consume, holdQueues } from '../notifications/hold-queues.ts'
import { enter, type Person, rowsOf } from '../profiles/people.ts'
import { ask } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import { type Browser, behave, connectPushService, openBrowser, readBrowser, readState, register } from './devices.ts'

const log = collectLog()
const queues = holdQueues()

let bo: Person
let browser: Browser
let asked: string[]
let entered = 0

beforeEach(async () => {
  entered += 1
  bo = await enter(`bo-${entered}`)
  browser = await openBrowser()
  asked = connectPushService()
})

async function notify(more: Partial<NoticeContent> = {}): Promise<void> {
  const db = openPrimary(env.DB)
  const words = makeNotice({
    key: `fact:${entered}`,
    topic: 'teamMessage',
    title: 'Ana wrote',
    text: 'See you at six.',
    path: '/teams/crew',
    ...more,
  })
  await deliver([{ ...words, reason: 'Someone started to follow you.', to: [bo.id] }], { db, now: Date.now() }, [])
  await sendOutbox(env, db.outboxIds)
}

/** Runs the waiting jobs of devices. */
const runPushes = () => consume('work', queues.work.splice(0))

describe('A notice', () => {
  it('arrives encrypted and signed on each device of the person, once', async () => {
    const other = await openBrowser()
    await register(bo, browser)
    await register(bo, other)
    await notify()
    await notify()
    expect(queues.work).toHaveLength(2)
    const jobs = [...queues.work]
    await runPushes()
    await consume('work', jobs)
    for (const one of [browser, other]) {
      const { messages, refused } = await readBrowser(one)
      expect(refused).toEqual([])
      expect(messages).toMatchObject([
        {
          title: 'Ana wrote',
          body: 'See you at six.\nSomeone started to follow you.',
          path: '/teams/crew',
          unread: 1,
          ttl: 86_400,
          urgency: 'normal',
          topic: expect.any(String),
        },
      ])
    }
    expect((await readState(bo)).devices.map(({ outcome }) => outcome)).toEqual(['taken', 'taken'])
    expect(JSON.stringify(log)).not.toContain(browser.id)
  })

  it('is not in the queue without a device, with push off, or without being signed in', async () => {
    await notify({ key: 'none' })
    await register(bo, browser)
    await bo.ask('/api/notifications/settings', { method: 'PATCH', json: { topic: 'teamMessage', channel: 'push', isOn: false } })
    await notify({ key: 'off' })
    await bo.ask('/api/notifications/settings', { method: 'PATCH', json: { topic: 'teamMessage', channel: 'push', isOn: true } })
    await rowsOf('DELETE FROM auth_sessions WHERE user_id = ?', bo.id)
    await notify({ key: 'signed-out' })
    expect(queues.work).toEqual([])
  })

  it.each([
    ['read', 'UPDATE notices SET read_at = 1 WHERE user_id = ?'],
    ['deleted', 'DELETE FROM notices WHERE user_id = ?'],
    ['older than a day', `UPDATE notices SET created_at = created_at - ${day + 1} WHERE user_id = ?`],
  ])('that is %s when its job runs is not sent', async (_, statement) => {
    await register(bo, browser)
    await notify()
    await rowsOf(statement, bo.id)
    await runPushes()
    expect(asked).toEqual([])
  })

  it('says nothing on a device that hides what it says', async () => {
    const { id } = await register(bo, browser)
    await bo.ask(`/api/push/devices/${id}`, { method: 'PATCH', json: { hidesText: true } })
    await notify({ key: `${offeredKey}1`, path: '/evt/game-1' })
    await runPushes()
    const { messages } = await readBrowser(browser)
    expect(messages).toMatchObject([{ body: 'You have a new notification.' }])
    expect(JSON.stringify(messages)).not.toMatch(/Ana|six|follow|game"|stop"|Team Message/)
  })

  it('says why the person gets it and what stops others like it, and then none come', async () => {
    await register(bo, browser)
    await notify()
    await notify({ key: 'of-a-topic', topic: 'announcements', teamTopicId: 'topic-1' })
    await notify({ key: 'without-text', text: '' })
    await runPushes()
    const { messages } = await readBrowser(browser)
    expect(messages.map(({ body, stop }) => ({ body, stop }))).toEqual([
      { body: 'See you at six.\nSomeone started to follow you.', stop: { topic: 'teamMessage', name: 'Team Message Received' } },
      { body: 'See you at six.\nSomeone started to follow you.', stop: { topic: 'topic-1', name: 'this topic of the community' } },
      { body: 'Someone started to follow you.', stop: { topic: 'teamMessage', name: 'Team Message Received' } },
    ])
    const stop = { topic: messages[0]?.stop?.topic, channel: 'push', isOn: false }
    expect((await bo.ask('/api/notifications/settings', { method: 'PATCH', json: stop })).status).toBe(204)
    await notify({ key: 'stopped' })
    expect(queues.work).toEqual([])
    await notify({ key: 'of-another-topic', topic: 'connections' })
    expect(queues.work).toHaveLength(1)
  })

  it('about an offered seat or an invitation can be answered', async () => {
    await register(bo, browser)
    await notify({ key: `${offeredKey}1`, path: '/evt/game-1', urgency: 'seatOffered' })
    await notify({ key: `${invitedKey}2`, path: '/evt/game-2' })
    await runPushes()
    expect((await readBrowser(browser)).messages).toMatchObject([
      { game: { answer: 'take', eventId: 'game-1' }, urgency: 'high' },
      { game: { answer: 'join', eventId: 'game-2' } },
    ])
  })

  it('about a held seat has no buttons if the game asks something first', async () => {
    await register(bo, browser)
    await notify({ key: `${offeredKey}3`, path: '/evt/game-3?open=accept' })
    await runPushes()
    const [message] = (await readBrowser(browser)).messages
    expect(message?.path).toBe('/evt/game-3?open=accept')
    expect(message?.game).toBeUndefined()
  })

  it('is silent in quiet hours, except an offer of a seat if the person lets it ring', async () => {
    await register(bo, browser)
    const minutes = minutesOf(instantToLocal(Date.now(), defaultTimeZone).time) ?? 0
    const quietHours = {
      from: timeText((minutes + 1430) % 1440),
      to: timeText((minutes + 60) % 1440),
      days: [...weekdays],
      letsOffersThrough: true,
    }
    expect((await bo.ask('/api/notifications/settings', { method: 'PATCH', json: { quietHours } })).status).toBe(204)
    await notify()
    await notify({ key: `${offeredKey}1`, path: '/evt/game-1', urgency: 'seatOffered' })
    await runPushes()
    const silent = (await readBrowser(browser)).messages.map(({ title, isSilent }) => [title, isSilent ?? false])
    expect(silent.toSorted()).toEqual([
      ['Ana wrote', false],
      ['Ana wrote', true],
    ])
    await bo.ask('/api/notifications/settings', { method: 'PATCH', json: { quietHours: null } })
  })

  it('with very long words fits into a message', async () => {
    await register(bo, browser)
    await notify({ title: '界'.repeat(400), text: '界'.repeat(600) })
    await runPushes()
    const [message] = (await readBrowser(browser)).messages
    expect(message?.title).toHaveLength(100)
    expect(message?.body).toMatch(/^界{184}…\nSomeone started to follow you\.$/)
  })
})

describe('A push service', () => {
  it.each(['gone', 'unknown'] as const)('that says the browser is %s makes us forget this device only', async (answer) => {
    const other = await openBrowser()
    await register(bo, browser)
    const { id } = await register(bo, other)
    await behave(browser, answer)
    await notify()
    expect((await runPushes()).retryMessages).toEqual([])
    expect((await readState(bo)).devices).toMatchObject([{ id, outcome: 'taken' }])
    await notify({ key: 'later' })
    await runPushes()
    expect(asked.map((url) => url.split('/').at(-1)).filter((asked) => asked === browser.id)).toHaveLength(1)
  })

  it('that is slow is given up after ten seconds and asked again, and the person still gets one notification', async () => {
    await register(bo, browser)
    await behave(browser, 'slow')
    await notify()
    const jobs = [...queues.work]
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      const controller = new AbortController()
      setTimeout(() => controller.abort(new DOMException('Too slow', 'TimeoutError')), ms)
      return controller.signal
    })
    const sending = runPushes()
    await expect.poll(() => vi.getTimerCount()).toBe(2)
    vi.advanceTimersByTime(10_000)
    expect((await sending).retryMessages).toHaveLength(1)
    expect((await readState(bo)).devices).toMatchObject([{ outcome: 'delayed' }])
    // The first message arrives after all.
    await vi.advanceTimersByTimeAsync(slowMs - 10_000)
    await expect.poll(async () => (await readBrowser(browser)).messages.length).toBe(1)
    vi.useRealTimers()
    await behave(browser, 'normal')
    await consume('work', jobs)
    const { messages } = await readBrowser(browser)
    expect(messages).toHaveLength(2)
    expect(new Set(messages.map(({ tag, topic }) => `${tag} ${topic}`)).size).toBe(1)
    expect((await readState(bo)).devices).toMatchObject([{ outcome: 'taken' }])
  })

  it('that is over its limit is asked again when it wants, and no other device gets a second message', async () => {
    const other = await openBrowser()
    const { id } = await register(bo, browser)
    await register(bo, other)
    await behave(browser, 'busy', 90)
    await notify()
    const jobs = [...queues.work]
    expect((await runPushes()).retryMessages).toHaveLength(1)
    const job = jobs.find(({ body }) => body.kind === 'push' && body.deviceId === id)?.body as WorkOf<'push'>
    const context = { env, settings: getSettings(env), db: openPrimary(env.DB), now: Date.now(), markDone: sql`SELECT 1` }
    await expect(sendPush(job, context)).rejects.toMatchObject({ permanent: false, retryAfterSeconds: 90 })
    expect((await readState(bo)).devices.map(({ outcome }) => outcome).sort()).toEqual(['delayed', 'taken'])
    await behave(browser, 'normal')
    await consume('work', jobs)
    expect([(await readBrowser(browser)).messages.length, (await readBrowser(other)).messages.length]).toEqual([1, 1])
  })

  it('that fails is asked again, and one that refuses our key is not', async () => {
    const { id } = await register(bo, browser)
    await behave(browser, 'broken')
    await notify()
    expect((await runPushes()).retryMessages).toHaveLength(1)
    await behave(browser, 'normal')
    await rowsOf('UPDATE push_devices SET auth = ? WHERE id = ?', 'A'.repeat(22), id)
    await notify({ key: 'second' })
    expect((await runPushes()).retryMessages).toEqual([])
    expect((await readBrowser(browser)).refused).toEqual(['not encrypted for this browser'])
    expect((await readState(bo)).devices).toMatchObject([{ outcome: 'refused' }])
  })
})

describe('A test of a device', () => {
  const readTest = async () => (await readState(bo)).devices[0]?.test
  it('says when it was asked for, taken and shown', async () => {
    const { id } = await register(bo, browser)
    expect((await bo.ask(`/api/push/devices/${id}/tests`, { method: 'POST' })).status).toBe(202)
    expect(await readTest()).toEqual({ askedAt: expect.any(Number), takenAt: null, shownAt: null })
    await expect.poll(() => queues.work.length).toBe(1)
    await runPushes()
    expect(await readTest()).toMatchObject({ takenAt: expect.any(Number), shownAt: null })
    const token = (await readBrowser(browser)).messages[0]?.test
    const report = () => ask('/api/push/shown-tests', { method: 'POST', json: { token } })
    expect((await report()).status).toBe(204)
    expect(await readTest()).toMatchObject({ shownAt: expect.any(Number) })
    expect((await report()).status).toBe(404)
  })
})
