import { expect } from '@playwright/test'
import { expectAccessible, test } from './fixtures.ts'
import { expectNoHorizontalScroll, openOtherPage, signInAsNewPerson } from './people.ts'

test('an organization asks a community, whose owner agrees, and its page shows it', async ({ page, browser }) => {
  const stamp = Date.now().toString(36)
  const [league, team] = [`League ${stamp}`, `Wombats ${stamp}`]
  const captainPage = await openOtherPage(browser)
  const captain = await signInAsNewPerson(captainPage, 'Casey Captain')
  const made = await captainPage.request.put('/api/_local/teams', { data: { name: team, people: [captain.id] } })
  const { id } = (await made.json()) as { id: string }

  await signInAsNewPerson(page, 'Olive Owner')
  await page.goto('/my-communities')
  await page.getByRole('button', { name: 'New organization' }).click()
  await page.getByLabel('Name', { exact: true }).fill(league)
  await page.getByRole('button', { name: 'Create organization' }).click()
  await expect(page.getByRole('heading', { level: 1, name: league })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Ask a community' }).click()
  await page.getByLabel('Name of the community').fill(team)
  await page.getByRole('button', { name: `Ask: ${team}` }).click()
  await expect(page.getByRole('dialog').getByText('Asked', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText('Asked, no answer yet')).toBeVisible()
  const address = page.url()

  await captainPage.goto(`/team/${id}`)
  await expect(captainPage.getByText(`${league} asks this community to be part of it.`)).toBeVisible()
  await expectAccessible(captainPage)
  await captainPage.getByRole('button', { name: `Accept: ${league}` }).click()
  await expect(captainPage.getByText(`Part of ${league}`)).toBeVisible()

  await page.context().clearCookies()
  await page.goto(address)
  await expect(page.getByRole('list', { name: 'Communities' }).getByRole('link', { name: team })).toBeVisible()
  await page.getByRole('navigation', { name: 'Organization' }).getByRole('link', { name: 'Games' }).click()
  await expect(page.getByText('No games yet')).toBeVisible()
  await expectNoHorizontalScroll(page)
  await expectAccessible(page)
})
