import { expect, type Page } from '@playwright/test'
import { test } from './fixtures.ts'
import { account, field, heading, password, uniqueEmail, waitForMailLink } from './sign-in.ts'

async function pickCity(page: Page, typed: string, label: string) {
  await page.getByRole('combobox', { name: 'City' }).fill(typed)
  await expect(page.getByRole('option', { name: label }).first()).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
}

test('a new person signs up by email, sets up their account and arrives at home', { tag: '@both' }, async ({
  page,
  request,
  sandboxUrl,
}) => {
  const email = uniqueEmail('new-here')
  // In the same browser, so that its link sets the password.
  await page.request.post('/api/accounts', { data: { email, password, isOldEnough: true, acceptsTerms: true } })
  await page.goto(await waitForMailLink(request, sandboxUrl, email, /Verify your email/))
  await page.getByRole('button', { name: 'Verify my email' }).click()
  await expect(heading(page, 'More Information')).toBeVisible()
  await field(page, 'Full name').fill('Robin Onboards')
  await field(page, 'Display name').fill('Robin')
  await pickCity(page, 'austin', 'Austin Texas')
  await page.getByRole('button', { name: 'Tennis', exact: true }).click()
  await page.getByRole('switch', { name: 'Online status' }).uncheck()
  await page.getByRole('button', { name: 'Setup Account' }).click()
  await expect(page).toHaveURL(/\/settings\?tab=availability&skippable=true/)
  await expect(account(page)).toBeVisible()
  await page.getByRole('link', { name: 'Skip for now...' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /, Robin$/ })).toBeVisible()
  await expect(page).toHaveURL(/\/home$/)

  // The switches are saved as they were left.
  await page.goto('/settings?tab=privacy')
  await expect(page.getByRole('switch', { name: 'Online status' })).not.toBeChecked()
  await expect(page.getByRole('switch', { name: 'Badges on your profile' })).toBeChecked()
  // A person with a complete profile cannot open the setup again.
  await page.goto('/user-onboarding')
  await expect(page).toHaveURL(/\/settings\?tab=general$/)
})
