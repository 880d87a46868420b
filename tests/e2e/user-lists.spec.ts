import { expect, type Page } from '@playwright/test'
import { expectAccessible, test } from './fixtures.ts'

test.use({ allowedErrors: /status of (403|404|500)/ })

async function becomeSomeone(page: Page, name: string): Promise<void> {
  const id = `${name}-${test.info().project.name}-${Date.now().toString(36)}`
  const viewer = { id, name: 'Robin Tester', emailVerified: true, profileComplete: true }
  expect((await page.request.put('/api/_local/session', { data: { viewer } })).status()).toBe(204)
}

const people = (page: Page) => page.getByRole('list', { name: 'People', exact: true }).getByRole('listitem')

async function expectAccessibleInBothThemes(page: Page) {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page)
  }
}

test('a list is made, filled by name and by email, renamed, thinned out and deleted', async ({ page }) => {
  await becomeSomeone(page, 'keeps-lists')
  await page.goto('/user-list')
  await expect(page.getByText('Put people on a list')).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await page.getByRole('button', { name: 'New list' }).click()
  await page.getByRole('button', { name: 'Make the list' }).click()
  await expect(page.getByText('A list name needs letters.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Tuesday doubles')
  await page.getByRole('textbox', { name: 'Name', exact: true }).press('Enter')
  await expect(page).toHaveURL(/\/user-list\?list=/)
  await expect(page.getByRole('heading', { name: 'Tuesday doubles' })).toBeVisible()
  await expect(page.getByText('Nobody is on this list yet')).toBeVisible()

  await page.getByRole('combobox', { name: 'Add by name' }).fill('haddad')
  await expect(page.getByRole('option', { name: 'Omar Haddad' })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(people(page)).toHaveText([/Omar Haddad/])
  await expect(page.getByRole('combobox', { name: 'Add by name' })).toHaveValue('')
  const email = page.getByLabel('Or by email')
  await email.fill('not an email')
  await email.press('Enter')
  await expect(page.getByText('This does not look like an email.')).toBeVisible()
  await expect(people(page)).toHaveCount(1)
  await email.fill('sam@example.com')
  await email.press('Enter')
  await expect(people(page)).toHaveText([/Omar Haddad/, /sam@example.com/])
  await expect(email).toHaveValue('')
  await expectAccessibleInBothThemes(page)

  await page.reload()
  await expect(people(page)).toHaveText([/Omar Haddad/, /sam@example.com/])
  await page.getByRole('button', { name: 'Remove Omar Haddad' }).click()
  await expect(people(page)).toHaveText([/sam@example.com/])

  await page.getByRole('button', { name: 'More for Tuesday doubles' }).click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Wednesday doubles')
  await page.getByRole('button', { name: 'Rename' }).click()
  await expect(page.getByRole('heading', { name: 'Wednesday doubles' })).toBeVisible()

  // Going away and coming back, as on a phone.
  await page.goto('/user-list')
  await page
    .getByRole('navigation', { name: 'Your lists' })
    .getByRole('link', { name: /Wednesday doubles/ })
    .click()
  await expect(people(page)).toHaveText([/sam@example.com/])
  await page.getByRole('button', { name: 'More for Wednesday doubles' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete the list' }).click()
  await expect(page.getByText('Put people on a list')).toBeVisible()
  await expect(page).toHaveURL(/\/user-list$/)
})

test('what the server refuses is taken back with the reason, and a typed email survives a reload @once', async ({ page }) => {
  await becomeSomeone(page, 'refused')
  const { uid } = await (await page.request.post('/api/user-lists', { data: { name: 'Mine' } })).json()
  await page.request.post(`/api/user-lists/${uid}/items`, { data: { email: 'kept@example.com' } })
  await page.goto(`/user-list?list=${uid}`)
  await expect(people(page)).toHaveCount(1)
  await page.route('**/items**', (route) => route.fulfill({ status: 500, body: 'no' }))
  await page.getByRole('button', { name: 'Remove kept@example.com' }).click()
  await expect(page.getByText('Something went wrong on our side.')).toBeVisible()
  await expect(people(page)).toHaveText([/kept@example.com/])
  const email = page.getByLabel('Or by email')
  await email.fill('sam@example.com')
  await email.press('Enter')
  await expect(page.getByRole('region', { name: 'Mine' }).getByText('Something went wrong on our side.')).toBeVisible()
  await expect(people(page)).toHaveCount(1)
  await page.reload()
  await expect(email).toHaveValue('sam@example.com')

  await page.goto('/user-list?list=not-mine')
  await expect(page.getByText('There is no such list.')).toBeVisible()
})
