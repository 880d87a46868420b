import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { expectAccessible, test } from './fixtures.ts'
import { getPlaceInDaytime, publishGame } from './games.ts'
import { expectNoHorizontalScroll, openOtherPage, signInAsNewPerson } from './people.ts'
import { buyPlan } from './plans.ts'

const dateIn = (days: number) => new Date(Date.now() + days * 24 * 3_600_000).toISOString().slice(0, 10)

async function makeTeam(request: APIRequestContext, people: readonly string[]): Promise<string> {
  const made = await request.put('/api/_local/teams', { data: { name: 'Ocelots', people } })
  return ((await made.json()) as { id: string }).id
}

/** A season of a community with two groups, from yesterday on for three weeks. */
async function makeSeason(request: APIRequestContext, teamId: string) {
  const data = { label: 'Fall league', startDate: dateIn(-1), endDate: dateIn(21) }
  const { id } = (await (await request.post(`/api/teams/${teamId}/seasons`, { data })).json()) as { id: string }
  const groups = []
  for (const name of ['Red', 'Blue']) {
    const made = await request.post(`/api/seasons/${id}/groups`, { data: { name } })
    groups.push(((await made.json()) as { id: string }).id)
  }
  return { id, groups, path: `/team/${teamId}/seasons/${id}` }
}

/** We use the keyboard: the list moves while results arrive. Scrolling closes the list, and a tap on the field opens it again. */
async function pick(page: Page, label: string, typed: string, name: RegExp) {
  const field = page.getByRole('dialog').getByRole('combobox', { name: label })
  const option = page.getByRole('option', { name }).first()
  await field.click()
  await field.fill(typed)
  await expect(async () => {
    if (!(await option.isVisible())) await field.click()
    await expect(option).toBeVisible({ timeout: 1000 })
  }).toPass()
  await field.press('ArrowDown')
  await field.press('Enter')
}

const pickPlace = (page: Page) => pick(page, 'Place', 'Northside', /Northside Courts/)

test('an organizer plans the games of a season, copies it and undoes the copy @both', async ({ page }) => {
  const owner = await signInAsNewPerson(page, 'Olive Organizer')
  const teamId = await makeTeam(page.request, [owner.id])
  // Two seasons at a time need a paid plan.
  await buyPlan(page.request, teamId, 'varsity-50')
  const { path } = await makeSeason(page.request, teamId)
  await page.goto(path)
  const dialog = page.getByRole('dialog')
  const games = page.getByRole('list', { name: 'Coming up' }).getByRole('listitem')
  await page.getByRole('button', { name: 'Games every week' }).click()
  await dialog.getByRole('button', { name: 'Mon', exact: true }).click()
  await pickPlace(page)
  await dialog.getByRole('button', { name: 'Show the days' }).click()
  const make = dialog.getByRole('button', { name: /^Make \d games?$/ })
  const made = Number(/\d/.exec((await make.textContent()) ?? ''))
  await make.click()
  await expect(dialog).toBeHidden()
  await expect(games).toHaveCount(made)

  await page.getByRole('button', { name: 'Plan games' }).click()
  await dialog.getByRole('button', { name: 'Wed', exact: true }).click()
  await pickPlace(page)
  await expectNoHorizontalScroll(page)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Show the plan' }).click()
  await expect(dialog.getByRole('table', { name: 'How fair it is' }).getByRole('row')).toHaveCount(3)
  await dialog.getByRole('button', { name: 'Make 1 game' }).click()
  await expect(dialog).toBeHidden()
  await expect(games).toHaveCount(made + 1)
  await expect(games.filter({ hasText: /(Red against Blue|Blue against Red)/ })).toHaveCount(1)

  await page.getByRole('button', { name: 'More for this season' }).click()
  await page.getByRole('menuitem', { name: 'Copy' }).click()
  await dialog.getByRole('textbox', { name: 'Label' }).fill('Winter league')
  await dialog.getByRole('button', { name: 'Make the copy' }).click()
  await expect(page.getByRole('heading', { name: 'Winter league' })).toBeVisible()
  // Otherwise the table of the copy may be asked for when the copy is gone.
  await page.waitForLoadState('networkidle')
  await page.getByRole('button', { name: 'Undo the copy' }).click()
  await expect(page.getByRole('heading', { name: 'Seasons', exact: true })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Seasons' }).getByRole('listitem')).toHaveCount(1)
})

test('a captain asks a substitute, who says yes @phone', async ({ page, browser }) => {
  const owner = await signInAsNewPerson(page, 'Olive Organizer')
  const other = await openOtherPage(browser)
  const substitute = await signInAsNewPerson(other, 'Sam Spare')
  const teamId = await makeTeam(page.request, [owner.id, substitute.id])
  const { id, groups, path } = await makeSeason(page.request, teamId)
  const [homeGroupId, awayGroupId] = groups
  const starts = { starts: `${dateIn(3)}T18:00`, ends: `${dateIn(3)}T20:00` }
  const game = await publishGame(page.request, { ...starts, where: getPlaceInDaytime(), visibility: 'team', teamId })
  await page.request.put(`/api/seasons/${id}/sessions/${game}`, { data: { homeGroupId, awayGroupId } })
  await page.goto(path)
  await page.getByRole('button', { name: 'More for Red against Blue' }).click()
  await page.getByRole('menuitem', { name: 'Ask a substitute' }).click()
  const dialog = page.getByRole('dialog')
  await pick(page, 'Ask a substitute', 'Sam', /Sam Spare/)
  await dialog.getByRole('button', { name: 'Ask Sam Spare' }).click()
  await expect(dialog.getByRole('list', { name: 'Who was asked' })).toContainText('No answer yet')
  await expectNoHorizontalScroll(page)
  await expectAccessible(page)

  await expect(async () => {
    await other.goto('/notifications')
    await expect(other.getByText(/asks if you can play/).first()).toBeVisible({ timeout: 1000 })
  }).toPass()
  await other.goto(path)
  await other.getByRole('button', { name: 'Yes, I can play: Red against Blue' }).click()
  await expect(other.getByText('You have the seat.')).toBeVisible()
  await expectAccessible(other)
  await page.reload()
  await page.getByRole('button', { name: 'More for Red against Blue' }).click()
  await page.getByRole('menuitem', { name: 'Ask a substitute' }).click()
  await expect(dialog.getByRole('list', { name: 'Who was asked' })).toContainText('Said yes')
})

test('an organizer taps a time at which people can play, and hosts a game then', async ({ page }) => {
  const owner = await signInAsNewPerson(page, 'Olive Organizer')
  const teamId = await makeTeam(page.request, [owner.id])
  // A game fits only once, so that the best time does not depend on when the test runs.
  const hours = { isAvailable: true, timeRanges: [{ startTime: '18:00', endTime: '20:00' }] }
  const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
  const weeklyAvailability = Object.fromEntries(days.map((day) => [day, hours]))
  const data = { timeZone: 'America/Chicago', weeklyAvailability, dateSpecificAvailability: [], version: 0 }
  expect((await page.request.put('/api/availability', { data })).ok()).toBe(true)
  await page.goto(`/team/${teamId}/when?zone=America%2FChicago`)
  await page.getByRole('switch', { name: 'Share my hours with this community' }).click()
  const best = page.getByRole('region', { name: 'Best times every week' }).getByRole('button')
  await expect(best.first()).toContainText('1 of 1 can play')
  await best.first().click()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Host a game here' }).click()
  await expect(page).toHaveURL(/\/create\/event\?.*team=/)
  await expect(page.getByText(/6 PM to 8 PM, in the time zone of the place/)).toBeVisible()
})
