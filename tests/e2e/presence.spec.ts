import { expect } from '@playwright/test'
import { test } from './fixtures.ts'

test('a person is online while a tab is open, and a stranger opens no socket', async ({ page, context }) => {
  const id = `presence-${Date.now().toString(36)}`
  const isOnline = async () => (await (await page.request.get(`/api/presence/${id}`)).json()).online

  const stranger = await context.newPage()
  const asked: string[] = []
  stranger.on('request', (request) => asked.push(request.url()))
  stranger.on('websocket', (socket) => asked.push(socket.url()))
  await stranger.goto('/')
  // The last two things a page begins with: the service worker, and the socket of who is signed in.
  await expect.poll(() => asked.some((url) => url.includes('/assets/service-worker-'))).toBe(true)
  expect(asked.filter((url) => /socket/.test(url))).toEqual([])
  await stranger.close()

  const viewer = { id, name: id, emailVerified: true, profileComplete: true }
  expect((await page.request.put('/api/_local/session', { data: { viewer } })).ok()).toBe(true)
  expect(await isOnline()).toBe(false)
  const tab = await context.newPage()
  await tab.goto('/')
  await expect.poll(isOnline).toBe(true)
  await tab.close()
  await expect.poll(isOnline).toBe(false)
})
