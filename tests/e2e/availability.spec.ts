import { expect, type Page } from '@playwright/test'
import { expectAccessible, test } from './fixtures.ts'

const address = '/settings?tab=availability'

/** Someone new, so that no test meets another's hours. */
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
const week = (page: Page) => page.getByRole('region', { name: 'Your week' })

/** Intl writes times with spaces of its own. */
const inWords = (words: string) => new RegExp(words.replaceAll(' ', '\\s'))

async function pick(page: Page, label: string, words: string) {
  await time(page, label).click()
  await page.getByRole('option', { name: words }).first().click()
  await expect(page.getByRole('listbox')).toBeHidden()
  await expect(time(page, label)).toHaveText(`${label}: ${words}`)
}

async function save(page: Page) {
  await saveButton(page).click()
  await expect(page.getByText('Successfully saved availability')).toBeVisible()
}

test('hours are set, saved and there after a reload', async ({ page }) => {
  await open(page, 'sets')
  await expect(week(page).getByText('No hours yet')).toBeVisible()
  await day(page, 'Monday').check()
  await expect(time(page, 'Monday, from')).toHaveText('Monday, from: 5:00 PM')
  await expect(time(page, 'Monday, until')).toHaveText('Monday, until: 8:00 PM')

  // By typing, from the closed button on: the evening is nearer than the morning.
  await time(page, 'Monday, from').focus()
  await page.keyboard.type('6:40')
  await page.keyboard.press('Enter')
  await expect(time(page, 'Monday, from')).toHaveText('Monday, from: 6:40 PM')
  await expect(time(page, 'Monday, from')).toBeFocused()
  await pick(page, 'Monday, until', 'Midnight')
  await page.getByRole('button', { name: 'Add a range to Monday' }).click()
  await pick(page, 'Monday, range 2, from', '8:00 AM')
  await pick(page, 'Monday, range 2, until', '9:30 AM')
  await expect(week(page).getByText('6.8 hours to play')).toBeVisible()
  await save(page)
  await page.getByRole('button', { name: 'Dismiss' }).click()

  await page.reload()
  await expect(day(page, 'Monday')).toBeChecked()
  await expect(day(page, 'Tuesday')).not.toBeChecked()
  await expect(time(page, 'Monday, range 1, from')).toHaveText('Monday, range 1, from: 8:00 AM')
  await expect(time(page, 'Monday, range 1, until')).toHaveText('Monday, range 1, until: 9:30 AM')
  await expect(time(page, 'Monday, range 2, from')).toHaveText('Monday, range 2, from: 6:40 PM')
  await expect(time(page, 'Monday, range 2, until')).toHaveText('Monday, range 2, until: Midnight')

  // Removing the last range makes the day unavailable; a second save changes what the first made.
  await page
    .getByRole('button', { name: /^Remove .* on Monday$/ })
    .first()
    .click()
  await page.getByRole('button', { name: /^Remove .* on Monday$/ }).click()
  await expect(day(page, 'Monday')).not.toBeChecked()
  await save(page)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Weekly hours' })).toBeVisible()
  await expect(day(page, 'Monday')).not.toBeChecked()
})

test('overlapping and reversed times are named beside them, and nothing is saved until they are right', async ({ page }) => {
  await open(page, 'overlaps')
  await day(page, 'Friday').check()
  await page.getByRole('button', { name: 'Add a range to Friday' }).click()
  await pick(page, 'Friday, range 2, from', '7:00 PM')
  await expect(page.getByText('Overlapping times with another range.')).toHaveCount(2)
  await expect(time(page, 'Friday, range 2, from')).toHaveAccessibleDescription('Overlapping times with another range.')
  await expect(saveButton(page)).toBeDisabled()
  await expectAccessible(page)

  await pick(page, 'Friday, range 2, from', '11:30 PM')
  await expect(page.getByText('The end must be later than the start.')).toBeVisible()
  await expect(saveButton(page)).toBeDisabled()
  await pick(page, 'Friday, range 2, from', '8:00 PM')
  await expect(page.getByText('The end must be later than the start.')).toBeHidden()
  await save(page)
})

