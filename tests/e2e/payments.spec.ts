import { expect, type Page } from '@playwright/test'
import { expectAccessible, test } from './fixtures.ts'
import { payAtStripe } from './pay-at-stripe.ts'
import { expectNoHorizontalScroll, signInAsNewPerson } from './people.ts'

// Stripe refuses a declined card with this status.
test.use({ allowedErrors: /status of 402/ })

const paymentsTab = '/settings?tab=payments'

async function makeTeam(page: Page, name: string, ownerId: string): Promise<void> {
  expect((await page.request.put('/api/_local/teams', { data: { name, people: [ownerId] } })).ok()).toBe(true)
}

test('an owner buys a plan, changes it to the cent, and cancels it', async ({ page }) => {
  const owner = await signInAsNewPerson(page, 'Pia Planner')
  await makeTeam(page, 'Plan Ocelots', owner.id)
  await page.goto(paymentsTab)
  const dialog = page.getByRole('dialog', { name: 'Change Plan' })
  const openDialog = () => page.getByRole('button', { name: 'Change Plan of Plan Ocelots' }).click()
  const cardOf = (plan: string) => dialog.getByRole('listitem').filter({ has: page.getByRole('heading', { name: plan, exact: true }) })
  const getStarted = (plan: string) => cardOf(plan).getByRole('button', { name: 'Get started' })

  await openDialog()
  await expect(cardOf('Rookie').getByRole('button', { name: 'Current' })).toBeDisabled()
  await expectAccessible(page)
  await getStarted('Varsity').click()
  // The first card is declined, and nothing is bought.
  await payAtStripe(page, '4000000000000002')
  await expect(page.getByText('Your card was declined.')).toBeVisible()
  await payAtStripe(page)
  await page.waitForURL(/\/payment-success/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Varsity')
  await expectNoHorizontalScroll(page)

  await page.goto(paymentsTab)
  await openDialog()
  await expect(cardOf('Varsity').getByRole('button', { name: 'Current' })).toBeDisabled()
  await getStarted('Pro').click()
  await expect(dialog.getByText(/Afterwards \$39 per month/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Change plan', exact: true }).click()
  await expect(page.getByText('Successfully changed subscription!')).toBeVisible()

  await openDialog()
  await getStarted('Rookie').click()
  await dialog.getByRole('button', { name: 'Cancel plan' }).click()
  await expect(page.getByText('Successfully cancelled subscription!')).toBeVisible()
})

test('a host sets up payouts until the account is Active, and unlinks it @both', async ({ page }) => {
  await signInAsNewPerson(page, 'Hal Host')
  await page.goto(paymentsTab)
  await page.getByRole('button', { name: 'Start Stripe Setup' }).click()
  await page.getByRole('button', { name: 'Create Stripe Account' }).click()
  await page.getByRole('button', { name: 'Leave without finishing' }).click()
  await page.waitForURL(/tab=payments/)
  await expect(page.getByText('Incomplete')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Complete Verification' }).click()
  await page.getByRole('button', { name: 'Fill in everything' }).click()
  await page.waitForURL(/tab=payments/)
  await expect(async () => {
    await page.reload()
    await expect(page.getByText('Active', { exact: true })).toBeVisible({ timeout: 2000 })
  }).toPass()
  await page.getByRole('button', { name: 'Unlink Stripe' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Unlink', exact: true }).click()
  await expect(page.getByText('Your Stripe account was unlinked successful.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Start Stripe Setup' })).toBeVisible()
})
