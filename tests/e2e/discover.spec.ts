import { expect, type Locator, type Page } from '@playwright/test'
import { inDays } from '../setup/a-game.ts'
import { expectAccessible, test } from './fixtures.ts'
import { enterAs, putUpGame } from './games.ts'
import { holdBack } from './hold-back.ts'
import { becomePerson, expectNoSideways } from './people.ts'
import { leaveAndForget } from './sign-in.ts'
import { sumOf, watchShifts } from './watch-shifts.ts'

/** Far from the games of other tests. */
const marfa = { lat: 30.3096, lng: -104.0207 }
const at = (name: string, lat: number, lng: number) => ({ placeId: null, name, address: '', lat, lng })
const isPhone = () => test.info().project.name === 'phone'

const game = (page: Page, title: string | RegExp) => page.getByRole('list', { name: 'Games' }).getByRole('link', { name: title })
const filter = (page: Page, name: RegExp) => page.getByRole('group', { name: 'Filters' }).getByRole('button', { name })
const zoomIn = (page: Page) => page.getByRole('button', { name: 'Zoom in' })
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

async function findMarfa(page: Page): Promise<{ id: number }> {
  const { cities } = await (await page.request.get('/api/cities?q=marfa')).json()
  return cities[0]
}

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox()
  if (!box) throw new Error('Not to be seen')
  return box
}

async function openMap(page: Page): Promise<void> {
  if (isPhone()) await page.getByRole('button', { name: 'Map', exact: true }).click()
  await expect(zoomIn(page)).toBeVisible()
}

test.beforeEach(async ({ page }) => withGames(page))

test('games stand in the page before anything is asked for, and nothing jumps while the map loads', async ({ page }) => {
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
  await page.waitForTimeout(600)
  expect(sumOf(await shifts())).toBeLessThan(0.02)
  await expectNoSideways(page)
  await expectAccessible(page)
})

