import { expect } from '@playwright/test'
import { test } from './fixtures.ts'

test('a question becomes filters that lead to games, and a question about places leads to places', async ({ page }) => {
  await page.goto('/ai')
  await expect(page).toHaveTitle('Ask Beans · Gather')
  const question = page.getByRole('searchbox', { name: 'What do you want to play?' })
  await question.fill('pickleball for beginners near Austin on Saturday morning')
  await question.press('Enter')
  await expect(page.getByRole('list', { name: 'Filters from your question' }).getByRole('listitem')).toContainText([
    'Pickleball',
    'Austin, TX',
    /, \w{3} \d+$/,
    'Morning',
    'Up to beginner',
  ])
  await expect(page).toHaveURL(/\/ai\?q=pickleball/)
  await page.getByRole('link', { name: 'Show games' }).click()
  await expect(page).toHaveURL(/\/discover\?activity=pickleball&city=4671654/)
  await expect(page.getByRole('group', { name: 'Filters' }).getByRole('button', { name: /Austin, 15 miles/ })).toBeVisible()

  await page.goto('/ai?q=tennis courts in Austin')
  await page.getByRole('link', { name: 'Show places' }).click()
  await expect(page).toHaveURL(/\/discover\/places\?activity=tennis/)
  await expect(page.getByRole('link', { name: /Northside Courts/ })).toBeVisible()
})
