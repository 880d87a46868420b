import { runDurableObjectAlarm } from 'cloudflare:test'
import { beforeEach, expect, vi } from 'vitest'
import type { Viewer } from '../../domain/access/contract.ts'
import { day, minute } from '../../domain/time/spans.ts'
import { consume, type HeldQueues, waitForEmptyOutbox } from '../notifications/hold-queues.ts'
import type { Person } from '../profiles/people.ts'
import { type Browser, openBrowser, readBrowser, register } from '../push/devices.ts'
import { ask } from '../setup/client.ts'
import { objectOf, runSql } from './people.ts'

/** Alarms wait for the clock of the tests, which is a day ahead, so that none rings by itself. */
export const holdClock = () =>
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + day })
    return () => vi.useRealTimers()
  })

export const moveClock = (span: number) => vi.setSystemTime(Date.now() + span)

export const toPerson = (viewer: Viewer): Person => ({ ...viewer, ask: (path, options = {}) => ask(path, { ...options, viewer }) })

/** A browser of this person that gets alerts. */
export async function giveDevice(viewer: Viewer): Promise<Browser & { deviceId: string }> {
  const browser = await openBrowser()
  const { id } = await register(toPerson(viewer), browser)
  return { ...browser, deviceId: id }
}

/** Waits until the object of a conversation has written its summary and sent its alert to the queue. */
export async function waitForAlert(conversationId: string): Promise<void> {
  await runDurableObjectAlarm(objectOf(conversationId))
  moveClock(2 * minute)
  await runDurableObjectAlarm(objectOf(conversationId))
}

/** Runs all work that waits, and what it causes. Returns the jobs of devices that ran. */
export async function runWork(queues: HeldQueues): Promise<HeldQueues['work']> {
  const ran: HeldQueues['work'] = []
  while (queues.work.length > 0) {
    const jobs = queues.work.splice(0)
    ran.push(...jobs)
    await consume('work', jobs)
    await waitForEmptyOutbox()
  }
  return ran.filter(({ body }) => body.kind === 'push')
}

/** Lets everybody know who should, as if a few minutes had passed. */
export async function ring(queues: HeldQueues, conversationId: string): Promise<HeldQueues['work']> {
  await waitForAlert(conversationId)
  return runWork(queues)
}

export const readAlerts = async (browser: Browser) => (await readBrowser(browser)).messages

export const put = async (viewer: Viewer, path: string, json?: object) =>
  expect((await ask(path, { method: 'PUT', viewer, ...(json && { json }) })).status, path).toBe(204)

export const turnOff = async (viewer: Viewer, topic: string, channel: 'push' | 'email' = 'push') =>
  expect((await ask('/api/notifications/settings', { method: 'PATCH', viewer, json: { topic, channel, isOn: false } })).status).toBe(204)

export const block = (one: Viewer, other: Viewer) =>
  runSql('INSERT INTO blocks (id, blocker_id, blocked_id, created_at) VALUES (?, ?, ?, 1)', crypto.randomUUID(), one.id, other.id)
