import { expect, type Page } from '@playwright/test'
import { test } from './fixtures.ts'
import { publishGame } from './games.ts'
import { openOtherPage, signInAsNewPerson, waitForSave } from './people.ts'

const alpine = { placeId: null, name: 'Kokernot Courts', address: '', lat: 30.3585, lng: -103.661 }
const chip = (page: Page, name: string) => page.getByRole('group', { name: 'Filters' }).getByRole('button', { name: `Remove ${name}` })
const games = (page: Page) => page.getByRole('list', { name: 'Games' })
const communities = (page: Page) => page.getByRole('list', { name: 'Communities' })

/** Creates a community with one game for this test only, far away from those of other tests. */
async function makeCommunity(page: Page, name: string) {
  const owner = await signInAsNewPerson(page, 'Alex Rally')
  const { cities } = await (await page.request.get('/api/cities?q=alpine, tx')).json()
  const cityId: number = cities[0].id
  const made = await page.request.put('/api/_local/teams', { data: { name, people: [owner.id], cityId } })
  const { id } = (await made.json()) as { id: string }
  await publishGame(page.request, { title: `First serve of ${name}`, teamId: id, where: alpine })
  return { id, cityId }
}
const uniqueName = (name: string) => `${name} ${test.info().project.name}${Date.now().toString(36)}`

test('a community is found by keyboard, leads to its games, and is listed near its city', async ({ page }) => {
  const name = uniqueName('Javelina')
  const { id } = await makeCommunity(page, name)
  await signInAsNewPerson(page, 'Robin Stranger')
  await page.goto('/full-search')
  const field = page.getByRole('searchbox', { name: 'Search games, communities, people and places' })
  await field.fill(name.toLowerCase().slice(0, -1))
  const result = page.getByRole('link', { name: /1 member.*1 upcoming game/ })
  await expect(result).toContainText(name)
  // Its game matches the same words and is listed first.
  await field.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(result).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/team\/[\w-]+$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  await expect(games(page).getByRole('link')).toHaveCount(1)
  await page.goto(`/discover?team=${id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`1 game by ${name}`)
  await page.reload()
  await expect(page).toHaveTitle(`Games by ${name} · Gather`)
  await expect(games(page).getByRole('link')).toHaveCount(1)
  await chip(page, name).click()
  await expect(page).not.toHaveURL(/team=/)

  await page.getByRole('searchbox', { name: 'Search', exact: true }).fill('soccer teams near Alpine, TX')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/discover\/teams\?/)
  const row = communities(page).getByRole('link', { name: new RegExp(name) })
  await expect(row).toContainText('Alpine, TX · 1 member')
  await expect(row).toHaveAttribute('href', `/team/${id}`)
})

test('a person sees their own communities, hands one over and leaves another', async ({ page, browser }) => {
  const name = uniqueName('Ringtails')
  const other = await openOtherPage(browser)
  const owner = await signInAsNewPerson(other, 'Alex Rally')
  const me = await signInAsNewPerson(page, 'Robin Member')
  const createTeam = async (of: string, people: string[]) => {
    const made = await other.request.put('/api/_local/teams', { data: { name: of, people } })
    return ((await made.json()) as { id: string }).id
  }
  const id = await createTeam(name, [owner.id, me.id])
  await createTeam(`Mine of ${name}`, [me.id, owner.id])
  await publishGame(other.request, { title: `Members of ${name}`, teamId: id, visibility: 'team', where: alpine })

  await page.goto('/home')
  await page.getByRole('navigation', { name: 'Quick links' }).getByRole('link', { name: 'Your Communities' }).click()
  const listOwn = (of: Page) => of.getByRole('list', { name: 'Your communities' })
  const ownList = listOwn(page)
  const row = ownList.getByRole('listitem').filter({ hasText: `Members of ${name}` })
  await expect(row).toContainText('Member · 2 members')

  await ownList.getByRole('button', { name: `More for Mine of ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Hand over' }).click()
  await page.getByRole('dialog').getByLabel(`Who takes over Mine of ${name}?`).click()
  await page.getByRole('option', { name: 'Alex Rally' }).click()
  await page.getByRole('button', { name: 'Ask Alex Rally to take over' }).click()
  await expect(page.getByRole('dialog').getByText('You asked Alex Rally to take over.')).toBeVisible()
  await page.keyboard.press('Escape')

  await other.goto('/my-communities')
  await other.getByRole('button', { name: `Take over Mine of ${name}` }).click()
  await expect(
    listOwn(other)
      .getByRole('listitem')
      .filter({ hasText: `Mine of ${name}` }),
  ).toContainText('Owner')
  await other.context().close()

  await page.reload()
  await ownList.getByRole('button', { name: `More for Mine of ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Leave', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click()
  await expect(ownList.getByRole('listitem')).toHaveCount(1)

  await ownList.getByRole('button', { name: `More for ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Leave', exact: true }).click()
  await waitForSave(page, `/api/teams/${id}/`, async () => {
    await page
      .getByRole('alertdialog', { name: `Leave ${name}?` })
      .getByRole('button', { name: 'Leave' })
      .click()
    await expect(page.getByText('You have not joined a community yet')).toBeVisible()
  })
  await page.reload()
  await expect(page.getByText('You have not joined a community yet')).toBeVisible()
})
