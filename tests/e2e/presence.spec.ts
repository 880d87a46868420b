import { expect } from '@playwright/test'
import { addObjects } from '../world/objects.ts'
import { test } from './fixtures.ts'

test('a person is online while a tab is open, and a visitor opens no socket', async ({ page, context }) => {
  const id = `presence-${Date.now().toString(36)}`
  const isOnline = async () => (await (await page.request.get(`/api/presence/${id}`)).json()).online

  const visitor = await context.newPage()
  const requests: string[] = []
  visitor.on('request', (request) => requests.push(request.url()))
  visitor.on('websocket', (socket) => requests.push(socket.url()))
  await visitor.goto('/')
  // A page loads the service worker last, just before the socket of a signed-in person.
  await expect.poll(() => requests.some((url) => url.includes('/assets/service-worker-'))).toBe(true)
  expect(requests.filter((url) => /socket/.test(url))).toEqual([])
  await visitor.close()

  const viewer = { id, name: id, emailVerified: true, profileComplete: true }
  expect((await page.request.put('/api/_local/session', { data: { viewer } })).ok()).toBe(true)
  expect(await isOnline()).toBe(false)
  const tab = await context.newPage()
  await tab.goto('/')
  await expect.poll(isOnline).toBe(true)
  await tab.close()
  await expect.poll(isOnline).toBe(false)
})

test('the demo world shows when its people were last online', async ({ page, baseURL }) => {
  await addObjects(baseURL ?? '')
  const viewer = { id: 'presence-viewer', name: 'Viewer', emailVerified: true, profileComplete: true }
  expect((await page.request.put('/api/_local/session', { data: { viewer } })).ok()).toBe(true)
  const readPresence = async () => (await page.request.get('/api/presence/demo-host')).json()
  await expect.poll(readPresence).toEqual({ online: false, since: expect.any(Number) })
})
