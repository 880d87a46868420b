import { expect, type Page } from '@playwright/test'
import { test } from './fixtures.ts'

test.describe('after a deploy has deleted the files of an open tab', () => {
  test.use({ allowedErrors: /ERR_FAILED|dynamically imported module/ })

  const countLoads = (page: Page) => {
    let loads = 0
    page.on('request', (request) => {
      if (request.isNavigationRequest()) loads += 1
    })
    return () => loads
  }
  const blockChunk = (page: Page, { until }: { until: () => boolean }) =>
    page.route('**/assets/city-search-page-*.js', (route) => (until() ? route.continue() : route.abort()))
  const goToCities = (page: Page) => page.locator('nav').getByRole('link', { name: 'Find your city' }).filter({ visible: true }).click()
  const cities = (page: Page) => page.getByRole('heading', { level: 1, name: 'Find your city' })
  const loadError = (page: Page) => page.getByRole('heading', { level: 1, name: 'This page did not load' })

  test('the next page reloads once to get its code, and shows an error if the code is still missing', async ({ page, context }) => {
    const loads = countLoads(page)
    await blockChunk(page, { until: () => loads() > 1 })
    await page.goto('/')
    await goToCities(page)
    await expect(cities(page)).toBeVisible()
    expect(loads()).toBe(2)

    const other = await context.newPage()
    const loadsOfOther = countLoads(other)
    await blockChunk(other, { until: () => false })
    await other.goto('/discover/city-search')
    await expect(loadError(other)).toBeVisible()
    expect(loadsOfOther()).toBe(2)
  })

  test('a page with unsaved changes does not reload by itself', async ({ page }) => {
    const loads = countLoads(page)
    await blockChunk(page, { until: () => loads() > 1 })
    await page.goto('/_ui')
    await page.getByLabel('Name of the game').fill('Sunrise open play')
    await goToCities(page)
    await expect(loadError(page)).toBeVisible()
    expect(loads()).toBe(1)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(cities(page)).toBeVisible()
  })
})

test.describe('a page that fails', () => {
  test.use({ allowedErrors: /Crashed on purpose/ })

  test('shows the id of its request and can be tried again', async ({ page }) => {
    await page.goto('/_test/crash')
    await expect(page.getByRole('heading', { level: 1, name: 'This page did not load' })).toBeVisible()
    await expect(page.getByRole('alert')).toContainText('Something went wrong')
    await expect(page.getByRole('alert')).toContainText(/mention [\w-]{16,}/)
    await page.evaluate(() => history.replaceState(null, '', '/_test/crash?calm'))
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { name: 'All is well.' })).toBeVisible()
  })
})

test('the API documentation loads without requests to other sites', async ({ page, baseURL }) => {
  const externalRequests: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(baseURL ?? '') && !request.url().startsWith('data:') && !request.url().startsWith('blob:'))
      externalRequests.push(request.url())
  })
  await page.goto('/api/docs')
  // The page reads a megabyte of operations before it shows anything. On a busy machine, that takes more than a minute.
  await expect(page.getByText('The API that the web app uses.').first()).toBeVisible({ timeout: 180_000 })
  await page.locator('[data-content-id="get-/cities"]').click()
  await expect(page.getByRole('heading', { name: 'Search US cities' })).toBeVisible()
  expect(externalRequests).toEqual([])
})
