import { expect, type Page } from '@playwright/test'
import { test } from './fixtures.ts'

const name = (page: Page) => page.getByLabel('Name of the game')
const restored = (page: Page) => page.getByText('We kept what you wrote last time.')

async function signIn(page: Page, id: string) {
  const viewer = { id, name: id, emailVerified: true, profileComplete: true }
  expect((await page.request.put('/api/_local/session', { data: { viewer } })).ok()).toBe(true)
}

test('unsent words are one person’s: who signs in next on this device does not get them @once', async ({ page }) => {
  await signIn(page, 'drafts-a')
  await page.goto('/_ui')
  await name(page).fill('Secret open play')
  await page.reload()
  await expect(name(page)).toHaveValue('Secret open play')

  await signIn(page, 'drafts-b')
  await page.goto('/_ui')
  await expect(page.getByRole('heading', { level: 1, name: 'Parts' })).toBeVisible()
  await expect(name(page)).toHaveValue('')
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('Secret open play')
})

test('a form that was emptied again has nothing to give back @once', async ({ page }) => {
  await page.goto('/_ui')
  await name(page).fill('Sunrise')
  await page.reload()
  await expect(restored(page)).toBeVisible()
  await name(page).fill('')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Parts' })).toBeVisible()
  await expect(name(page)).toHaveValue('')
  await expect(restored(page)).toBeHidden()
})
