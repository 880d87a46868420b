import { expect, type Page } from '@playwright/test'
import { test } from './fixtures.ts'

test.describe('after a deploy took the files of an open tab away', () => {
  test.use({ serviceWorkers: 'block', allowedErrors: /ERR_FAILED|dynamically imported module/ })

  const countLoads = (page: Page) => {
    let loads = 0
    page.on('request', (request) => {
      if (request.isNavigationRequest()) loads += 1
    })
    return () => loads
  }
  const loseChunk = (page: Page, { until }: { until: () => boolean }) =>
    page.route('**/assets/city-search-page-*.js', (route) => (until() ? route.continue() : route.abort()))
  const goToCities = (page: Page) => page.locator('nav').getByRole('link', { name: 'Find your city' }).filter({ visible: true }).click()
  const cities = (page: Page) => page.getByRole('heading', { level: 1, name: 'Find your city' })
  const stumbled = (page: Page) => page.getByRole('heading', { level: 1, name: 'This page did not load.' })

  test('the next page comes by loading anew, once; one that stays away says so instead of loading for ever', async ({ page, context }) => {
    const loads = countLoads(page)
    await loseChunk(page, { until: () => loads() > 1 })
    await page.goto('/')
    await goToCities(page)
    await expect(cities(page)).toBeVisible()
    expect(loads()).toBe(2)

    const other = await context.newPage()
    const loadsOfOther = countLoads(other)
    await loseChunk(other, { until: () => false })
    await other.goto('/discover/city-search')
    await expect(stumbled(other)).toBeVisible()
    expect(loadsOfOther()).toBe(2)
  })

  test('unsaved words are not taken away: a person decides', async ({ page }) => {
    const loads = countLoads(page)
    await loseChunk(page, { until: () => loads() > 1 })
    await page.goto('/_ui')
    await page.getByLabel('Name of the game').fill('Sunrise open play')
    await goToCities(page)
    await expect(stumbled(page)).toBeVisible()
    expect(loads()).toBe(1)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(cities(page)).toBeVisible()
  })
})

test.describe('a page that fails', () => {
  test.use({ allowedErrors: /Crashed on purpose/ })

  test('names its request, and can be tried again', async ({ page }) => {
    await page.goto('/_test/crash')
    await expect(page.getByRole('heading', { level: 1, name: 'This page did not load.' })).toBeVisible()
    await expect(page.getByRole('alert')).toContainText('Something went wrong')
    await expect(page.getByRole('alert')).toContainText(/mention [\w-]{16,}/)
    await page.evaluate(() => history.replaceState(null, '', '/_test/crash?calm'))
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { name: 'All is well.' })).toBeVisible()
  })
})

test('the API has a readable page that needs nothing from elsewhere', async ({ page, baseURL }) => {
  const elsewhere: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(baseURL ?? '') && !request.url().startsWith('data:') && !request.url().startsWith('blob:'))
      elsewhere.push(request.url())
  })
  await page.goto('/api/docs')
  // Drawing every operation there is takes a while.
  await expect(page.getByText('What the web app speaks.').first()).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText('Search US cities').first()).toBeAttached()
  expect(elsewhere).toEqual([])
})
