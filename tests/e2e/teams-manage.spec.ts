import { expect, type Page } from '@playwright/test'
import { expectAccessible, test } from './fixtures.ts'
import { expectNoHorizontalScroll, openOtherPage, signInAsNewPerson } from './people.ts'

/** The page is accessible, and not wider than the screen. */
async function check(page: Page) {
  await expectNoHorizontalScroll(page)
  await expectAccessible(page)
}

// A deleted community does not exist for anybody. The page of a former owner may ask for what owners see before it has read who owns it now.
test.use({ allowedErrors: /status of 404|status of 403.*hostname/ })

test('a community changes hands, is deleted by its name and brought back', async ({ page, browser }) => {
  const other = await openOtherPage(browser)
  const owner = await signInAsNewPerson(page, 'Olga Owner')
  const next = await signInAsNewPerson(other, 'Nora Next')
  const name = `Ringtails ${Date.now().toString(36)}`
  const made = await page.request.put('/api/_local/teams', { data: { name, people: [owner.id, next.id] } })
  const { id } = (await made.json()) as { id: string }

  await page.goto(`/team/${id}/people`)
  await page.getByRole('button', { name: 'Options for Nora Next' }).click()
  await page.getByRole('menuitem', { name: 'Hand over ownership' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Ask Nora Next to take over' }).click()
  const row = page.getByRole('list', { name: 'People' }).getByRole('listitem').filter({ hasText: 'Nora Next' })
  await expect(row).toContainText('Asked to take over')
  await check(page)

  await other.goto(`/team/${id}`)
  await other.getByRole('button', { name: `Take over ${name}` }).click()
  await expect(other.getByRole('heading', { name: 'You are the owner' })).toBeVisible()
  await page.goto(`/team/${id}/edit`)
  await expect(page.getByText('Only the owner can delete this community. Ask Nora Next (owner).')).toBeVisible()
  await page.getByRole('link', { name: 'Back to the community' }).click()
  await expect(page.getByRole('heading', { name: 'You are an organizer' })).toBeVisible()

  await other.getByRole('link', { name: 'Edit community' }).click()
  await other.getByRole('textbox', { name: /^Description/ }).fill('Evenings at the river.')
  await other.getByRole('button', { name: 'Save changes' }).click()
  await expect(other.getByText('Your changes are saved.')).toBeVisible()
  await expect(other.getByText('Evenings at the river.')).toBeVisible()
  await other.getByRole('link', { name: 'Edit community' }).click()
  await other.getByRole('button', { name: 'Delete community' }).click()
  await other.getByLabel('Type the name of the community').fill(name)
  await check(other)
  await other.getByRole('button', { name: `Delete ${name}` }).click()
  await expect(other).toHaveURL(/\/my-communities$/)
  const deleted = other.getByRole('list', { name: 'Deleted communities' })
  await expect(deleted).toContainText('30 days left')
  await check(other)
  await page.reload()
  await expect(page.getByText('Team not found')).toBeVisible()

  await deleted.getByRole('button', { name: `Bring back ${name}` }).click()
  await expect(other.getByText(`${name} is back.`)).toBeVisible()
  await expect(other.getByRole('list', { name: 'Your communities' })).toContainText(name)
  await page.goto(`/team/${id}`)
  await expect(page.getByRole('heading', { name: 'You are an organizer' })).toBeVisible()

  await other.goto(`/team/${id}/changes`)
  const sentences = other.getByRole('list', { name: 'Changes' }).getByRole('listitem')
  await expect(sentences).toHaveText([
    /Nora Next brought the community back\./,
    /Nora Next deleted the community\./,
    /Nora Next changed the description\./,
    /Olga Owner handed the community over to Nora Next\./,
    /Olga Owner added Nora Next\./,
  ])
  await check(other)
  await other.context().close()
})
