import { expect, type Page } from '@playwright/test'
import { test } from './fixtures.ts'
import { startDeployments } from './setup/deployments.ts'

test.use({
  allowedErrors:
    /status of (404|429|500)|ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch|dynamically imported module|You seem to be offline/,
})

/** Waits until the service worker runs: then it has the shell and every screen. */
const untilKept = (page: Page) => page.waitForFunction(() => navigator.serviceWorker.controller !== null, undefined, { timeout: 35_000 })

async function signIn(page: Page, id: string) {
  const viewer = { id, name: id, emailVerified: true, profileComplete: true }
  expect((await page.request.put('/api/_local/session', { data: { viewer } })).ok()).toBe(true)
}

test('what was seen can be seen again without a network, and the rest says why not', async ({ page, context, baseURL }) => {
  await page.goto('/discover/city-search?city=4671654')
  await expect(page.getByRole('heading', { level: 2, name: 'Austin' })).toBeVisible()
  await page.getByRole('combobox', { name: 'City' }).fill('bosto')
  await expect(page.getByRole('option', { name: /Boston/ }).first()).toBeVisible()
  await untilKept(page)
  // What was seen is written down a second later.
  await page.waitForTimeout(1300)

  await context.setOffline(true)
  await page.goto('/discover/city-search?city=4671654')
  await expect(page.getByText('You are offline. You can still see what you have seen before.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 2, name: 'Austin' })).toBeVisible()
  await expect(page).toHaveTitle('Austin, TX · Gather')

  await page.goto('/_test/signed-out')
  await expect(page.getByRole('heading', { name: 'You have not been here while online.' })).toBeVisible()

  await context.setOffline(false)
  await page.goto(`${baseURL}/`)
  await expect(page.getByText('You are offline.')).toBeHidden()
})

test('it can be installed: name, icons and start page @once', async ({ request }) => {
  const manifest = await (await request.get('/manifest.webmanifest')).json()
  expect(manifest).toMatchObject({ name: 'Gather', start_url: '/', display: 'standalone' })
  expect(manifest.icons.some(({ sizes }: { sizes: string }) => sizes === '512x512')).toBe(true)
  for (const { src } of manifest.icons) expect((await request.get(src)).headers()['content-type']).toMatch(/^image\//)
})

test('the shell that is kept holds nobody’s data @once', async ({ page }) => {
  await signIn(page, 'person-a')
  await page.goto('/')
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null, undefined, { timeout: 35_000 })
  const kept = await page.evaluate(async () => {
    const texts: string[] = []
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) texts.push(request.url + (await (await cache.match(request))?.text()))
    }
    return texts.join('\n')
  })
  expect(kept).toContain('/index.html')
  expect(kept).not.toContain('person-a')
})

test('with a new version every screen opens without a network, also one not seen yet @once', async ({ page, context, baseURL }) => {
  const deployments = await startDeployments(baseURL ?? '')
  try {
    await page.goto(deployments.url)
    await untilKept(page)
    deployments.deploy('later')
    await page.evaluate(async () => void (await navigator.serviceWorker.getRegistration())?.update())
    await expect(page.locator('script[src$="/index-later.js"]')).toBeAttached()
    await untilKept(page)
    // What was kept along the way is not what it stands on.
    await page.evaluate(() => caches.delete('assets'))
    await context.setOffline(true)
    await page.goto(`${deployments.url}/discover/city-search`)
    await expect(page.getByText('You are offline.')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1, name: 'Find your city' })).toBeVisible()
    await expect(page.getByRole('combobox', { name: 'City' })).toBeVisible()
  } finally {
    await deployments.stop()
  }
})

test('where the browser keeps no database the app opens all the same, also without a network @once', async ({ page, context }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'indexedDB', {
      get: () => {
        throw new DOMException('Not here.', 'SecurityError')
      },
    })
  })
  await page.goto('/')
  await untilKept(page)
  await context.setOffline(true)
  await page.goto('/discover/city-search')
  await expect(page.getByRole('heading', { level: 1, name: 'Find your city' })).toBeVisible()
})

test('what one person saw is gone when another comes @once', async ({ page }) => {
  const keptFor = () =>
    page.evaluate(async () => {
      const opened = indexedDB.open('gather')
      await new Promise((resolve) => opened.addEventListener('success', resolve))
      const asked = opened.result.transaction('seen').objectStore('seen').getAllKeys()
      await new Promise((resolve) => asked.addEventListener('success', resolve))
      opened.result.close()
      return asked.result
    })
  const look = async (id: string) => {
    await signIn(page, id)
    await page.goto('/discover/city-search')
    await page.getByRole('combobox', { name: 'City' }).fill('bosto')
    await expect(page.getByRole('option', { name: /Boston/ }).first()).toBeVisible()
  }
  await look('seen-a')
  await expect.poll(keptFor).toEqual(['seen-a'])
  await look('seen-b')
  await expect.poll(keptFor).toEqual(['seen-b'])
})

test.describe('the shell without what the Worker writes into a page', () => {
  const answer = (code: string, title: string, status: number) => ({
    status,
    contentType: 'application/problem+json',
    body: JSON.stringify({ type: 'about:blank', title, status, code, requestId: 'r-1' }),
  })
  const menu = (page: Page) => page.getByRole('button', { name: 'Menu' })

  for (const [code, title, status] of [
    ['UnknownHost', 'No community lives at this address.', 404],
    ['TooManyRequests', 'That was a lot at once. Please wait a moment.', 429],
  ] as const) {
    test(`takes a refusal at its word: ${code} @once`, async ({ page }) => {
      await page.route('**/api/config', (route) => route.fulfill(answer(code, title, status)))
      await page.goto('/index.html')
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
      await expect(menu(page)).toHaveCount(0)
    })
  }

  test('opens with what it knows while the server is down, and behind the Wi-Fi of a café @once', async ({ page }) => {
    await page.route('**/api/config', (route) => route.fulfill(answer('Unavailable', 'Not now.', 500)))
    await page.goto('/index.html')
    await expect(menu(page)).toBeVisible()
    await page.route('**/api/config', (route) => route.fulfill({ status: 404, contentType: 'text/html', body: 'Please log in' }))
    await page.goto('/index.html')
    await expect(menu(page)).toBeVisible()
  })
})
