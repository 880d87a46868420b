import { expect, type Page } from '@playwright/test'
import { test } from './fixtures.ts'
import { holdRequests } from './hold-requests.ts'
import { listMails } from './mailbox.ts'
import { sumShifts, watchLayoutShifts } from './watch-layout-shifts.ts'

const tabPath = '/settings?tab=activities-subscription'

/** Signs in as a person that only this test uses, because tests share one database. Returns their email address. */
async function signIn(page: Page, name: string): Promise<string> {
  const id = `subs-${name}-${test.info().project.name}`
  const viewer = { id, name: 'Robin', emailVerified: true, profileComplete: true }
  expect((await page.request.put('/api/_local/session', { data: { viewer } })).ok()).toBe(true)
  return `${id}@local.test`
}

const city = (page: Page) => page.getByRole('combobox', { name: 'City' })
const pin = (page: Page) => page.getByRole('button', { name: 'Pin', exact: true })
const miles = (page: Page) => page.getByRole('spinbutton', { name: 'Radius' })
const save = (page: Page, name: 'Save alert' | 'Save changes' = 'Save alert') => page.getByRole('button', { name })
const listHeading = (page: Page) => page.getByRole('heading', { level: 2, name: 'Your alerts' })
const expectMapDrawn = (page: Page) => expect(page.getByRole('button', { name: 'Zoom in' })).toBeVisible()

async function pickCity(page: Page, typed: string, option: string) {
  await city(page).fill(typed)
  await expect(page.getByRole('option', { name: option, exact: true })).toBeVisible()
  await city(page).press('ArrowDown')
  await city(page).press('Enter')
}

async function pickActivity(page: Page, name: string) {
  await page.getByRole('searchbox', { name: 'Search activities' }).fill(name)
  await page.getByRole('button', { name, exact: true }).click()
  await page.getByRole('searchbox', { name: 'Search activities' }).fill('')
}

test('a person creates an alert for a city and an activity, changes its radius, gets one email, and deletes it @phone', async ({
  page,
  sandboxUrl,
}) => {
  const email = await signIn(page, 'adds')
  await page.goto(tabPath)
  await page.getByRole('button', { name: 'Add an alert' }).click()
  await city(page).fill('northside')
  await expect(page.getByRole('option', { name: /^Northside Courts .*Austin, TX$/ })).toBeVisible()
  await pickCity(page, 'austin, t', 'Austin Texas')
  await expectMapDrawn(page)
  await expect(pin(page)).toBeVisible()
  await pickActivity(page, 'Pickleball')
  await pickActivity(page, 'Sand Volleyball')
  await save(page).click()
  await expect(listHeading(page)).toBeFocused()
  await page.reload()
  await expect(page.getByText('within 15 miles of Austin, TX')).toBeVisible()

  await page.getByRole('button', { name: 'Edit Pickleball and Sand Volleyball' }).click()
  await miles(page).fill('25')
  await save(page, 'Save changes').click()
  await expect(listHeading(page)).toBeVisible()
  await page.reload()
  await expect(page.getByText('within 25 miles of Austin, TX')).toBeVisible()
  await expect
    .poll(async () => (await listMails(page.request, sandboxUrl, email)).map(({ subject }) => subject))
    .toEqual(['Your alert for Pickleball and Sand Volleyball near Austin, TX'])

  await page.getByRole('button', { name: 'Delete Pickleball and Sand Volleyball' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByText('Never miss a game near you')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Never miss a game near you')).toBeVisible()
})

test('the page does not jump while the map of the form loads @phone', async ({ page }) => {
  await signIn(page, 'sees')
  await page.goto(`${tabPath}&subscription=new`)
  await pickCity(page, 'austin, t', 'Austin Texas')
  await pickActivity(page, 'Pickleball')
  await save(page).click()
  await page.getByRole('button', { name: 'Edit Pickleball' }).click()
  await expectMapDrawn(page)
  const shifts = await watchLayoutShifts(page)
  const release = await holdRequests(page, '**/assets/draw-map-*')
  await page.reload()
  await expect(page.getByRole('group', { name: 'Dates' })).toBeVisible()
  await expect(city(page)).toHaveValue('Austin, TX')
  const before = await shifts()
  release()
  await expectMapDrawn(page)
  await expect(pin(page)).toBeVisible()
  const after = await shifts()
  expect(after.slice(before.length)).toEqual([])
  expect(sumShifts(after)).toBeLessThan(0.1)
})
