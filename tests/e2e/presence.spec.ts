import { expect, type Page } from '@playwright/test'
import { test } from './fixtures.ts'

test.use({ allowedErrors: /WebSocket|ERR_INTERNET_DISCONNECTED|status of 401/ })

async function signIn(page: Page, id: string) {
  const viewer = { id, name: id, emailVerified: true, profileComplete: true }
  expect((await page.request.put('/api/_local/session', { data: { viewer } })).ok()).toBe(true)
}
const isOnline = async (page: Page, id: string) => (await (await page.request.get(`/api/presence/${id}`)).json()).online

test('a person is online while a tab is open, also with two, and offline after the last', async ({ page, context }) => {
  const id = `presence-${test.info().project.name}`
  await signIn(page, id)
  expect(await isOnline(page, id)).toBe(false)
  const first = await context.newPage()
  await first.goto('/')
  await expect.poll(() => isOnline(page, id)).toBe(true)
  const second = await context.newPage()
  await second.goto('/discover/city-search')
  await expect(second.getByRole('heading', { level: 1 })).toBeVisible()
  await first.close()
  await page.waitForTimeout(500)
  expect(await isOnline(page, id)).toBe(true)
  await second.close()
  await expect.poll(() => isOnline(page, id)).toBe(false)
})

test('a stranger opens no socket @once', async ({ page }) => {
  const sockets: string[] = []
  page.on('websocket', (socket) => sockets.push(socket.url()))
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForTimeout(500)
  expect(sockets).toEqual([])
})

test('a socket that a deploy closed comes back by itself @once', async ({ page }) => {
  const id = `deploy-${test.info().project.name}`
  await signIn(page, id)
  let opened = 0
  await page.routeWebSocket('**/api/presence/socket', (socket) => {
    opened += 1
    const server = socket.connectToServer()
    if (opened === 1) setTimeout(() => void server.close({ code: 1001 }).then(() => socket.close({ code: 1012 })), 300)
  })
  await page.goto('/')
  await expect.poll(() => opened, { timeout: 15_000 }).toBeGreaterThan(1)
  await expect.poll(() => isOnline(page, id)).toBe(true)
})

test.describe('a lost socket', () => {
  /** Every socket the page opened; the first of them can be lost as in a deploy. */
  const openedSockets = (page: Page) => page.evaluate(() => (window as unknown as { sockets: WebSocket[] }).sockets.length)
  const loseFirst = (page: Page) =>
    page.evaluate(() => (window as unknown as { sockets: WebSocket[] }).sockets[0]?.dispatchEvent(new CloseEvent('close', { code: 1012 })))

  test.beforeEach(async ({ page }) => {
    await page.addInitScript(() => {
      Math.random = () => 0.999
      const sockets: WebSocket[] = []
      Object.assign(window, { sockets })
      window.WebSocket = class extends WebSocket {
        constructor(url: string | URL) {
          super(url)
          sockets.push(this)
        }
      }
    })
  })

  test('does not wait for its turn when the network is back, and comes back once @once', async ({ page }) => {
    const id = `hurry-${test.info().project.name}`
    await signIn(page, id)
    await page.goto('/')
    await expect.poll(() => isOnline(page, id)).toBe(true)
    await loseFirst(page)
    await page.waitForTimeout(300)
    expect(await openedSockets(page), 'it waits').toBe(1)
    await page.evaluate(() => dispatchEvent(new Event('online')))
    expect(await openedSockets(page)).toBe(2)
    await page.waitForTimeout(7000)
    expect(await openedSockets(page)).toBe(2)
    expect(await isOnline(page, id)).toBe(true)
  })

  test('is let go when its person is not signed in any more @once', async ({ page, context }) => {
    const id = `ended-${test.info().project.name}`
    await signIn(page, id)
    await page.goto('/')
    await expect.poll(() => isOnline(page, id)).toBe(true)
    await context.clearCookies()
    await loseFirst(page)
    await page.evaluate(() => dispatchEvent(new Event('online')))
    // Whatever asks first finds out, and home is not a stranger's.
    await expect(page).toHaveURL(/\/login\?next=%2Fhome$/)
    await page.waitForTimeout(1500)
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await page.waitForTimeout(500)
    expect(await openedSockets(page)).toBe(0)
  })
})
