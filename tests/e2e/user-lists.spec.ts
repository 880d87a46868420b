import { expect } from '@playwright/test'
import { test } from './fixtures.ts'
import { signInAsNewPerson } from './people.ts'

test('a person blocks everyone on a list, no longer finds them in the search, and unblocks one of them in the settings', async ({
  page,
}) => {
  await signInAsNewPerson(page, 'Robin Tester')
  await page.goto('/user-list')
  await page.getByRole('button', { name: 'New list' }).click()
  const name = page.getByRole('textbox', { name: 'Name', exact: true })
  await name.fill('Tuesday doubles')
  await name.press('Enter')
  await expect(page).toHaveURL(/\/user-list\?list=/)
  const people = page.getByRole('list', { name: 'People', exact: true }).getByRole('listitem')
  const byName = page.getByRole('combobox', { name: 'Add by name' })
  await byName.fill('alv')
  await expect(page.getByRole('option', { name: 'Dana Alvarez' })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(people).toHaveText([/Dana Alvarez/])
  const email = page.getByLabel('Or by email')
  await email.fill('sam@example.com')
  await email.press('Enter')
  await expect(page.getByRole('button', { name: 'Remove sam@example.com' })).toBeEnabled()

  await page.getByRole('button', { name: 'Block', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Block people' })
  await dialog.getByText('Everyone on this list').click()
  await dialog.getByRole('button', { name: 'Block Selected' }).click()
  await expect(page.getByText('User(s) successfully blocked.')).toBeVisible()
  await expect(page.getByRole('list', { name: 'People', exact: true }).getByText('Blocked', { exact: true })).toHaveCount(2)

  await page.goto('/settings?tab=privacy')
  const blocked = page.getByRole('list', { name: 'Blocked people' }).getByRole('listitem')
  await expect(blocked).toHaveCount(2)
  await page.getByRole('button', { name: 'Block people' }).click()
  await page.getByRole('combobox', { name: 'Find by name' }).fill('dana')
  await expect(page.getByText('We found no person with this name.').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Unblock Dana Alvarez' }).click()
  await expect(page.getByText('User unblocked successfully.')).toBeVisible()
  await page.reload()
  await expect(blocked).toHaveText([/sam@example.com/])
})