test('a game is found on the map', async ({ page }) => {
  await page.goto(`/discover?${around()}`)
  await openMap(page)
  // Two at one spot: their circle opens them both as far in as the map goes.
  const circle = page.locator('.map-spot', { hasText: '2' })
  await expect(circle).toBeVisible()
  await expectAccessible(page)
  await circle.click()
  const card = page.locator('.map-card')
  await expect(card.getByRole('link', { name: /Chinati doubles/ })).toBeVisible()
  await expect(card.getByRole('link', { name: /Chinati tennis/ })).toHaveAttribute('href', /\/discover\/events\//)
  const cross = await boxOf(card.getByRole('button', { name: 'Close' }))
  const first = await boxOf(card.getByRole('link').first())
  expect([cross.y < first.y + first.height, cross.x > first.x + first.width / 2]).toEqual([true, true])
  await card.getByRole('button', { name: 'Close' }).click()
  await expect(card).toHaveCount(0)
})

test('the map leads the list, and its view is in the address', async ({ page }) => {
  await page.goto(`/discover?${around()}`)
  await openMap(page)
  for (let step = 0; step < 6; step += 1) await page.getByRole('button', { name: 'Zoom out' }).click()
  await expect(page).toHaveURL(/south=/)
  await expect(page.locator('.map-spot').first()).toBeVisible()
  if (isPhone()) await page.getByRole('button', { name: 'List' }).click()
  await expect(game(page, /Alpine chess/)).toBeVisible()
  await expect(filter(page, /This part of the map/)).toBeVisible()
  const address = page.url()
  await page.reload()
  await expect(game(page, /Alpine chess/)).toBeVisible()
  if (!isPhone()) await expect(zoomIn(page)).toBeVisible()
  await page.waitForTimeout(800)
  expect(page.url()).toBe(address)
})

test('who goes on while the map is still being moved is not called back @desktop', async ({ page }) => {
  await page.goto(`/discover?${around()}`)
  await openMap(page)
  await page.getByRole('button', { name: 'Zoom out' }).click()
  // Long enough for what the map has to tell.
  const release = await holdBack(page, '**/event-page*.js')
  await game(page, /Chinati tennis/).click()
  await page.waitForTimeout(800)
  release()
  await expect(page).toHaveURL(/\/discover\/events\//)
  await page.goBack()
  await expect(filter(page, /This part of the map/)).toBeVisible()
})

test('what a pointer is on is marked on the map @desktop', async ({ page }) => {
  await page.goto(`/discover?${around()}`)
  await openMap(page)
  await expect(page.locator('.map-spot.is-lit')).toHaveCount(0)
  await game(page, /Chinati tennis/).hover()
  await expect(page.locator('.map-spot.is-lit')).toHaveText('2')
  await game(page, /Lights run/).focus()
  await expect(page.locator('.map-spot.is-lit')).toHaveText('')
})

test('a phone opens the map over the list, and back closes it @phone', async ({ page }) => {
  await page.goto(`/discover?${around()}`)
  await openMap(page)
  await expect(page).toHaveURL(/show=map/)
  await page.goBack()
  await expect(zoomIn(page)).toHaveCount(0)
  await expect(game(page, /Chinati tennis/)).toBeVisible()
})

test('filters go into the address, survive a reload, and back takes them away again', async ({ page }) => {
  await page.goto(`/discover?${around()}`)
  await filter(page, /Activities/).click()
  await page.getByRole('searchbox', { name: 'Search activities' }).fill('tennis')
  await page.getByRole('button', { name: 'Tennis', exact: true }).click()
  await expect(page).toHaveURL(/activity=tennis/)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('2 games')
  await filter(page, /Level/).click()
  await page.getByRole('button', { name: 'New', exact: true }).click()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/level=1/)
  await expect(game(page, /Chinati doubles/)).toBeVisible()
  await expect(game(page, /Chinati tennis/)).toHaveCount(0)

  await page.reload()
  await expect(filter(page, /Tennis/)).toBeVisible()
  await expect(game(page, /Chinati tennis/)).toHaveCount(0)
  await page.goBack()
  await expect(game(page, /Chinati tennis/)).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('3 games')
})

test('a filter’s own sheet is accessible', async ({ page }) => {
  await page.goto(`/discover?${around()}`)
  for (const name of [/Activities/, /Around a spot/, /When/, /Level/]) {
    await filter(page, name).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    // React Aria hides the rest of the page from screen readers while a popover is open, not from the keyboard that never gets there.
    await expectAccessible(page, { except: ['aria-hidden-focus'] })
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
})

test('a search that found nothing turns into news of it', async ({ page }) => {
  await page.goto(`/discover?activity=fencing&level=4&city=${(await findMarfa(page)).id}`)
  await expect(page.getByText('Nothing here yet')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Be told' }).first().click()
  await expect(page.getByText('within 15 miles')).toBeVisible()
  await expect(page.getByText('You hear of all of them: level does not count here.')).toBeVisible()
  await page.getByRole('button', { name: 'Tell me' }).click()
  await expect(page.getByText('We will tell you when such a game comes up.')).toBeVisible()
  const answer = await page.request.get('/api/activity-subscriptions')
  expect((await answer.json()).subscriptions).toMatchObject([{ activities: ['Fencing'], radius: 15, address: { name: 'Marfa, TX' } }])
})

test('a question becomes filters, and what was not understood is said', async ({ page }) => {
  await page.goto('/discover')
  const field = page.getByRole('searchbox', { name: 'Ask for a game' })
  await expect(field).toBeVisible()
  await page.keyboard.press('/')
  await expect(field).toBeFocused()
  await page.keyboard.type('tennis near Marfa frobnicate')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/activity=tennis/)
  await expect(page.getByText('I did not understand “frobnicate” and left it out.')).toBeVisible()
  await expect(filter(page, /Marfa, 15 miles/)).toBeVisible()
  await expect(game(page, /Chinati tennis/)).toBeVisible()
})

test('a question about places is answered among them, with what was not understood @once', async ({ page }) => {
  await page.goto('/discover')
  const field = page.getByRole('searchbox', { name: 'Ask for a game' })
  await field.fill('tennis courts in Austin frobnicate')
  await field.press('Enter')
  await expect(page).toHaveURL(/\/discover\/places\?activity=tennis/)
  await expect(page.getByText('I did not understand “frobnicate” and left it out.')).toBeVisible()
  await expect(page.getByRole('link', { name: /Northside Courts/ })).toBeVisible()
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(page.getByText('I did not understand')).toHaveCount(0)
})

test('who says no place starts at home, and a stranger where they looked last @once', async ({ page }) => {
  await page.goto('/discover')
  await expect(filter(page, /Austin, 15 miles/)).toBeVisible()
  await leaveAndForget(page)
  const city = await findMarfa(page)
  await page.goto('/discover/city-search')
  await page.evaluate((known) => localStorage.setItem('recentCities', JSON.stringify([known])), city)
  await page.goto('/discover')
  await expect(filter(page, /Marfa, 15 miles/)).toBeVisible()
  await expect(game(page, /Chinati tennis/)).toBeVisible()
  await page.evaluate(() => localStorage.clear())
  await page.goto('/discover')
  await expect(page.getByRole('combobox', { name: 'Where do you play?' })).toBeVisible()
})

test('home keeps its name once more is asked for, also while nothing arrives @once', async ({ page }) => {
  await page.goto('/discover')
  await expect(filter(page, /Austin, 15 miles/)).toBeVisible()
  await holdBack(page, '**/api/cities/*')
  await page.getByRole('button', { name: 'By date' }).click()
  await expect(page).toHaveURL(/order=date/)
  await expect(filter(page, /Austin, 15 miles/)).toBeVisible()
})

test('the games of the hosts one follows stand together, wherever they are @once', async ({ page, browser }) => {
  await page.goto('/discover')
  await expect(filter(page, /Austin, 15 miles/)).toBeVisible()
  await expect(filter(page, /Hosts I follow/)).toHaveCount(0)
  await page.goto('/discover?hosts=followed')
  await expect(page.getByText('You follow nobody yet')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Players near you' })).toHaveAttribute('href', '/localconnect')
  await expectAccessible(page)

  const host = await enterAs(browser, 'Noor Sandoval')
  const title = `Harbor tennis ${test.info().project.name}`
  await putUpGame(host.request, { title, activity: 'tennis', where: at('Nome Harbor', 64.5, -165.41) })
  expect((await page.request.put(`/api/follows/${host.id}`)).ok()).toBe(true)
  await page.goto('/discover')
  await expect(filter(page, /Austin, 15 miles/)).toBeVisible()
  await filter(page, /Hosts I follow/).click()
  // Home is where one begins, and no wish.
  await expect(page).toHaveURL(/\/discover\?hosts=followed$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('1 game of hosts you follow')
  // It went to where it is seen, and the keyboard with it.
  await expect(filter(page, /Hosts I follow/)).toBeFocused()
  await expect(filter(page, /Hosts I follow/)).toBeInViewport({ ratio: 1 })
  await expect(game(page, title)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Whom you follow' })).toHaveAttribute('href', '/connect?tab=following')
  await expectAccessible(page)
  await expectNoSideways(page)
  await page.reload()
  await expect(game(page, title)).toBeVisible()

  await filter(page, /^Past/).click()
  await expect(page.getByText('No past games of hosts you follow')).toBeVisible()
  await page.getByRole('button', { name: 'Games to come' }).click()
  await expect(game(page, title)).toBeVisible()
  await page.goto(`/discover?hosts=followed&${around()}`)
  await expect(page.getByText('Nothing of hosts you follow is coming up')).toBeVisible()
  await page.getByRole('button', { name: 'Look everywhere' }).click()
  await expect(game(page, title)).toBeVisible()
  await filter(page, /Hosts I follow/).click()
  await expect(filter(page, /Austin, 15 miles/)).toBeVisible()
  await host.context.close()

  await leaveAndForget(page)
  await page.goto('/discover?hosts=followed')
  await expect(page.getByRole('combobox', { name: 'Where do you play?' })).toBeVisible()
  await expect(filter(page, /Hosts I follow/)).toHaveCount(0)
})

test('an empty past leads back to what is to come @once', async ({ page }) => {
  await page.goto(`/discover?${around()}&past=1`)
  await expect(page.getByText('No games in the past')).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Put up a game' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Games to come' }).click()
  await expect(game(page, /Chinati tennis/)).toBeVisible()
})

test('each thing to look for is one press away, and Discover stays marked in the bars', async ({ page }) => {
  if (isPhone()) await page.setViewportSize({ width: 360, height: 740 })
  const bar = page.getByRole('navigation', { name: isPhone() ? 'Tabs' : 'Main' })
  const discover = bar.getByRole('link', { name: 'Discover' })
  const contexts = page.getByRole('navigation', { name: 'Discover' })
  for (const path of ['/discover', '/discover/places', '/discover/teams']) {
    await page.goto(`${path}?${around()}`)
    await expect(discover).toHaveAttribute('aria-current', 'page')
    await expect(contexts.getByRole('link')).toHaveText(['Games', 'Places', 'Communities', 'Players'])
    await expectNoSideways(page)
    const [nav, players] = [await boxOf(page.getByRole('main')), await boxOf(contexts.getByRole('link', { name: 'Players' }))]
    expect(players.x + players.width).toBeLessThanOrEqual(nav.x + nav.width)
  }
  await page.goto('/discover/city-search')
  await expect(bar.getByRole('link', { name: 'Find your city' })).toHaveAttribute('aria-current', 'page')
  await expect(discover).not.toHaveAttribute('aria-current')
  await page.goto('/discover')
  await contexts.getByRole('link', { name: 'Players' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Players near you' })).toBeVisible()
})

test('places have a list and a map too, and other contexts are no pages', async ({ page }) => {
  await page.goto('/discover/places?city=4671654')
  await expect(page).toHaveTitle('Places to play near Austin, TX · Gather')
  await expect(page.getByRole('link', { name: /Northside Courts/ })).toBeVisible()
  await expectAccessible(page)
  const [where, lights] = [await boxOf(filter(page, /Austin/)), await boxOf(page.getByRole('button', { name: 'Lights' }))]
  expect(lights.x >= where.x + where.width || lights.y >= where.y + where.height).toBe(true)
  await page.getByRole('button', { name: 'Indoors' }).click()
  await expect(page).toHaveURL(/indoor=1/)
  await expect(page.getByRole('link', { name: /Northside Courts/ })).toHaveCount(0)
  await page.goBack()
  await expect(page.getByRole('link', { name: /Northside Courts/ })).toBeVisible()
})

test.describe('without a page', () => {
  test.use({ allowedErrors: /status of 404/ })
  test('another context is none @once', async ({ page }) => {
    await page.goto('/discover/nonsense')
    await expect(page.getByText('Maybe try another page, please?')).toBeVisible()
  })
})

test.describe('when the server fails', () => {
  test.use({ allowedErrors: /status of 500/ })
  test('it says so and tries again @once', async ({ page }) => {
    await page.goto(`/discover?${around()}`)
    await page.route('**/api/discover/events?*', (route) => route.fulfill({ status: 500, body: 'no' }))
    await filter(page, /^Past/).click()
    await expect(page.getByText('The games could not be loaded')).toBeVisible({ timeout: 15_000 })
    await page.unroute('**/api/discover/events?*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('No game was played here that fits.')).toBeVisible()
  })
})

test('a list on its way has the shape of its rows @once', async ({ page }) => {
  await page.goto(`/discover?${around()}`)
  await expect(game(page, /Chinati tennis/)).toBeVisible()
  const release = await holdBack(page, '**/api/search?*')
  await page.goto('/full-search?q=chinati')
  await expect(page.getByRole('status').filter({ hasText: 'Searching' })).toBeAttached()
  release()
  await expect(page.getByRole('link', { name: /Chinati tennis/ })).toBeVisible()
})

test('the search finds games, people and places, with a slip and by keyboard', async ({ page }) => {
  await page.goto('/full-search')
  const field = page.getByRole('searchbox', { name: 'Search games, communities, people and places' })
  await expect(field).toBeFocused()
  await field.fill('chinatti')
  await expect(page.getByText('Shown for “chinati”')).toBeVisible()
  await expect(page).toHaveURL(/q=chinatti/)
  await expect(page.getByRole('heading', { level: 2, name: 'Games' })).toBeVisible()
  await expectAccessible(page)
  await field.press('ArrowDown')
  await expect(page.getByRole('link', { name: /Chinati/ }).first()).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(field).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('/')
  await expect(field).toBeFocused()
  await field.fill('northside')
  await expect(page.getByRole('heading', { level: 2, name: 'Places' })).toBeVisible()
  await field.fill('"*^()')
  await expect(page.getByText('Nothing is called')).toBeVisible()
  await field.fill('a'.repeat(10_000))
  await expect(page.getByText('Nothing is called “aaaaaaaa')).toBeVisible()
  await expectNoSideways(page)
})
