import { expect, type Page } from '@playwright/test'
import { test } from './fixtures.ts'

test.use({ allowedErrors: /ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch|dynamically imported module|You seem to be offline/ })

/** Waits until the service worker runs and has kept what this page loaded. */
async function untilKept(page: Page, chunk: RegExp) {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null, undefined, { timeout: 35_000 })
  await expect
    .poll(async () => {
      const urls = await page.evaluate(async () => (await (await caches.open('assets')).keys()).map(({ url }) => url))
      return urls.some((url) => chunk.test(url))
    })
    .toBe(true)
}

test('what was seen can be seen again without a network, and the rest says why not', async ({ page, context, baseURL }) => {
  await page.goto('/discover/city-search?city=4671654')
  await expect(page.getByRole('heading', { level: 2, name: 'Austin' })).toBeVisible()
  await page.getByRole('combobox', { name: 'City' }).fill('bosto')
  await expect(page.getByRole('option', { name: /Boston/ }).first()).toBeVisible()
  await untilKept(page, /city-search-page/)
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

test('it can be installed: name, icons and start page', async ({ request }) => {
  const manifest = await (await request.get('/manifest.webmanifest')).json()
  expect(manifest).toMatchObject({ name: 'Gather', start_url: '/', display: 'standalone' })
  expect(manifest.icons.some(({ sizes }: { sizes: string }) => sizes === '512x512')).toBe(true)
  for (const { src } of manifest.icons) expect((await request.get(src)).headers()['content-type']).toMatch(/^image\//)
})

test('the shell that is kept holds nobody’s data', async ({ page }) => {
  await page.request.put('/api/_local/session', { data: { viewer: { id: 'person-a', emailVerified: true, profileComplete: true } } })
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
