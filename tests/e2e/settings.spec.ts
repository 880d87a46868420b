import { expect, type Page } from '@playwright/test'
import { expectAccessible, test } from './fixtures.ts'
import { field, heading, logInAs } from './sign-in.ts'

/** Its label goes on with "Optional". */
const bio = (page: Page) => page.getByLabel('Bio')

test.describe('The general form', () => {
  test('is saved and read back after a reload', async ({ page }) => {
    await logInAs(page, 'organizer')
    await page.goto('/settings?tab=general')
    const save = page.getByRole('button', { name: 'Save Changes' })
    await expect(field(page, 'Display name')).toHaveValue(/./)
    await expect(save).toBeDisabled()
    const words = `Typed in a test, ${Date.now()}.`
    await bio(page).fill(words)
    await save.click()
    await expect(page.getByText('Successfully updated your profile')).toBeVisible()
    await page.reload()
    await expect(bio(page)).toHaveValue(words)
    await expectAccessible(page)
  })

  test('refuses what the server would refuse, and an emptied city @once', async ({ page }) => {
    await logInAs(page, 'organizer')
    await page.goto('/settings?tab=general')
    const save = page.getByRole('button', { name: 'Save Changes' })
    await field(page, 'Display name').fill('x'.repeat(26))
    await expect(page.getByText('1 too many')).toBeVisible()
    await field(page, 'Full name').focus()
    await expect(page.getByText('A display name has at most 25 characters.')).toBeVisible()
    await expect(save).toBeDisabled()
    await field(page, 'Display name').fill('Omar Haddad')
    await page.getByRole('combobox', { name: 'City' }).fill('Aus')
    await page.keyboard.press('Tab')
    await expect(save).toBeDisabled()
    await expect(page.getByText('Still needed: city.')).toBeVisible()
  })
})

test.describe('Two tabs', () => {
  test.use({ allowedErrors: /409/ })

  test('saving different words: the second is told, and loses nothing @once', async ({ page, context }) => {
    await logInAs(page, 'admin')
    await page.goto('/settings?tab=general')
    const other = await context.newPage()
    await other.goto('/settings?tab=general')
    await expect(field(other, 'Display name')).toHaveValue(/./)
    await bio(page).fill(`First tab ${Date.now()}`)
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByText('Successfully updated your profile')).toBeVisible()

    const mine = `Second tab ${Date.now()}`
    await bio(other).fill(mine)
    await other.getByRole('button', { name: 'Save Changes' }).click()
    await expect(other.getByText('You changed your profile somewhere else meanwhile.', { exact: false })).toBeVisible()
    await expect(bio(other)).toHaveValue(mine)
    // The choice waits for nothing: what was saved came with the refusal.
    await other.route('**/api/profiles/me', (route) => (route.request().method() === 'GET' ? undefined : route.fallback()))
    await other.getByRole('button', { name: 'Keep what I typed' }).click()
    await other.getByRole('button', { name: 'Save Changes' }).click()
    await expect(other.getByText('Successfully updated your profile')).toBeVisible()
    await page.reload()
    await expect(bio(page)).toHaveValue(mine)
  })

  test('words begun over what another tab has changed since are told of, also after a reload @once', async ({ page, context }) => {
    await logInAs(page, 'admin')
    await page.goto('/settings?tab=general')
    const mine = `Begun first ${Date.now()}`
    await bio(page).fill(mine)
    const other = await context.newPage()
    await other.goto('/settings?tab=general')
    await other.getByRole('button', { name: 'Start anew' }).click()
    await bio(other).fill(`Saved first ${Date.now()}`)
    await other.getByRole('button', { name: 'Save Changes' }).click()
    await expect(other.getByText('Successfully updated your profile')).toBeVisible()

    await bio(page).fill(`${mine}, and on`)
    await page.reload()
    await expect(bio(page)).toHaveValue(`${mine}, and on`)
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByText('You changed your profile somewhere else meanwhile.', { exact: false })).toBeVisible()
    await page.getByRole('button', { name: 'Load what was saved' }).click()
    await expect(bio(page)).toHaveValue(/^Saved first/)
  })
})

test('without a tab it is the general form alone @once', async ({ page }) => {
  await logInAs(page, 'player')
  await page.goto('/settings')
  await expect(heading(page, 'Settings')).toBeVisible()
  await expect(field(page, 'Display name')).toHaveValue('Maya Rivera')
  await expect(page.getByRole('tab')).toHaveCount(0)
  await page.goto('/settings?tab=general')
  await expect(page.getByRole('tab', { name: 'General' })).toHaveAttribute('aria-selected', 'true')
})

test('feedback is kept and thanked for @once', async ({ page }) => {
  await logInAs(page, 'host')
  await page.goto('/feedback')
  await page.getByRole('button', { name: 'Send feedback' }).click()
  await expect(page.getByText('Pick how it is going.')).toBeVisible()
  await page.getByText('Great', { exact: true }).click()
  await page.getByLabel('In your words').fill('More courts, please.')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Send feedback' }).click()
  await expect(heading(page, 'Thank you')).toBeVisible()
})

test.describe('A session that was ended elsewhere', () => {
  test.use({ allowedErrors: /401/ })

  test('leads to the sign-in page, and from there back @once', async ({ page, request, baseURL }) => {
    await logInAs(page, 'player')
    await page.goto('/home')
    await expect(page.getByRole('heading', { level: 1, name: /, Maya$/ })).toBeVisible()
    await page.waitForLoadState('networkidle')
    const cookie = (await page.context().cookies(baseURL)).map(({ name, value }) => `${name}=${value}`).join('; ')
    const { csrfToken } = await (await request.get('/api/auth/csrf', { headers: { cookie } })).json()
    await request.post('/api/auth/signout', { headers: { cookie }, form: { csrfToken } })
    await page.getByRole('navigation', { name: 'Quick links' }).getByRole('link', { name: 'Connect' }).click()
    await expect(page).toHaveURL(/\/login\?next=/)
  })
})
