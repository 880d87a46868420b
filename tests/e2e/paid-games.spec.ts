import { expect } from '@playwright/test'
import { expectAccessible, test } from './fixtures.ts'
import { payAtStripe } from './pay-at-stripe.ts'
import { expectNoHorizontalScroll, openOtherPage, signInAsNewPerson } from './people.ts'
import { waitForMailLink } from './sign-in.ts'

// Stripe refuses a declined card with this status.
test.use({ allowedErrors: /status of 402/ })

const clinic = '/discover/events/demo-paid-clinic'

test('a player pays for a seat after a decline and 3-D Secure, leaves, and gets the money back @both', async ({ page }) => {
  await signInAsNewPerson(page, 'Pat Payer')
  await page.goto(clinic)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Join · $20' }).first().click()
  await payAtStripe(page, '4000000000000002')
  await expect(page.getByText('Your card was declined.')).toBeVisible()

  // Whoever goes back to the game finds the seat held, and goes on with the same page.
  await page.goto(clinic)
  await expect(page.getByText('Your seat is held while you pay.').first()).toBeVisible()
  await page.getByRole('button', { name: 'Pay $20' }).first().click()
  await payAtStripe(page, '4000000000003220')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.waitForURL(/\/payment-success/)
  await expect(page.getByText('Third-shot clinic with Coach Jo').first()).toBeVisible()
  await expectNoHorizontalScroll(page)

  await page.goto(clinic)
  await expect(page.getByText('You are in').first()).toBeVisible()
  await page.getByRole('button', { name: 'Leave', exact: true }).first().click()
  await page.getByRole('alertdialog').getByRole('button', { name: /Leave/ }).click()
  await expect(page.getByRole('button', { name: 'Join · $20' }).first()).toBeVisible()
  await expect(async () => {
    await page.goto('/transactions')
    await expect(page.getByText(/sent back/).first()).toBeVisible({ timeout: 2000 })
  }).toPass()
  await expectAccessible(page)
})

test('a player chooses a ticket and pays less with a code @phone', async ({ page }) => {
  await signInAsNewPerson(page, 'Stu Dent')
  await page.goto('/discover/events/demo-ticket-night')
  await page.getByRole('button', { name: 'Join · from $12' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Join' })
  await dialog.getByRole('radio', { name: /Student/ }).check()
  await expect(dialog.getByRole('status').last()).toContainText('$12.00')
  await dialog.getByRole('button', { name: 'I have a code' }).click()
  await dialog.getByRole('textbox', { name: 'Code' }).fill('friends')
  await dialog.getByRole('button', { name: 'Use code' }).click()
  await expect(dialog.getByRole('status').last()).toContainText('$9.00')
  await expectNoHorizontalScroll(page)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Join', exact: true }).click()
  await payAtStripe(page)
  await expect(page.getByText(/You paid \$9\.00/)).toBeVisible()
  await page.goto('/discover/events/demo-ticket-night')
  await expect(page.getByText('You are in').first()).toBeVisible()
})

test('a player who has paid holds a seat for a friend, who pays for it @both', async ({ page, browser, product }) => {
  const player = await signInAsNewPerson(page, 'Bea Brings')
  const friendPage = await openOtherPage(browser)
  const friend = await signInAsNewPerson(friendPage, 'Cal Comes')
  for (const [one, other] of [
    [page, friend],
    [friendPage, player],
  ] as const)
    expect((await one.request.put(`/api/connections/${other.id}`)).ok()).toBe(true)

  await page.goto(clinic)
  await page.getByRole('button', { name: 'Join · $20' }).first().click()
  await payAtStripe(page)
  await page.waitForURL(/\/payment-success/)
  await page.goto(clinic)
  await page.getByRole('button', { name: 'Bring friends' }).click()
  const dialog = page.getByRole('dialog', { name: 'Bring friends' })
  await dialog.getByText('Cal Comes').click()
  await expectNoHorizontalScroll(page)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Hold a seat' }).click()
  await expect(page.getByText('A seat is held for Cal Comes until they answer.').first()).toBeVisible()

  await friendPage.goto(await waitForMailLink(page.request, product.sandboxUrl, friend.email, /holds a seat for you/))
  await expect(friendPage.getByRole('heading', { level: 1, name: 'A friend holds a seat for you' })).toBeVisible()
  await expect(friendPage.getByText('$20 for your seat.')).toBeVisible()
  await expectAccessible(friendPage)
  await friendPage.getByRole('button', { name: 'Accept and pay' }).click()
  await payAtStripe(friendPage)
  await friendPage.waitForURL(/\/payment-success/)
  await friendPage.goto(clinic)
  await expect(friendPage.getByText('You are in').first()).toBeVisible()
  await page.goto(clinic)
  await expect(page.getByText(/Cal Comes/).first()).toBeVisible()
})
