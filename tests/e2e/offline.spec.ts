import { expect, type Page } from '@playwright/test'
import { test } from './fixtures.ts'
import { setOffline } from './set-offline.ts'
import { waitForServiceWorker } from './wait-for-service-worker.ts'

test.use({
  serviceWorkers: 'allow',
  allowedErrors: /status of 404|ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch|You seem to be offline/,
})

async function signIn(page: Page, id: string) {
  const viewer = { id, name: id, emailVerified: true, profileComplete: true }
  expect((await page.request.put('/api/_local/session', { data: { viewer } })).ok()).toBe(true)
}

/** Reads the data saved on this device: the ids of the people it belongs to, and all of it as text. */
const readSavedData = (page: Page) =>
  page.evaluate(async () => {
    const opened = indexedDB.open('gather')
    await new Promise((resolve) => opened.addEventListener('success', resolve))
    const store = opened.result.transaction('seen').objectStore('seen')
    const [people, entries] = [store.getAllKeys(), store.getAll()]
    await new Promise((resolve) => entries.addEventListener('success', resolve))
    opened.result.close()
    return { people: people.result, text: JSON.stringify(entries.result) }
  })

async function searchForBoston(page: Page) {
  await page.getByRole('combobox', { name: 'City' }).fill('bosto')
  await expect(page.getByRole('option', { name: /Boston/ }).first()).toBeVisible()
}

test('a page that was opened before can be opened offline, and other pages say why they cannot @whole-browser', async ({
  page,
  context,
  baseURL,
}) => {
  await page.goto('/discover/city-search?city=4671654')
  await expect(page.getByRole('heading', { level: 2, name: 'Austin' })).toBeVisible()
  await searchForBoston(page)
  await waitForServiceWorker(page)
  await expect.poll(async () => (await readSavedData(page)).text).toMatch(/Austin.*Boston|Boston.*Austin/)

  await setOffline(context, true)
  await page.goto('/discover/city-search?city=4671654')
  await expect(page.getByText('You are offline. You can still see pages you opened before.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 2, name: 'Austin' })).toBeVisible()
  await expect(page).toHaveTitle('Austin, TX · Gather')

  await page.goto('/_test/signed-out')
  await expect(page.getByRole('heading', { name: 'You are offline, and this page is not saved on your device' })).toBeVisible()

  await setOffline(context, false)
  await page.goto(`${baseURL}/`)
  await expect(page.getByText('You are offline.')).toBeHidden()
})

test('only the data of the signed-in person is saved, and the shell contains none of it', async ({ page }) => {
  const visitAs = async (id: string) => {
    await signIn(page, id)
    await page.goto('/discover/city-search')
    await searchForBoston(page)
    await expect.poll(async () => (await readSavedData(page)).people).toEqual([id])
  }
  await visitAs('seen-a')
  await waitForServiceWorker(page)
  const cachedText = await page.evaluate(async () => {
    const texts: string[] = []
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) texts.push(request.url + (await (await cache.match(request))?.text()))
    }
    return texts.join('\n')
  })
  expect(cachedText).toContain('/index.html')
  expect(cachedText).not.toContain('seen-a')
  await visitAs('seen-b')
})

test('the product works without browser storage, even offline @whole-browser', async ({ page, context }) => {
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB']) {
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('Access is denied for this document.', 'SecurityError')
        },
      })
    }
  })
  await page.goto('/')
  const field = page.getByRole('combobox', { name: 'Where do you play?' })
  await field.fill('austin, t')
  await field.press('Enter')
  await expect(field).toHaveAttribute('aria-activedescendant', /./)
  await field.press('Enter')
  await expect(page).toHaveTitle('Games near Austin, TX · Gather')
  await waitForServiceWorker(page)
  await context.setOffline(true)
  await page.goto('/discover/city-search')
  await expect(page.getByRole('heading', { level: 1, name: 'Find your city' })).toBeVisible()
})

test('an unknown host shows only the error message of the server', async ({ page }) => {
  const title = 'There is no community at this address.'
  await page.route('**/api/config', (route) =>
    route.fulfill({
      status: 404,
      contentType: 'application/problem+json',
      body: JSON.stringify({ type: 'about:blank', title, status: 404, code: 'UnknownHost', requestId: 'r-1' }),
    }),
  )
  await page.goto('/index.html')
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Menu' })).toHaveCount(0)
})
