import { expect } from '@playwright/test'
import { expectAccessible, test } from './fixtures.ts'
import { payAtStripe } from './pay-at-stripe.ts'
import { expectNoHorizontalScroll, signInAsNewPerson } from './people.ts'

test('a person buys a membership of a community, and cancels it @phone', async ({ page }) => {
  await signInAsNewPerson(page, 'Mia Member')
  await page.goto('/subscriptions/demo-host')
  await page.getByRole('button', { name: 'Join Drop-in pass' }).click()
  await payAtStripe(page)
  await expect(page.getByRole('heading', { name: 'You have a membership' })).toBeVisible()
  await page.goto('/subscriptions/demo-host')
  await expect(page.getByText('You have it')).toBeVisible()

  await page.goto('/subscriptions')
  const row = page.getByRole('list', { name: 'Memberships' }).getByRole('listitem')
  await expect(row).toContainText(/Drop-in pass.*\$20.*Next payment on/)
  await expectNoHorizontalScroll(page)
  await expectAccessible(page)
  await row.getByRole('button', { name: 'Cancel Drop-in pass' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel membership' }).click()
  await expect(page.getByText('Successfully cancelled subscription!')).toBeVisible()
  // It is paid for until then.
  await expect(row).toContainText(/Ends on/)
})
