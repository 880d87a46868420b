import { expect, type Locator, type Page } from '@playwright/test'
import type { InvoicePage, PaymentsOverview } from '../../domain/payments/contract.ts'
import { trialDays } from '../../domain/payments/subscription-states.ts'
import { day } from '../../domain/time/spans.ts'
import { expectAccessible, testWithOwnProduct as test } from './fixtures.ts'
import { moveClock } from './move-clock.ts'
import { expectNoHorizontalScroll, signInAsNewPerson } from './people.ts'
import { buyPlan } from './plans.ts'

const toCents = (text: string) => Math.round(Number(text.replace('−', '-').replace(/[^-\d.]/g, '')) * 100)

/** Reads the sum of a preview, in cents, to which its lines add up. A credit is negative. */
async function readPreview(dialog: Locator, name: 'Due now' | 'Credit for your next invoices'): Promise<number> {
  await expect(dialog.getByText(name)).toBeVisible()
  const amounts = (await dialog.getByRole('definition').allTextContents()).map(toCents)
  const shown = amounts.pop() ?? 0
  const sum = name === 'Due now' ? shown : -shown
  expect(amounts.reduce((total, amount) => total + amount, 0)).toBe(sum)
  return sum
}

async function changePlan(dialog: Locator): Promise<void> {
  await dialog.getByRole('button', { name: 'Change plan', exact: true }).click()
  await expect(dialog).toBeHidden()
}

const read = async <T>(page: Page, path: string) => (await (await page.request.get(path)).json()) as T

const listAmounts = async (page: Page) => (await read<InvoicePage>(page, '/api/payments/invoices')).invoices.map(({ amount }) => amount)

/** The host decides which platform a person sees. */
const platforms = [
  { platform: 'gth', host: 'localhost' },
  { platform: 'meh', host: 'meh.localhost' },
]

for (const { platform, host } of platforms) {
  test(`once the trial is over on ${platform}, a change up and one down cost what their previews say, to the cent, and the plan can end`, async ({
    page,
    ownProduct,
  }) => {
    const owner = await signInAsNewPerson(page, 'Pia Planner')
    const made = await page.request.put('/api/_local/teams', { data: { name: 'Change Ocelots', people: [owner.id] } })
    const { id } = (await made.json()) as { id: string }
    await buyPlan(page.request, id, 'varsity-50')
    await moveClock(page.request, (trialDays + 5) * day)
    const findStatus = async () => (await read<PaymentsOverview>(page, '/api/payments')).teams[0]?.subscription?.status
    await expect.poll(findStatus, { timeout: 30_000 }).toBe('active')

    // Only the browser knows this host, so the person signs in on the other one.
    const cookies = await page.context().cookies()
    await page.context().addCookies(cookies.map((cookie) => ({ ...cookie, domain: host })))
    await page.goto(`${ownProduct.url.replace('localhost', host)}/settings?tab=payments`)
    const dialog = page.getByRole('dialog', { name: 'Change Plan' })
    const openDialog = () => page.getByRole('button', { name: 'Change Plan of Change Ocelots' }).click()
    const cardOf = (plan: string) => dialog.getByRole('listitem').filter({ has: page.getByRole('heading', { name: plan, exact: true }) })
    const getStarted = (plan: string) => cardOf(plan).getByRole('button', { name: 'Get started' })
    await openDialog()
    await getStarted('Pro').click()
    await expect(dialog.getByText(/Afterwards \$39 per month/)).toBeVisible()
    const due = await readPreview(dialog, 'Due now')
    // The difference of a month, less the days that have passed.
    expect(due).toBeGreaterThan(1000)
    expect(due).toBeLessThan(2400)
    await changePlan(dialog)
    await expect.poll(() => listAmounts(page)).toContain(due)

    await openDialog()
    await expect(cardOf('Pro').getByRole('button', { name: 'Current' })).toBeDisabled()
    await getStarted('Varsity').click()
    await expect(dialog.getByText(/Afterwards \$15 per month/)).toBeVisible()
    await expectNoHorizontalScroll(page)
    await expectAccessible(page)
    const credit = await readPreview(dialog, 'Credit for your next invoices')
    expect(credit).toBeLessThan(-1000)
    await changePlan(dialog)
    await expect.poll(() => listAmounts(page)).toContain(credit)
    await openDialog()
    await expect(cardOf('Varsity').getByRole('button', { name: 'Current' })).toBeDisabled()

    await getStarted('Rookie').click()
    await dialog.getByRole('button', { name: 'Cancel plan' }).click()
    await expect(page.getByText('Successfully cancelled subscription!')).toBeVisible()
    await expect(dialog).toBeHidden()
    const row = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: 'Change Plan of Change Ocelots' }) })
    await expect(row).toContainText(/Ends on/i)
  })
}
