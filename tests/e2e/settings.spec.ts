import { expect } from '@playwright/test'
import { test } from './fixtures.ts'
import { logInAs } from './sign-in.ts'

test.use({ allowedErrors: /401/ })

test('the general settings are saved, and a session that was ended elsewhere leads to the login page', async ({
  page,
  request,
  baseURL,
}) => {
  await logInAs(page, 'organizer')
  await page.goto('/settings?tab=general')
  // The label ends with "Optional", so it cannot be matched exactly.
  const bio = page.getByLabel('Bio')
  const text = `Typed in a test, ${Date.now()}.`
  await bio.fill(text)
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Successfully updated your profile')).toBeVisible()
  await page.reload()
  await expect(bio).toHaveValue(text)

  await page.goto('/home')
  await expect(page.getByRole('heading', { level: 1, name: /, Omar$/ })).toBeVisible()
  await page.waitForLoadState('networkidle')
  const cookie = (await page.context().cookies(baseURL)).map(({ name, value }) => `${name}=${value}`).join('; ')
  const { csrfToken } = await (await request.get('/api/auth/csrf', { headers: { cookie } })).json()
  await request.post('/api/auth/signout', { headers: { cookie }, form: { csrfToken } })
  await page.getByRole('navigation', { name: 'Quick links' }).getByRole('link', { name: 'Connect' }).click()
  await expect(page).toHaveURL(/\/login\?next=/)
})
