import { expect } from '@playwright/test'
import { expectAccessible, test } from './fixtures.ts'

test('a stranger reads one sentence, says where they play, and can come back', async ({ page }) => {
  await page.goto('/')
  await expect(page).toHaveTitle('Find a game near you · Gather')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Find people to play with, today and near you.')
  await expectAccessible(page)

  const field = page.getByRole('combobox', { name: 'Where do you play?' })
  await field.fill('aust')
  // By keyboard: the list moves while results arrive, and a tap that has to scroll first closes it.
  await expect(page.getByRole('option', { name: 'Austin Texas', exact: true })).toBeVisible()
  await field.press('ArrowDown')
  await field.press('Enter')
  await expect(page).toHaveURL(/\/discover\?city=4671654&/)
  await expect(page).toHaveTitle('Games near Austin, TX · Gather')

  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Find people to play with, today and near you.')
  await expect(page.getByRole('heading', { name: 'Games near Austin' })).toBeVisible()
})

test('the court lines are drawn, and every activity has its picture', async ({ page }) => {
  await page.goto('/')
  await expect(page.locator('section svg path').first()).toBeAttached()
  await expect(page.getByRole('heading', { name: 'Whatever you play' })).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Pickleball' }).locator('svg')).toBeVisible()
})

test('the data’s license is named', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'GeoNames' })).toHaveAttribute('href', 'https://www.geonames.org')
  await expect(page.getByRole('link', { name: 'CC BY 4.0' })).toBeVisible()
})

test('a visit is counted once, not once a page @once', async ({ page, context }) => {
  await page.goto('/')
  await page.reload()
  await page.goto('/discover/city-search')
  expect(await page.evaluate(() => localStorage.getItem('visitCount'))).toBe('1')
  const later = await context.newPage()
  await later.goto('/')
  await expect.poll(() => later.evaluate(() => localStorage.getItem('visitCount'))).toBe('2')
})
