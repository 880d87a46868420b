import { expect } from '@playwright/test'
import { expectAccessible, test } from './fixtures.ts'
import { payAtStripe } from './pay-at-stripe.ts'
import { expectNoHorizontalScroll, signInAsNewPerson } from './people.ts'

/** The host decides which platform a person sees. */
const platforms = [
  { platform: 'gth', name: 'Gather', host: 'localhost', price: '$48' },
  { platform: 'meh', name: 'Mehfil', host: 'meh.localhost', price: '$36' },
]

for (const { platform, name, host, price } of platforms) {
  test(`a player buys Member Plus on ${platform}, cancels it, and keeps it @phone`, async ({ page, product }) => {
    await signInAsNewPerson(page, 'Max Member')
    // Only the browser knows this host, so the person signs in on the other one.
    const cookies = await page.context().cookies()
    await page.context().addCookies(cookies.map((cookie) => ({ ...cookie, domain: host })))
    const origin = product.url.replace('localhost', host)

    await page.goto(`${origin}/pricing/member`)
    await expect(page).toHaveTitle(new RegExp(name))
    const plus = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Member Plus', exact: true }) })
    await expect(plus).toContainText(price)
    await plus.getByRole('link', { name: 'Get started' }).click()
    const dialog = page.getByRole('dialog', { name: 'Change Plan' })
    const cardOf = (plan: string) => dialog.getByRole('listitem').filter({ has: page.getByRole('heading', { name: plan, exact: true }) })
    await expect(cardOf('Member Plus')).toContainText(price)
    await expectAccessible(page)
    await cardOf('Member Plus').getByRole('button', { name: 'Get started' }).click()
    await payAtStripe(page)
    // They come back to the platform on which they have bought.
    await page.waitForURL(`${origin}/payment-success**`)
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Member Plus')
    await expectNoHorizontalScroll(page)

    await page.goto(`${origin}/settings?tab=payments`)
    const row = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: 'Change Plan of You' }) })
    await expect(row).toContainText('Member Plus')
    const openDialog = () => row.getByRole('button', { name: 'Change Plan of You' }).click()
    await openDialog()
    await cardOf('Free').getByRole('button', { name: 'Get started' }).click()
    await dialog.getByRole('button', { name: 'Cancel plan' }).click()
    await expect(page.getByText('Successfully cancelled subscription!')).toBeVisible()
    await expect(dialog).toBeHidden()
    await expect(row).toContainText(/Ends on/i)

    await openDialog()
    await dialog.getByRole('button', { name: 'Keep plan' }).click()
    await expect(dialog.getByRole('button', { name: 'Keep plan' })).toBeHidden()
    await expect(page.getByText('Member Plus continues.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(row).toContainText(/Renews on/i)
  })
}
