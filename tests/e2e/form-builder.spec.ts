import { expect, type Page } from '@playwright/test'
import { expectAccessible, test } from './fixtures.ts'
import { expectNoHorizontalScroll } from './people.ts'
import { logInAs } from './sign-in.ts'

const isPhone = () => test.info().project.name.startsWith('phone')
const fields = (page: Page) => page.getByRole('grid', { name: 'Fields of this page' })

/** Opens a page of the form. On a phone, the list of pages is behind a button. */
async function openFormPage(page: Page, name: string) {
  if (isPhone()) await page.getByRole('button', { name: 'Pages and rules' }).click()
  await page.getByRole('grid', { name: 'Pages' }).getByRole('row', { name }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}

/** On a phone, the settings of a field are in a dialog. */
async function closeSettings(page: Page) {
  await page.getByRole('button', { name: isPhone() ? 'Close' : 'Close the settings', exact: true }).click()
}

test('an organizer builds a registration with a rule, and publishes it @both', async ({ page }) => {
  await logInAs(page, 'host')
  await page.goto('/home')
  await page.getByRole('navigation', { name: 'Quick links' }).getByRole('link', { name: 'Your Forms' }).click()
  await page.getByRole('link', { name: /^(New form|Start a form)$/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'New form' })).toBeVisible()
  await page.getByRole('button', { name: /^Registration/ }).click()
  await page.waitForURL(/\/form\/build\/[\w-]+$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Contact' })).toBeVisible()
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)

  // A question, and a second one that only some people are asked.
  const add = page.getByRole('combobox', { name: 'Add a field' })
  await add.fill('yes')
  await add.press('Enter')
  await page.getByRole('textbox', { name: 'Label' }).fill('Can you drive others?')
  await closeSettings(page)
  await add.fill('number')
  await add.press('Enter')
  await page.getByRole('textbox', { name: 'Label' }).fill('Seats in your car')
  await page.getByRole('button', { name: 'Show this if …' }).click()
  const rule = page.getByRole('region', { name: 'Show this if' })
  await expect(rule.getByRole('button', { name: /Can you drive others\?/ })).toBeVisible()
  await expectAccessible(page)
  await closeSettings(page)
  const row = fields(page).getByRole('row', { name: 'Seats in your car' })
  await expect(row).toContainText('If Can you drive others? is yes')
  await openFormPage(page, 'Who is playing?')
  await expect(fields(page).getByRole('row', { name: 'Shirt size' })).toBeVisible()
  await expect(page.getByText(/draft saved/)).toBeVisible()

  // What was built is still there after a reload.
  await page.reload()
  await expect(row).toBeVisible()
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Publish' }).click()
  const share = page.getByRole('dialog', { name: 'Your form is open' })
  await expect(share.getByRole('img', { name: 'QR code to Registration' })).toBeVisible()
  await expectAccessible(page)
  await share.getByRole('button', { name: 'Close' }).click()
  await page.goto('/form')
  await expect(page.getByRole('listitem').filter({ hasText: 'Registration' }).first()).toContainText('Open')
  await expectNoHorizontalScroll(page)
})

test.describe('Somebody else', () => {
  test.use({ allowedErrors: /status of 40[34]/ })

  test('finds no form where there is none for them', async ({ page }) => {
    await logInAs(page, 'player')
    await page.goto('/form/build/no-such-form')
    await expect(page.getByText('This form does not exist')).toBeVisible()
    await expectAccessible(page)
  })
})
