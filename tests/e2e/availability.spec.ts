import { expect, type Page } from '@playwright/test'
import { test } from './fixtures.ts'

const address = '/settings?tab=availability'

/** Signs in as a new person, so that tests do not see each other's hours. */
async function signIn(page: Page, name: string) {
  const id = `${name}-${test.info().project.name}-${Date.now().toString(36)}`
  const viewer = { id, name: 'Avery Hours', emailVerified: true, profileComplete: true }
  expect((await page.request.put('/api/_local/session', { data: { viewer } })).ok()).toBe(true)
}

async function open(page: Page, name: string) {
  await signIn(page, name)
  await page.goto(address)
  await expect(page.getByRole('heading', { name: 'Weekly hours' })).toBeVisible()
}

const day = (page: Page, name: string) => page.getByRole('checkbox', { name, exact: true })
const time = (page: Page, label: string) => page.getByRole('button', { name: `${label}: ` })
const saveButton = (page: Page) => page.getByRole('button', { name: 'Save', exact: true })

async function pick(page: Page, label: string, option: string) {
  await time(page, label).click()
  await page.getByRole('option', { name: option }).first().click()
  await expect(page.getByRole('listbox')).toBeHidden()
  await expect(time(page, label)).toHaveText(`${label}: ${option}`)
}

async function save(page: Page) {
  await saveButton(page).click()
  await expect(page.getByText('Successfully saved availability')).toBeVisible()
}

test('a person sets their weekly hours, saves them and sees them after a reload', async ({ page }) => {
  await open(page, 'sets')
  await day(page, 'Monday').check()
  await pick(page, 'Monday, until', 'Midnight')
  await page.getByRole('button', { name: 'Add a range to Monday' }).click()
  await pick(page, 'Monday, range 2, from', '8:00 AM')
  await pick(page, 'Monday, range 2, until', '9:30 AM')
  await save(page)
  await page.getByRole('button', { name: 'Dismiss' }).click()

  await page.reload()
  await expect(day(page, 'Monday')).toBeChecked()
  await expect(day(page, 'Tuesday')).not.toBeChecked()
  await expect(time(page, 'Monday, range 1, from')).toHaveText('Monday, range 1, from: 8:00 AM')
  await expect(time(page, 'Monday, range 1, until')).toHaveText('Monday, range 1, until: 9:30 AM')
  await expect(time(page, 'Monday, range 2, from')).toHaveText('Monday, range 2, from: 5:00 PM')
  await expect(time(page, 'Monday, range 2, until')).toHaveText('Monday, range 2, until: Midnight')

  // Removing the last range makes the day unavailable. The second save updates the existing availability.
  const removers = page.getByRole('button', { name: /^Remove .* on Monday$/ })
  await removers.first().click()
  await expect(removers).toHaveCount(1)
  await removers.click()
  await expect(day(page, 'Monday')).not.toBeChecked()
  await save(page)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Weekly hours' })).toBeVisible()
  await expect(day(page, 'Monday')).not.toBeChecked()
})
