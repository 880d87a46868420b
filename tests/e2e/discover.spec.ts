import { expect, type Page } from '@playwright/test'
import { inDays } from '../setup/make-game-form.ts'
import { test } from './fixtures.ts'
import { publishGame } from './games.ts'
import { signInAsNewPerson } from './people.ts'
import { sumShifts, watchLayoutShifts } from './watch-layout-shifts.ts'

/** A town far away from the games of other tests. */
const marfa = { lat: 30.3096, lng: -104.0207 }
const makeLocation = (name: string, lat: number, lng: number) => ({ placeId: null, name, address: '', lat, lng })
const isPhone = () => test.info().project.name === 'phone'

const game = (page: Page, title: string | RegExp) => page.getByRole('list', { name: 'Games' }).getByRole('link', { name: title })
const filter = (page: Page, name: RegExp) => page.getByRole('group', { name: 'Filters' }).getByRole('button', { name })
const areaAroundMarfa = (radius = 15) => `lat=${marfa.lat}&lng=${marfa.lng}&radius=${radius}`

/** Publishes the games once for all tests of a run. When a failed test is repeated, they exist already. */
async function createGamesOnce(page: Page): Promise<void> {
  await signInAsNewPerson(page, 'Morgan Rally')
  const { events } = await (await page.request.get(`/api/discover/events?${areaAroundMarfa()}`)).json()
  if (events.length > 0) return
  await publishGame(page.request, {
    title: 'Chinati tennis',
    activity: 'tennis',
    where: makeLocation('Chinati Courts', marfa.lat, marfa.lng),
    capacity: 12,
    levelMin: 3,
    levelMax: 4,
  })
  await publishGame(page.request, {
    title: 'Chinati doubles',
    activity: 'tennis',
    where: makeLocation('Chinati Courts', marfa.lat, marfa.lng),
  })
  await publishGame(page.request, {
    title: 'Lights run',
    activity: 'running',
    where: makeLocation('Mystery Lights', 30.2753, -103.8841),
    starts: inDays(3, '07:00'),
    ends: inDays(3, '08:00'),
  })
  await publishGame(page.request, { title: 'Alpine chess', activity: 'chess', where: makeLocation('Alpine Library', 30.3585, -103.661) })
  await publishGame(page.request, { title: 'Hidden in Marfa', visibility: 'link', where: makeLocation('Somewhere', marfa.lat, marfa.lng) })
}

test.beforeEach(async ({ page }) => createGamesOnce(page))

test('games are in the page without a request, filters and the map lead to a game, and Back returns to the list @both', async ({
  page,
}) => {
  const apiRequests: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/discover/events')) apiRequests.push(request.url())
  })
  const shifts = await watchLayoutShifts(page)
  await page.goto(`/discover?${areaAroundMarfa()}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^3 games/)
  await expect(game(page, /Chinati tennis/)).toBeVisible()
  await expect(game(page, /Hidden/)).toHaveCount(0)
  expect(apiRequests).toEqual([])
  if (!isPhone()) await expect(page.locator('.map-spot').first()).toBeVisible()
  expect(sumShifts(await shifts())).toBeLessThan(0.02)

  await filter(page, /Activities/).click()
  await page.getByRole('searchbox', { name: 'Search activities' }).fill('tennis')
  await page.getByRole('button', { name: 'Tennis', exact: true }).click()
  await expect(page).toHaveURL(/activity=tennis/)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('2 games')
  await page.reload()
  await expect(filter(page, /Tennis/)).toBeVisible()
  await expect(game(page, /Lights run/)).toHaveCount(0)
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('3 games')

  if (isPhone()) await page.getByRole('button', { name: 'Map', exact: true }).click()
  await expect(page.locator('.map-spot').first()).toBeVisible()
  for (let step = 0; step < 2; step += 1) await page.getByRole('button', { name: 'Zoom out' }).click()
  await page.getByRole('button', { name: 'Search this area' }).click()
  await expect(page).toHaveURL(/south=/)
  if (isPhone()) await page.getByRole('button', { name: 'List' }).click()
  await expect(filter(page, /Map area/)).toBeVisible()
  await game(page, /Alpine chess/).click()
  await expect(page).toHaveURL(/\/discover\/events\//)
  await expect(page.getByRole('heading', { level: 1, name: 'Alpine chess' })).toBeVisible()
  await page.goBack()
  await expect(filter(page, /Map area/)).toBeVisible()
  await expect(game(page, /Alpine chess/)).toBeVisible()
})

test('a question becomes filters, and a search without results becomes an alert', async ({ page }) => {
  await page.goto('/discover')
  await expect(filter(page, /Austin, 15 miles/)).toBeVisible()
  const field = page.getByRole('searchbox', { name: 'Search', exact: true })
  await field.fill('tennis near Marfa frobnicate')
  await field.press('Enter')
  await expect(page).toHaveURL(/activity=tennis/)
  await expect(page.getByText('Left out: “frobnicate”.')).toBeVisible()
  await expect(filter(page, /Marfa, 15 miles/)).toBeVisible()
  await expect(game(page, /Chinati tennis/)).toBeVisible()

  await page.goto(`/discover?activity=fencing&level=4&${areaAroundMarfa()}`)
  await page.getByRole('button', { name: 'Get alerts' }).first().click()
  await page.getByRole('button', { name: 'Save alert' }).click()
  await expect(page.getByText('Alert saved. We will notify you about new games.')).toBeVisible()
  await page.goto('/settings?tab=activities-subscription')
  await expect(page.getByText('within 15 miles')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Edit Fencing' })).toBeVisible()
})
