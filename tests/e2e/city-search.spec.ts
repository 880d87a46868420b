import { expect, type Page } from '@playwright/test'
import { expectAccessible, test } from './fixtures.ts'
import { holdBack } from './hold-back.ts'

test.use({ allowedErrors: /status of (404|500)/ })

const city = (page: Page) => page.getByRole('combobox', { name: 'City' })

test('a city is picked with the keyboard alone', async ({ page }) => {
  await page.goto('/discover/city-search')
  await expectAccessible(page)
  await city(page).fill('portland, m')
  await expect(page.getByRole('option', { name: 'Portland Maine', exact: true })).toBeVisible()
  // While the list is open React Aria hides the rest from screen readers; leaving by Tab closes the list first.
  await expectAccessible(page, { except: ['aria-hidden-focus'] })
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveTitle('Portland, ME · Gather')
  await expect(page.getByRole('heading', { level: 2, name: 'Portland' })).toBeVisible()
  await expect(page.getByText('there now, Eastern Time')).toBeVisible()
  await expectAccessible(page)
})

test('only what is on the list counts: editing clears the pick, and junk is told so', async ({ page }) => {
  await page.goto('/discover/city-search?city=4671654')
  await expect(city(page)).toHaveValue('Austin, TX')
  await city(page).press('End')
  await city(page).press('Backspace')
  await expect(page).toHaveURL(/city-search$/)
  await expect(page.getByRole('heading', { level: 2, name: 'Austin' })).toBeHidden()
  await expect(city(page)).toHaveValue('Austin, T')

  await city(page).fill('qqqq')
  await expect(page.getByText('No US city begins like that.').first()).toBeVisible()
  await city(page).blur()
  await expect(page.getByText('Pick one from the list.')).toBeVisible()
  await expect(city(page)).toHaveValue('qqqq')
})

test('a link to a city opens that city without asking the server again @once', async ({ page }) => {
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/')) calls.push(request.url())
  })
  await page.goto('/discover/city-search?city=4671654')
  await expect(page.getByRole('heading', { level: 2, name: 'Austin' })).toBeVisible()
  await expect(page).toHaveTitle('Austin, TX · Gather')
  expect(calls).toEqual([])
})

test('a link to a city that is none says so and lets one search on @once', async ({ page }) => {
  await page.goto('/discover/city-search?city=1')
  await expect(page.getByText('There is no such city.')).toBeVisible()
  await expect(city(page)).toBeEditable()
})
test('a search that fails says so, and the next one works @once', async ({ page }) => {
  await page.route('**/api/cities?*', (route) => route.fulfill({ status: 500, body: 'no' }))
  await page.goto('/discover/city-search')
  await city(page).fill('bos')
  await expect(page.getByText('Something went wrong on our side.')).toBeVisible({ timeout: 12_000 })
  await page.unroute('**/api/cities?*')
  await city(page).fill('bost')
  await expect(page.getByRole('option', { name: 'Boston Massachusetts', exact: true })).toBeVisible()
})

test('what is typed before the list’s code arrives is not lost', async ({ page }) => {
  const release = await holdBack(page, '**/assets/combo-box-*.js')
  await page.goto('/discover/city-search')
  await page.getByRole('textbox', { name: 'City' }).pressSequentially('chicag')
  release()
  await expect(city(page)).toHaveValue('chicag')
  await expect(city(page)).toBeFocused()
  await city(page).pressSequentially('o')
  await page
    .getByRole('option', { name: /Chicago.*Illinois/ })
    .first()
    .click()
  await expect(page).toHaveTitle('Chicago, IL · Gather')
})

test('a slow answer for earlier letters never replaces a later one @once', async ({ page }) => {
  await page.route('**/api/cities?q=b*', async (route) => {
    if (new URL(route.request().url()).searchParams.get('q') === 'b') await new Promise((resolve) => setTimeout(resolve, 1500))
    await route.continue().catch(() => undefined)
  })
  await page.goto('/discover/city-search')
  await city(page).fill('b')
  await page.waitForTimeout(250)
  await city(page).fill('boise')
  await expect(page.getByRole('option', { name: 'Boise Idaho', exact: true })).toBeVisible()
  await page.waitForTimeout(1600)
  await expect(page.getByRole('option').first()).toHaveText(/Boise/)
})

test('cities looked at are offered again', async ({ page }) => {
  await page.goto('/discover/city-search')
  await expect(page.getByText('Where do you play?')).toBeVisible()
  await city(page).fill('marfa')
  await page.getByRole('option', { name: /Marfa/ }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Marfa' })).toBeVisible()
  await page.goto('/discover/city-search')
  await page.getByRole('link', { name: /Marfa/ }).click()
  await expect(page).toHaveTitle('Marfa, TX · Gather')
})

const cityHeading = (page: Page, name: string) => page.getByRole('heading', { level: 2, name })
const said = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })

