import { expect, type Page } from '@playwright/test'
import { findBrowser } from '../../scripts/find-browser.ts'
import { test } from './fixtures.ts'
import { account, uniqueEmail } from './sign-in.ts'

test('Back after logging out shows the bar of a visitor, also if the browser kept the page', async ({ playwright, baseURL }) => {
  // Playwright turns off the cache that Back restores pages from. People have it.
  const browser = await playwright.chromium.launch({ ...(await findBrowser()), ignoreDefaultArgs: ['--disable-back-forward-cache'] })
  const page = await browser.newPage({ baseURL: baseURL ?? '' })
  const viewer = { id: `goes-back-${test.info().project.name}`, name: 'Maya Rivera', emailVerified: true, profileComplete: true }
  await page.request.put('/api/_local/session', { data: { viewer } })
  for (const path of ['/discover/city-search', '/faqs']) {
    await page.goto(path)
    await expect(account(page)).toBeVisible()
  }
  await account(page).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(page).toHaveURL(/\/login\?logout=true$/)
  // Login has replaced the last page.
  await page.goBack()
  await expect(page).toHaveURL(/\/discover\/city-search$/)
  await expect(page.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeVisible()
  await expect(account(page)).toBeHidden()
  await browser.close()
})

async function continueAs(page: Page, email: string) {
  await page.getByText('Someone else').click()
  await page.getByLabel('Name').fill('Gail Green')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByRole('button', { name: 'Continue as this person' }).click()
}

test.describe('a sensitive act', () => {
  test.use({ allowedErrors: /403/ })

  test('a person without a password confirms with Google in another window, and the deletion goes on', async ({ page }) => {
    const email = uniqueEmail('confirms')
    await page.goto('/login')
    await page.getByRole('button', { name: 'Continue with Google' }).click()
    await continueAs(page, email)
    await expect(account(page)).toBeVisible()
    const { viewer } = await (await page.request.get('/api/session')).json()
    await page.request.put('/api/_local/session', { data: { viewer: { ...viewer, emailVerified: true, profileComplete: true } } })

    // As if the sign-in were older than an hour. Only the first request is answered here.
    const problem = {
      type: 'about:blank',
      title: 'Please confirm first that it is you.',
      status: 403,
      code: 'FreshSignInRequired',
      requestId: 'x',
    }
    let isRefused = false
    await page.route('**/api/accounts', (route) => {
      if (route.request().method() !== 'DELETE' || isRefused) return route.fallback()
      isRefused = true
      return route.fulfill({ status: 403, contentType: 'application/problem+json', json: { ...problem, issues: [] } })
    })
    await page.goto('/settings?tab=general')
    await page.getByRole('button', { name: 'Delete my account' }).click()
    await page.getByLabel('Type DELETE to continue').fill('DELETE')
    await page.getByRole('button', { name: 'Delete account' }).click()
    const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
    const opening = page.waitForEvent('popup')
    await dialog.getByRole('button', { name: 'Continue with Google' }).click()
    const popup = await opening
    const closed = popup.waitForEvent('close')
    await popup.getByRole('button', { name: 'Cancel' }).click()
    await expect(popup.getByRole('alert')).toHaveText('You canceled before you confirmed that it is you.')
    await popup.getByRole('button', { name: 'Try again' }).click()
    await continueAs(popup, email)
    await closed
    await expect(page.getByText('Account deleted successfully.')).toBeVisible()
  })
})
