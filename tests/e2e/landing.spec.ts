import { expect } from '@playwright/test'
import { test } from './fixtures.ts'

test('a visitor chooses their city, comes back to the start page, and is counted as one visit @both', async ({ page, context }) => {
  await page.goto('/')
  await expect(page).toHaveTitle('Find a game near you · Gather')
  const field = page.getByRole('combobox', { name: 'Where do you play?' })
  await field.fill('aust')
  // We use the keyboard: the list moves while results arrive, and a tap that scrolls first would close it.
  await expect(page.getByRole('option', { name: 'Austin Texas', exact: true })).toBeVisible()
  await field.press('ArrowDown')
  await field.press('Enter')
  await expect(page).toHaveURL(/\/discover\?city=4671654&/)
  await expect(page).toHaveTitle('Games near Austin, TX · Gather')
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Games near Austin' })).toBeVisible()

  await page.reload()
  expect(await page.evaluate(() => localStorage.getItem('visitCount'))).toBe('1')
  const later = await context.newPage()
  await later.goto('/')
  await expect.poll(() => later.evaluate(() => localStorage.getItem('visitCount'))).toBe('2')
})
