import { expect } from '@playwright/test'
import { test } from './fixtures.ts'
import { logInAs } from './sign-in.ts'

test('home leads to the answers; one is found, leads on, is come back to, and what is missing is said', async ({ page }) => {
  await logInAs(page, 'player')
  await page.goto('/home')
  await page.getByRole('navigation', { name: 'Quick links' }).getByRole('link', { name: 'Help & Faqs' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Help & Faqs' })).toBeVisible()
  const field = page.getByRole('searchbox', { name: 'Find an answer' })
  const answer = page.locator('#faq-need-more')
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
