import { expect } from '@playwright/test'
import { test } from './fixtures.ts'
import { logInAs } from './sign-in.ts'

test('a player finds an answer, follows its link, comes back, and sends feedback about a missing answer', async ({ page }) => {
  await logInAs(page, 'player')
  await page.goto('/home')
  await page.getByRole('navigation', { name: 'Quick links' }).getByRole('link', { name: 'Help & Faqs' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Help & Faqs' })).toBeVisible()
  const field = page.getByRole('searchbox', { name: 'Find an answer' })
  const answer = page.locator('#faq-call-for-players')
  await field.fill('need more players')
  await field.press('Enter')
  await expect(answer).toHaveAttribute('open')
  await page.reload()
  await expect(answer).toHaveAttribute('open')
  await answer.getByRole('link', { name: 'places' }).click()
  await expect(page).toHaveURL(/\/discover\/places/)
  await page.goBack()
  await expect(answer).toHaveAttribute('open')
  await expect(field).toHaveValue('need more players')

  await field.fill('zamboni')
  await page.getByRole('main').getByRole('link', { name: 'Send feedback' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'How is it going?' })).toBeVisible()
})