test('nothing turns beside a city that is picked @once', async ({ page }) => {
  const spinner = page.getByRole('main').locator('svg.animate-spin')
  await page.goto('/discover/city-search?city=4671654')
  await expect(city(page)).toHaveValue('Austin, TX')
  await expect(spinner).toHaveCount(0)
  await city(page).fill('marfa')
  await page.getByRole('option', { name: /Marfa/ }).click()
  await expect(cityHeading(page, 'Marfa')).toBeVisible()
  await expect(spinner).toHaveCount(0)
})

test('Enter before the answer is there waits for it; Enter again picks the first @once', async ({ page }) => {
  await page.route('**/api/cities?*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 700))
    await route.continue()
  })
  await page.goto('/discover/city-search')
  await city(page).fill('boise')
  await city(page).press('Enter')
  await expect(page.getByText('Pick one from the list.')).toBeHidden()
  await expect(page.getByRole('listbox')).toBeVisible()
  await expect(page.getByRole('option', { name: 'Boise Idaho', exact: true })).toBeVisible()
  await expect(city(page)).toHaveAttribute('aria-activedescendant', /./)
  await city(page).press('Enter')
  await expect(page).toHaveTitle('Boise, ID · Gather')
})

test('the tab keeps the city’s name on the way back @once', async ({ page }) => {
  await page.goto('/discover/city-search')
  await city(page).fill('austin, t')
  await city(page).press('Enter')
  await expect(city(page)).toHaveAttribute('aria-activedescendant', /./)
  await city(page).press('Enter')
  await expect(page).toHaveTitle('Austin, TX · Gather')
  await page.getByRole('banner').getByRole('link', { name: 'Gather' }).click()
  await expect(page).toHaveTitle('Find a game near you · Gather')
  await page.goBack()
  await expect(cityHeading(page, 'Austin')).toBeVisible()
  await expect(page).toHaveTitle('Austin, TX · Gather')
  await expect(said(page, 'Austin, TX · Gather')).toBeAttached()
})

test('a city leads to its games', async ({ page }) => {
  await page.goto('/discover/city-search?city=4671654')
  await page.getByRole('link', { name: 'Games near Austin' }).click()
  await expect(page).toHaveURL(/\/discover\?city=4671654&/)
  await expect(page).toHaveTitle('Games near Austin, TX · Gather')
})

test('the keyboard never loses its place', async ({ page }) => {
  // A city that is none: the field stays what it is while one is picked in it.
  await page.goto('/discover/city-search?city=1')
  await expect(page.getByText('There is no such city.')).toBeVisible()
  await city(page).fill('marfa')
  await expect(page.getByRole('option', { name: /Marfa/ })).toBeVisible()
  await city(page).press('ArrowDown')
  await city(page).press('Enter')
  await expect(cityHeading(page, 'Marfa')).toBeVisible()
  await expect(city(page)).toBeFocused()
  await expect(said(page, 'Marfa, TX · Gather')).toBeAttached()

  await page.goBack()
  await page.goto('/discover/city-search')
  await page.getByRole('link', { name: /Marfa/ }).press('Enter')
  await expect(cityHeading(page, 'Marfa')).toBeFocused()
  await expect(city(page)).toHaveValue('Marfa, TX')
  await expect(said(page, 'Marfa, TX · Gather')).toBeAttached()
  await city(page).focus()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Find your city' })).toBeFocused()
  await expect(city(page)).toHaveValue('')
})

test('sharing that does not work says so @once', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, 'share', { value: undefined })
    Object.defineProperty(Navigator.prototype, 'clipboard', { value: undefined })
  })
  await page.goto('/discover/city-search?city=4671654')
  await page.getByRole('button', { name: 'Share' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Your browser did not let us share.' })).toBeVisible()
})

test('a share sheet that is closed again is no error, and one that is refused is @once', async ({ page }) => {
  await page.addInitScript(() => {
    const refusals = ['AbortError', 'NotAllowedError']
    Object.defineProperty(Navigator.prototype, 'share', { value: () => Promise.reject(new DOMException('no', refusals.shift())) })
  })
  await page.goto('/discover/city-search?city=4671654')
  const failure = page.getByRole('alert').filter({ hasText: 'Your browser did not let us share.' })
  await page.getByRole('button', { name: 'Share' }).click()
  await page.waitForTimeout(300)
  await expect(failure).toHaveCount(0)
  await page.getByRole('button', { name: 'Share' }).click()
  await expect(failure).toBeVisible()
})
