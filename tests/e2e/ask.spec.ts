import { expect, type Page } from '@playwright/test'
import { expectAccessible, test } from './fixtures.ts'

test.use({ allowedErrors: /status of 500/ })

const question = (page: Page) => page.getByRole('searchbox', { name: 'What do you want to play?' })
const chips = (page: Page) => page.getByRole('list', { name: 'What I look for' }).getByRole('listitem')
const showGames = (page: Page) => page.getByRole('link', { name: /^Show / })

async function discoverQuery(page: Page): Promise<Record<string, string>> {
  const href = (await showGames(page).getAttribute('href')) ?? ''
  expect(href).toMatch(/^\/discover/)
  return Object.fromEntries(new URL(href, 'http://x').searchParams)
}

test('a question becomes chips, and the chips a search', async ({ page }) => {
  await page.goto('/ai')
  await expect(page).toHaveTitle('Ask Beans · Gather')
  await expectAccessible(page)
  await question(page).fill('pickleball for beginners near Austin on Saturday morning')
  await question(page).press('Enter')
  await expect(chips(page)).toContainText(['Pickleball', 'Austin, TX', /, \w{3} \d+$/, 'Morning', 'Up to beginner'])
  const query = await discoverQuery(page)
  expect(query).toMatchObject({ activity: 'pickleball', city: '4671654', time: 'morning', level: '1-2' })
  expect(query.from).toBe(query.to)
  await expect(page).toHaveURL(/\/ai\?q=pickleball/)
  await expectAccessible(page)
})

test('who asks for places is led to places', async ({ page }) => {
  await page.goto('/ai?q=tennis courts in Austin')
  await page.getByRole('link', { name: 'Show places' }).click()
  await expect(page).toHaveURL(/\/discover\/places\?activity=tennis/)
  await expect(page.getByRole('link', { name: /Northside Courts/ })).toBeVisible()
})

test('an example is a tap away, and the way back leads to the examples @once', async ({ page }) => {
  await page.goto('/ai')
  await page.getByRole('link', { name: 'Anything but tennis this weekend' }).click()
  await expect(question(page)).toHaveValue('Anything but tennis this weekend')
  await expect(chips(page).first()).toContainText('Not tennis')
  expect(await discoverQuery(page)).toMatchObject({ not: 'tennis' })
  await page.goBack()
  await expect(question(page)).toHaveValue('')
  await expect(page.getByRole('link', { name: 'Free basketball tonight' })).toBeVisible()
})

test('a chip is taken away with the keyboard, and can be put back', async ({ page }) => {
  await page.goto('/ai?q=tennis in Denver under $10')
  await expect(chips(page)).toHaveCount(3)
  await page.getByRole('button', { name: 'Remove Up to $10' }).press('Enter')
  await expect(chips(page)).toHaveCount(2)
  await expect(page.getByRole('list', { name: 'What I look for' })).toBeFocused()
  expect(await discoverQuery(page)).not.toHaveProperty('price')
  await page.getByRole('button', { name: 'Remove Tennis' }).press('Enter')
  await page.getByRole('button', { name: 'Remove Denver, CO' }).press('Enter')
  await expect(showGames(page)).toHaveText('Show all games')
  expect(await discoverQuery(page)).toEqual({})
  await page.getByRole('button', { name: 'Put it back' }).click()
  await expect(chips(page)).toHaveCount(3)
  expect(await discoverQuery(page)).toMatchObject({ price: '10', activity: 'tennis' })
})

test('a city that shares its name can be changed for another', async ({ page }) => {
  await page.goto('/ai?q=chess in Springfield')
  await expect(chips(page).filter({ hasText: 'Springfield, MO' })).toBeVisible()
  await page.getByRole('button', { name: 'IL', exact: true }).click()
  await expect(chips(page).filter({ hasText: 'Springfield, IL' })).toBeVisible()
  expect(await discoverQuery(page)).toMatchObject({ city: '4250542' })
  await expectAccessible(page)
})

test('what was not understood is shown, and "near me" asks where that is @once', async ({ page }) => {
  await page.goto('/ai?q=kayaking near me or in Gotham')
  await expect(page.getByText('I did not understand: “kayaking”, “Gotham”')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Where shall I look?' })).toBeVisible()
  const where = page.getByRole('combobox', { name: 'Where is near you?' })
  await where.fill('boise')
  await expect(page.getByRole('option', { name: 'Boise Idaho', exact: true })).toBeVisible()
  await where.press('ArrowDown')
  await where.press('Enter')
  await expect(chips(page)).toContainText(['Boise, ID'])
  await expectAccessible(page)
})

test('when the answer fails it says so, and asks again @once', async ({ page }) => {
  await page.route('**/api/ask?*', (route) => route.fulfill({ status: 500, body: 'no' }))
  await page.goto('/ai?q=tennis')
  await expect(page.getByText('Something went wrong on our side.')).toBeVisible({ timeout: 15_000 })
  await page.unroute('**/api/ask?*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(chips(page)).toContainText(['Tennis'])
})