test('a date gets hours of its own, or none', async ({ page }) => {
  await page.clock.setFixedTime(new Date('2026-03-02T18:00:00Z'))
  await open(page, 'dates')
  await day(page, 'Monday').check()
  await page.getByRole('button', { name: 'Add date-specific hours' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add date-specific hours' })
  await expect(dialog.getByRole('button', { name: 'the date, from: 5:00 PM' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Add date', exact: true }).click()
  await expect(dialog.getByText('Please fill this in.')).toBeVisible()

  await dialog.getByRole('button', { name: /Monday, March 9/ }).click()
  await expect(dialog.getByText(inWords('Instead of your usual Monday: 5:00 – 8:00 PM'))).toBeVisible()
  await dialog.getByRole('button', { name: /^Remove/ }).click()
  await dialog.getByRole('button', { name: 'Add date', exact: true }).click()
  await expect(dialog.getByText('Add at least one range, or choose “Unavailable all day”.')).toBeVisible()
  await dialog.getByText('Unavailable all day', { exact: true }).click()
  await dialog.getByRole('button', { name: 'Add date', exact: true }).click()
  await expect(dialog).toBeHidden()

  await page.getByRole('button', { name: 'Add date-specific hours' }).click()
  await dialog.getByRole('button', { name: /Monday, March 9/ }).click()
  await expect(dialog.getByText('This date is in your list already.')).toBeVisible()
  await dialog.getByRole('button', { name: /Saturday, March 7/ }).click()
  await dialog.getByRole('button', { name: 'Add date', exact: true }).click()
  await save(page)

  await page.reload()
  const list = page.getByRole('region', { name: 'Date-specific hours' }).getByRole('listitem')
  await expect(list).toHaveCount(2)
  await expect(list.nth(0)).toContainText('Saturday, March 7')
  await expect(list.nth(0)).toContainText(inWords('5:00 – 8:00 PM'))
  await expect(list.nth(1)).toContainText('Monday, March 9')
  await expect(list.nth(1)).toContainText('Unavailable all day')

  await page.getByRole('button', { name: 'Edit Monday, March 9' }).click()
  const edited = page.getByRole('dialog', { name: 'Edit date-specific hours' })
  await edited.getByText('Unavailable all day', { exact: true }).click()
  await edited.getByRole('button', { name: 'Done' }).click()
  await expect(list.nth(1)).toContainText(inWords('5:00 – 8:00 PM'))
  await page.getByRole('button', { name: 'Remove Saturday, March 7' }).click()
  await expect(list).toHaveCount(1)
})

test('a day is copied to others @once', async ({ page }) => {
  await open(page, 'copies')
  await day(page, 'Tuesday').check()
  await pick(page, 'Tuesday, from', '6:00 PM')
  await page.getByRole('button', { name: 'Copy Tuesday to other days' }).click()
  const dialog = page.getByRole('dialog', { name: 'Copy Tuesday to' })
  await expect(dialog.getByRole('button', { name: 'Copy', exact: true })).toBeDisabled()
  await dialog.getByText('Thursday').click()
  await dialog.getByText('Sunday').click()
  await dialog.getByRole('button', { name: 'Copy', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(time(page, 'Thursday, from')).toHaveText('Thursday, from: 6:00 PM')
  await expect(time(page, 'Sunday, from')).toHaveText('Sunday, from: 6:00 PM')
  await expect(day(page, 'Wednesday')).not.toBeChecked()
  await save(page)
})

test('what was not saved yet survives a reload, and can be thrown away @once', async ({ page }) => {
  await open(page, 'drafts')
  await day(page, 'Wednesday').check()
  await pick(page, 'Wednesday, until', '9:00 PM')
  await page.reload()
  await expect(page.getByText('We kept what you wrote last time.')).toBeVisible()
  await expect(time(page, 'Wednesday, until')).toHaveText('Wednesday, until: 9:00 PM')
  await page.getByRole('button', { name: 'Start anew' }).click()
  await expect(day(page, 'Wednesday')).not.toBeChecked()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Weekly hours' })).toBeVisible()
  await expect(day(page, 'Wednesday')).not.toBeChecked()
  await expect(page.getByText('We kept what you wrote last time.')).toBeHidden()
})

test.describe('two tabs', () => {
  test.use({ allowedErrors: /status of 409/ })

  for (const choice of ['Load what was saved', 'Save mine'] as const) {
    test(`never overwrite each other unasked: ${choice} @once`, async ({ page, context }) => {
      await open(page, 'tabs')
      const other = await context.newPage()
      await other.goto(address)
      await expect(other.getByRole('heading', { name: 'Weekly hours' })).toBeVisible()

      await page.bringToFront()
      await day(page, 'Monday').check()
      await save(page)
      await other.bringToFront()
      await day(other, 'Sunday').check()
      await saveButton(other).click()
      await expect(other.getByText('You changed this in another tab or on another device.')).toBeVisible()
      await expect(day(other, 'Sunday')).toBeChecked()
      await expect(day(other, 'Monday')).not.toBeChecked()
      await expectAccessible(other)

      // The choice waits through a reload.
      await other.reload()
      await expect(other.getByText('You changed this in another tab or on another device.')).toBeVisible()
      await other.getByRole('button', { name: choice }).click()
      const isMine = choice === 'Save mine'
      if (isMine) await expect(other.getByText('Successfully saved availability')).toBeVisible()
      await expect(other.getByText('You changed this in another tab or on another device.')).toBeHidden()
      await other.reload()
      await expect(other.getByRole('heading', { name: 'Weekly hours' })).toBeVisible()
      await expect(day(other, 'Sunday')).toBeChecked({ checked: isMine })
      await expect(day(other, 'Monday')).toBeChecked({ checked: !isMine })
    })
  }
})

test.describe('a save that does not reach the server', () => {
  test.use({ allowedErrors: /ERR_FAILED/ })

  test('says so until it is read, and loses nothing @once', async ({ page }) => {
    await open(page, 'fails')
    await day(page, 'Monday').check()
    await page.route('**/api/availability', (route) => (route.request().method() === 'PUT' ? route.abort() : route.continue()))
    await saveButton(page).click()
    await expect(page.getByText('Something went wrong saving availability')).toBeVisible()
    await page.getByRole('button', { name: 'OK' }).click()
    await expect(page.getByText('Something went wrong saving availability')).toBeHidden()
    await expect(day(page, 'Monday')).toBeChecked()
    await page.unroute('**/api/availability')
    await save(page)
  })
})

test('the time zone is the device’s until another is chosen, and the week can be seen on other clocks @once', async ({ page }) => {
  await open(page, 'zones')
  await expect(time(page, 'Time zone')).toContainText('Chicago, Central Time')
  await day(page, 'Monday').check()
  await time(page, 'See it on the clocks of').click()
  await page.getByPlaceholder('Search a city or zone').fill('kathm')
  await expect(page.getByRole('option', { name: /Kathmandu/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(week(page).getByText(/Your week as clocks in Kathmandu show it now/)).toBeVisible()
  await expect(week(page).getByRole('listitem').nth(0)).toContainText('Monday: Unavailable')
  await expect(week(page).getByRole('listitem').nth(1)).toContainText(inWords('Tuesday: [34]:45 – [67]:45 AM'))
  await page.getByRole('button', { name: 'Back to Chicago time' }).click()
  await expect(week(page).getByRole('listitem').nth(0)).toContainText(inWords('Monday: 5:00 – 8:00 PM'))

  await time(page, 'Time zone').click()
  await page.getByPlaceholder('Search a city or zone').fill('honol')
  await page.keyboard.press('Enter')
  await expect(page.getByText('This device is on Chicago time.')).toBeVisible()
  await save(page)
  await page.reload()
  await expect(time(page, 'Time zone')).toContainText('Honolulu')
})

test('who is new may skip it, anyone else may look at their profile @once', async ({ page }) => {
  await open(page, 'links')
  await expect(page.getByRole('link', { name: 'View Profile' })).toHaveAttribute('href', '/profile')
  await page.goto(`${address}&skippable=true`)
  await expect(page.getByRole('link', { name: 'Skip for now...' })).toHaveAttribute('href', '/home')
  await expect(page.getByRole('link', { name: 'View Profile' })).toBeHidden()
})

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`everyone can use it (${colorScheme})`, () => {
    test.beforeEach(async ({ page }) => {
      await page.emulateMedia({ colorScheme })
      await open(page, `axe-${colorScheme}`)
      await day(page, 'Monday').check()
    })

    test('the page', async ({ page }) => {
      await expectAccessible(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'nothing overflows').toBe(true)
    })

    test('the list of times', async ({ page }) => {
      await time(page, 'Monday, from').click()
      await expect(page.getByRole('option', { name: '5:00 PM', selected: true })).toBeFocused()
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await expect(time(page, 'Monday, from')).toBeFocused()
    })

    test('the dialogs', async ({ page }) => {
      await page.getByRole('button', { name: 'Copy Monday to other days' }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Add date-specific hours' }).click()
      await expect(page.getByRole('grid')).toBeVisible()
      await expectAccessible(page)
    })
  })
}
