import { expect, type Page } from '@playwright/test'
import { expectAccessible, test } from './fixtures.ts'
import { putUpGame } from './games.ts'
import { becomePerson, expectNoSideways, openOther, untilSaved } from './people.ts'

const alpine = { placeId: null, name: 'Kokernot Courts', address: '', lat: 30.3585, lng: -103.661 }
const chip = (page: Page, name: string) => page.getByRole('group', { name: 'Filters' }).getByRole('button', { name: `Remove ${name}` })
const games = (page: Page) => page.getByRole('list', { name: 'Games' })
const communities = (page: Page) => page.getByRole('list', { name: 'Communities' })

/** A community of this very test, far from those of others, with one game. */
async function makeCommunity(page: Page, name: string) {
  const owner = await becomePerson(page, 'Alex Rally')
  const { cities } = await (await page.request.get('/api/cities?q=alpine, tx')).json()
  const cityId: number = cities[0].id
  const made = await page.request.put('/api/_local/teams', { data: { name, people: [owner.id], cityId } })
  const { id } = (await made.json()) as { id: string }
  await putUpGame(page.request, { title: `First serve of ${name}`, teamId: id, where: alpine })
  return { id, cityId }
}
const nameFor = (name: string) => `${name} ${test.info().project.name}${Date.now().toString(36)}`

test('a community is searched for by keyboard, leads to its games, and its chip takes it away again', async ({ page }) => {
  const name = nameFor('Javelina')
  await makeCommunity(page, name)
  await becomePerson(page, 'Robin Stranger')
  await page.goto('/full-search')
  const field = page.getByRole('searchbox', { name: 'Search games, communities, people and places' })
  await field.fill(name.toLowerCase().slice(0, -1))
  await expect(page.getByRole('heading', { level: 2, name: 'Communities' })).toBeVisible()
  await expectAccessible(page)
  const found = page.getByRole('link', { name: /1 member.*1 game coming up/ })
  await expect(found).toContainText(name)
  // Below its game, which is found by the same words.
  await field.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(found).toBeFocused()
  await page.keyboard.press('Enter')

  await expect(page).toHaveURL(/\/discover\?team=[\w-]+$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`1 game of ${name}`)
  await expect(games(page).getByRole('link')).toHaveCount(1)
  await expectNoSideways(page)
  await expectAccessible(page)
  await page.reload()
  await expect(chip(page, name)).toBeVisible()
  await expect(page).toHaveTitle(`Games of ${name} · Gather`)
  await chip(page, name).click()
  await expect(page).not.toHaveURL(/team=/)
  await expect(chip(page, name)).toHaveCount(0)
  // Back to what is on where they live.
  await expect(page.getByRole('group', { name: 'Filters' }).getByRole('button', { name: /Austin, 15 miles/ })).toBeVisible()
  await page.goBack()
  await expect(chip(page, name)).toBeVisible()
  await page.getByRole('button', { name: /^Past/ }).click()
  await expect(page.getByText(`No past games of ${name}`)).toBeVisible()
  await page.getByRole('button', { name: 'Games to come' }).click()
  await expect(games(page).getByRole('link')).toHaveCount(1)
})

test('one’s own communities are a filter @once', async ({ page }) => {
  const name = nameFor('Roadrunners')
  const { cityId } = await makeCommunity(page, name)
  await page.goto(`/discover?city=${cityId}`)
  await page.getByRole('group', { name: 'Filters' }).getByRole('button', { name: 'My communities' }).click()
  const own = page.getByRole('dialog').getByRole('button', { name })
  await own.click()
  await expect(own).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`1 game of ${name} near Alpine`)
  await chip(page, name).click()
  await expect(page).not.toHaveURL(/team=/)
})

test('communities have a list and a map', async ({ page }) => {
  const name = nameFor('Pronghorns')
  const { id, cityId } = await makeCommunity(page, name)
  await page.goto(`/discover?city=${cityId}`)
  await page.getByRole('navigation', { name: 'Discover' }).getByRole('link', { name: 'Communities' }).click()
  await expect(page).toHaveURL(/\/discover\/teams\?city=/)
  await expect(page).toHaveTitle('Communities near Alpine, TX · Gather')
  const row = communities(page).getByRole('link', { name: new RegExp(name) })
  await expect(row).toContainText('Alpine, TX · 1 member')
  await expect(row).toHaveAttribute('href', `/discover?team=${id}`)
  await expectNoSideways(page)
  await expectAccessible(page)
  if (test.info().project.name === 'phone') await page.getByRole('button', { name: 'Map', exact: true }).click()
  await expect(page.locator('.map-spot').first()).toBeVisible()
  await expectAccessible(page)
})

test('where there is none one is told what to do, and farther away there may be one', async ({ page }) => {
  await makeCommunity(page, nameFor('Burros'))
  // Some sixty miles north of Alpine.
  await page.goto('/discover/teams?lat=31.2&lng=-103.661&radius=30')
  await expect(page.getByText('No community here yet')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Look farther' }).click()
  await expect(page).toHaveURL(/radius=90/)
  await expect(communities(page).getByRole('link').first()).toBeVisible()
})

test('a question about teams leads to communities @once', async ({ page }) => {
  const name = nameFor('Coyotes')
  await makeCommunity(page, name)
  await page.goto('/discover')
  await page.getByRole('searchbox', { name: 'Ask for a game' }).fill('soccer teams near Alpine, TX')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/discover\/teams\?/)
  await expect(communities(page).getByRole('link', { name: new RegExp(name) })).toBeVisible()
})

