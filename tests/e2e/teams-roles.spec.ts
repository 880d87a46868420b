import { expect } from '@playwright/test'
import { expectAccessible, test } from './fixtures.ts'
import { expectNoHorizontalScroll, openOtherPage, signInAsNewPerson } from './people.ts'
import { buyPlan } from './plans.ts'

test('an owner with Pro makes a role and gives it, and the member finds what it allows', async ({ page, browser }) => {
  const other = await openOtherPage(browser)
  const owner = await signInAsNewPerson(page, 'Olga Owner')
  const member = await signInAsNewPerson(other, 'Mia Member')
  const name = `Sandpipers ${Date.now().toString(36)}`
  const made = await page.request.put('/api/_local/teams', { data: { name, people: [owner.id, member.id] } })
  const { id } = (await made.json()) as { id: string }

  await page.goto(`/team/${id}/edit`)
  const section = page.getByRole('region', { name: 'Roles' })
  await expect(section.getByText(/^Communities with the plan Pro can make roles of their own/)).toBeVisible()
  await buyPlan(page.request, id, 'pro-50')
  await page.reload()
  await section.getByRole('button', { name: 'Add a role' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a role' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Herald')
  await dialog.getByRole('checkbox', { name: 'Write announcements' }).check()
  await expectNoHorizontalScroll(page)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Add role' }).click()
  await expect(section.getByRole('list', { name: 'Roles' })).toContainText('Can write announcements.')

  await other.goto(`/team/${id}/news`)
  await expect(other.getByText('Only the owner, organizers, and members with the role Herald can write announcements.')).toBeVisible()

  await page.goto(`/team/${id}/people`)
  await page.getByRole('button', { name: 'Options for Mia Member' }).click()
  await page.getByRole('menuitem', { name: 'Change role' }).click()
  const change = page.getByRole('dialog', { name: 'Change the role of Mia Member' })
  await change.getByRole('radio', { name: /^Herald/ }).check()
  await expectNoHorizontalScroll(page)
  await change.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Mia Member now has the role Herald.')).toBeVisible()
  await expect(page.getByRole('list', { name: 'People' }).getByRole('listitem').filter({ hasText: 'Mia Member' })).toContainText('Herald')

  await other.reload()
  await other.getByRole('button', { name: 'New announcement' }).first().click()
  const news = other.getByRole('dialog', { name: 'New announcement' })
  await news.getByLabel('Title').fill('Nets are up')
  await news.getByRole('textbox', { name: 'Announcement' }).fill('Come early.')
  await news.getByRole('button', { name: 'Send' }).click()
  await expect(other.getByRole('heading', { name: 'Nets are up' })).toBeVisible()

  await page.goto(`/team/${id}/edit`)
  await section.getByRole('button', { name: 'Options for Herald' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(section.getByText('No roles of your own yet.')).toBeVisible()
  await other.reload()
  await expect(other.getByText('Only the owner and organizers can write announcements.')).toBeVisible()
  await other.context().close()
})
