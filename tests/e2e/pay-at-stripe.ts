import type { Page } from '@playwright/test'

/** Pays on the page of the sandbox on which Stripe takes a card. */
export async function payAtStripe(page: Page, number = '4242424242424242'): Promise<void> {
  await page.waitForURL(/\/stripe\/checkout\//)
  await page.locator(`[name=number][value="${number}"]`).check()
  await page.getByLabel('Name on card').fill('Pat Payer')
  await page.locator('button.go').click()
}