test.describe('a community that is gone', () => {
  test.use({ allowedErrors: /status of 404/ })
  test('says so, and lets everything else go on @once', async ({ page }) => {
    const name = nameFor('Skinks')
    const { id } = await makeCommunity(page, name)
    expect((await page.request.delete(`/api/teams/${id}`)).ok()).toBe(true)
    for (const gone of [id, 'no-such-team']) {
      await page.goto(`/discover?team=${gone}`)
      await expect(page.getByText('This community is not here any more')).toBeVisible()
      await expect(chip(page, 'A community that is gone')).toBeVisible()
    }
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Show all games' }).click()
    await expect(page).not.toHaveURL(/team=/)
    await expect(page.getByRole('group', { name: 'Filters' }).getByRole('button', { name: /Austin, 15 miles/ })).toBeVisible()
  })
})

test('one’s own communities lead to their games, and are left', async ({ page, browser }) => {
  const name = nameFor('Ringtails')
  const other = await openOther(browser)
  const owner = await becomePerson(other, 'Alex Rally')
  const me = await becomePerson(page, 'Robin Member')
  const make = async (of: string, people: string[]) => {
    const made = await other.request.put('/api/_local/teams', { data: { name: of, people } })
    return ((await made.json()) as { id: string }).id
  }
  const id = await make(name, [owner.id, me.id])
  await make(`Mine of ${name}`, [me.id, owner.id])
  await putUpGame(other.request, { title: `Members of ${name}`, teamId: id, visibility: 'team', where: alpine })
  await other.context().close()

  await page.goto('/home')
  await page.getByRole('navigation', { name: 'Quick links' }).getByRole('link', { name: 'Your Communities' }).click()
  await expect(page).toHaveURL(/\/my-communities$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your Communities')
  const own = page.getByRole('list', { name: 'Your communities' })
  const row = own.getByRole('listitem').filter({ hasText: `Members of ${name}` })
  await expect(row).toContainText('Member · 2 members')
  await expect(row.getByRole('link', { name: `Members of ${name}` })).toHaveAttribute('href', /^\/evt\//)
  await expectNoSideways(page)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page)
  }

  await row.locator(`a[href="/discover?team=${id}"]`).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`1 game of ${name}`)
  await page.goBack()

  // Who owns one is asked to hand it over; nothing else lets them out.
  await own.getByRole('button', { name: `More for Mine of ${name}` }).click()
  await expect(page.getByRole('menuitem', { name: 'Leave', exact: true })).toHaveCount(0)
  await page.getByRole('menuitem', { name: 'Hand over' }).click()
  await page.getByRole('dialog').getByLabel(`Who takes over Mine of ${name}?`).click()
  await page.getByRole('option', { name: 'Alex Rally' }).click()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Hand over and leave' }).click()
  await expect(own.getByRole('listitem')).toHaveCount(1)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  // Its button is gone: whoever uses the keyboard goes on at the top of the list.
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toBeFocused()

  await own.getByRole('button', { name: `More for ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Leave', exact: true }).click()
  const sure = page.getByRole('alertdialog', { name: `Leave ${name}?` })
  await expectAccessible(page)
  await untilSaved(page, `/api/teams/${id}/`, async () => {
    await sure.getByRole('button', { name: 'Leave' }).click()
    await expect(page.getByText('You are in no community yet')).toBeVisible()
    await expect(heading).toBeFocused()
  })
  await page.reload()
  await expect(page.getByRole('link', { name: 'Find communities near you' })).toHaveAttribute('href', '/discover/teams')
  await expectAccessible(page)
})

test.describe('a refusal', () => {
  test.use({ allowedErrors: /status of 409/ })
  test('brings a community back that one was leaving, with the reason @once', async ({ page, browser }) => {
    const name = nameFor('Coatis')
    const other = await openOther(browser)
    const owner = await becomePerson(other, 'Alex Rally')
    const me = await becomePerson(page, 'Robin Member')
    const made = await other.request.put('/api/_local/teams', { data: { name, people: [owner.id, me.id] } })
    const { id } = (await made.json()) as { id: string }
    await page.goto('/my-communities')
    await page.getByRole('button', { name: `More for ${name}` }).click()
    // Meanwhile they were made its owner.
    const handed = await other.request.post(`/api/teams/${id}/hand-over`, { data: { to: me.id } })
    expect(handed.status()).toBe(204)
    await other.context().close()
    await page.getByRole('menuitem', { name: 'Leave', exact: true }).click()
    await page.getByRole('button', { name: 'Leave', exact: true }).click()
    await expect(page.getByText('Hand the team over to someone else before you leave.')).toBeVisible()
    await expect(page.getByRole('listitem').filter({ hasText: name })).toContainText('Owner · 2 members')
  })
})
