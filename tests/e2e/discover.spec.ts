import { expect, type Page } from '@playwright/test'
import { inDays } from '../setup/a-game.ts'
import { test } from './fixtures.ts'
import { putUpGame } from './games.ts'
import { becomePerson } from './people.ts'
import { sumOf, watchShifts } from './watch-shifts.ts'

/** Far from the games of other tests. */
const marfa = { lat: 30.3096, lng: -104.0207 }
const at = (name: string, lat: number, lng: number) => ({ placeId: null, name, address: '', lat, lng })
const isPhone = () => test.info().project.name === 'phone'

const game = (page: Page, title: string | RegExp) => page.getByRole('list', { name: 'Games' }).getByRole('link', { name: title })
const filter = (page: Page, name: RegExp) => page.getByRole('group', { name: 'Filters' }).getByRole('button', { name })
const around = (radius = 15) => `lat=${marfa.lat}&lng=${marfa.lng}&radius=${radius}`

/** Once for all tests of a run: a test that failed must not put them up again. */
async function withGames(page: Page): Promise<void> {
  await becomePerson(page, 'Morgan Rally')
  const { events } = await (await page.request.get(`/api/discover/events?${around()}`)).json()
  if (events.length > 0) return
  await putUpGame(page.request, {
    title: 'Chinati tennis',
    activity: 'tennis',
    where: at('Chinati Courts', marfa.lat, marfa.lng),
    capacity: 12,
    levelMin: 3,
    levelMax: 4,
  })
  await putUpGame(page.request, {
    title: 'Chinati doubles',
    activity: 'tennis',
    where: at('Chinati Courts', marfa.lat, marfa.lng),
  })
  await putUpGame(page.request, {
    title: 'Lights run',
    activity: 'running',
    where: at('Mystery Lights', 30.2753, -103.8841),
    starts: inDays(3, '07:00'),
    ends: inDays(3, '08:00'),
  })
  await putUpGame(page.request, { title: 'Alpine chess', activity: 'chess', where: at('Alpine Library', 30.3585, -103.661) })
  await putUpGame(page.request, { title: 'Hidden in Marfa', visibility: 'link', where: at('Somewhere', marfa.lat, marfa.lng) })
}

test.beforeEach(async ({ page }) => withGames(page))

test('games stand in the page before anything is asked for; filters and the map lead to one, and Back returns @both', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/discover')) asked.push(request.url())
  })
  const shifts = await watchShifts(page)
  await page.goto(`/discover?${around()}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^3 games/)
  await expect(game(page, /Chinati tennis/)).toBeVisible()
  await expect(game(page, /Hidden/)).toHaveCount(0)
  expect(asked).toEqual([])
  if (!isPhone()) await expect(page.locator('.map-spot').first()).toBeVisible()
  expect(sumOf(await shifts())).toBeLessThan(0.02)

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
  for (let step = 0; step < 6; step += 1) await page.getByRole('button', { name: 'Zoom out' }).click()
  await expect(page).toHaveURL(/south=/)
  if (isPhone()) await page.getByRole('button', { name: 'List' }).click()
  await expect(filter(page, /This part of the map/)).toBeVisible()
  await game(page, /Alpine chess/).click()
  await expect(page).toHaveURL(/\/discover\/events\//)
  await expect(page.getByRole('heading', { level: 1, name: 'Alpine chess' })).toBeVisible()
  await page.goBack()
  await expect(filter(page, /This part of the map/)).toBeVisible()
  await expect(game(page, /Alpine chess/)).toBeVisible()
})

test('a question becomes filters, and a search that found nothing becomes news of it', async ({ page }) => {
  await page.goto('/discover')
  await expect(filter(page, /Austin, 15 miles/)).toBeVisible()
  const field = page.getByRole('searchbox', { name: 'Search for a game' })
  await field.fill('tennis near Marfa frobnicate')
  await field.press('Enter')
  await expect(page).toHaveURL(/activity=tennis/)
  await expect(page.getByText('We did not understand “frobnicate” and left it out.')).toBeVisible()
  await expect(filter(page, /Marfa, 15 miles/)).toBeVisible()
  await expect(game(page, /Chinati tennis/)).toBeVisible()

  await page.goto(`/discover?activity=fencing&level=4&${around()}`)
  await page.getByRole('button', { name: 'Get alerts' }).first().click()
  await page.getByRole('button', { name: 'Save alert' }).click()
  await expect(page.getByText('Alert saved. We will notify you about new games.')).toBeVisible()
  await page.goto('/settings?tab=activities-subscription')
  await expect(page.getByText('within 15 miles')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Edit Fencing' })).toBeVisible()
})
