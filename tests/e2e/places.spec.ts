import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { makePng } from '../files/pictures.ts'
import { oakCourts } from '../places/places.ts'
import { aWeekly, inDays } from '../setup/a-game.ts'
import { expectAccessible, test } from './fixtures.ts'
import { putUpGame } from './games.ts'
import { becomePerson, expectNoSideways, openOther } from './people.ts'
import { sumOf, watchShifts } from './watch-shifts.ts'

const mapIsDrawn = (page: Page) => expect(page.getByRole('button', { name: 'Zoom in' })).toBeVisible()
const pin = (page: Page) => page.getByRole('button', { name: 'Pin', exact: true })
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

async function pickCity(page: Page, typed: string, option: string) {
  const city = page.getByRole('combobox', { name: 'City' })
  await city.fill(typed)
  await expect(page.getByRole('option', { name: option, exact: true })).toBeVisible()
  await city.press('ArrowDown')
  await city.press('Enter')
}

async function pickActivity(page: Page, name: string) {
  await page.getByRole('searchbox', { name: 'Search activities' }).fill(name)
  await page.getByRole('button', { name, exact: true }).click()
  await page.getByRole('searchbox', { name: 'Search activities' }).fill('')
}

/** A place by the API, for tests about what comes after. */
async function addPlace(page: Page, name: string, more: Record<string, unknown> = {}): Promise<string> {
  const data = {
    ...oakCourts,
    ...{ name, description: '', lat: 30.5, lng: -97.85, address: '', activities: ['pickleball', 'tennis'] },
    ...{ idempotencyKey: crypto.randomUUID(), ...more },
  }
  const answer = await page.request.post('/api/places', { data })
  expect(answer.status(), await answer.text()).toBe(201)
  return ((await answer.json()) as { id: string }).id
}

test('the map of a new place begins where one was looking, else at home @once', async ({ page }) => {
  await becomePerson(page, 'Rowan Begins')
  const dropPin = async () => {
    await mapIsDrawn(page)
    await button(page, 'Put the pin in the middle').click()
  }
  await page.goto('/places/new')
  await dropPin()
  await expect(page.getByText('Near Austin, TX.')).toBeVisible()
  await page.goto('/discover/places?lat=30.3096&lng=-104.0207&radius=10')
  await page.getByRole('main').getByRole('link', { name: 'Add a place' }).click()
  await expect(page).toHaveURL(/places\/new\?lat=30.3096&lng=-104.0207&radius=10$/)
  await page.evaluate(() => localStorage.clear())
  await page.reload()
  await dropPin()
  await expect(page.getByText('Near Marfa, TX.')).toBeVisible()
})

test('a place is added with the map; what is there already is shown first; its history tells who changed what', async ({
  page,
  isMobile,
}) => {
  const { name: me } = await becomePerson(page, 'Rowan Mapper')
  const name = `Corner Courts ${test.info().project.name}`
  await page.goto('/places/new')
  await mapIsDrawn(page)
  await expect(button(page, 'Add place')).toBeDisabled()
  await expect(page.getByText('Still needed: a pin on the map, a name, and an activity.')).toBeVisible()
  await pickCity(page, 'austin, t', 'Austin Texas')
  await expect(pin(page)).toBeVisible()
  // A few steps from the tables of the demo world.
  await expect(page.getByRole('link', { name: /Corner Chess Tables/ })).toBeVisible()
  await page.getByLabel('Name').fill(name)
  await pickActivity(page, 'Pickleball')
  await expect(page.getByText('Near Austin, TX.')).toBeVisible()

  await page.getByRole('application', { name: 'Map' }).scrollIntoViewIfNeeded()
  const box = (await page.getByRole('application', { name: 'Map' }).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const [x, y] = [box.x + box.width * 0.3, box.y + box.height * 0.3]
  if (isMobile) await page.touchscreen.tap(x, y)
  else await page.mouse.click(x, y)
  await expect(page.getByRole('link', { name: /Corner Chess Tables/ })).toBeHidden()
  await expectAccessible(page)
  await expectNoSideways(page)

  await page.getByText('More about it').click()
  await page.getByLabel('Courts').fill('4')
  await page.getByRole('checkbox', { name: 'Lights' }).check()
  await page.getByRole('checkbox', { name: 'It has opening hours' }).check()
  await expect(page.getByText('Monday', { exact: true })).toBeVisible()
  await expectNoSideways(page)
  await button(page, 'Add place').click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(page).toHaveURL(/\/places\/view\//)
  await expect(page.getByText('4 courts')).toBeVisible()
  await expect(page.getByText('7:00 AM – 10:00 PM')).toBeVisible()
  await expect(page).toHaveTitle(new RegExp(`^${name}`))

  await page.getByRole('link', { name: 'Edit' }).click()
  await expect(page.getByLabel('Name')).toHaveValue(name)
  await page.getByLabel('Fee').fill('$3 a person')
  await button(page, 'Save changes').click()
  await expect(page.getByText('$3 a person')).toBeVisible()
  await button(page, 'History').click()
  const history = page.getByRole('dialog', { name: `History of ${name}` })
  await expect(history.getByRole('listitem').first()).toContainText(`${me} changed`)
  await expect(history.getByRole('listitem').first()).toContainText('Not said → $3 a person')
  await expect(history.getByRole('listitem').last()).toContainText('added this place')
  await expectAccessible(page)
  await page.goBack()
  await expect(history).toBeHidden()
})

test('what was filled in survives a reload @once', async ({ page }) => {
  await becomePerson(page, 'Robin Draft')
  await page.goto('/places/new')
  await pickCity(page, 'boise', 'Boise Idaho')
  await page.getByLabel('Name').fill('Half a place')
  await pickActivity(page, 'Yoga')
  await page.reload()
  await expect(page.getByText('We kept what you wrote last time.')).toBeVisible()
  await expect(page.getByLabel('Name')).toHaveValue('Half a place')
  await expect(pin(page)).toBeVisible()
  await expect(button(page, 'Add place')).toBeEnabled()
  await button(page, 'Start anew').click()
  await expect(pin(page)).toBeHidden()
})

test.describe('with two who edit at once', () => {
  test.use({ allowedErrors: /409/ })

  test('neither loses what they wrote @once', async ({ page, browser }) => {
    await becomePerson(page, 'Ana First')
    const id = await addPlace(page, 'Twice Courts')
    const other = await openOther(browser)
    await becomePerson(other, 'Bo Second')
    for (const one of [page, other]) {
      await one.goto(`/places/edit/${id}`)
      await expect(one.getByLabel('Name')).toHaveValue('Twice Courts')
    }
    await other.getByLabel('Fee').fill('$9')
    await button(other, 'Save changes').click()
    await expect(other.getByText('$9')).toBeVisible()
    await page.getByLabel('Address').fill('1 Shared Street')
    await button(page, 'Save changes').click()
    await expect(page.getByText('Someone changed this place meanwhile.')).toBeVisible()
    await expect(page.getByLabel('Fee')).toHaveValue('$9')
    await expect(page.getByLabel('Address')).toHaveValue('1 Shared Street')
    await button(page, 'Save changes').click()
    await expect(page.getByText('1 Shared Street')).toBeVisible()
    await expect(page.getByText('$9')).toBeVisible()
  })
})

test('who is there is seen by others, and calls those who follow the place', async ({ page, browser }) => {
  const me = await becomePerson(page, 'Kim Present')
  const id = await addPlace(page, 'Meeting Courts')
  const other = await openOther(browser)
  await becomePerson(other, 'Lou Follower')
  await other.goto(`/places/view/${id}`)
  await expect(other.getByText('Nobody here now')).toBeVisible()
  await button(other, 'Follow').click()
  await expect(button(other, 'Following')).toHaveAttribute('aria-pressed', 'true')
  await expect(other.getByText('1 person follows this place.')).toBeVisible()

  await page.goto(`/places/view/${id}`)
  await button(page, 'I’m here').click()
  await expect(page.getByText(/^You are here until/)).toBeVisible()
  await expect(page.getByText('1 here now')).toBeVisible()
  await button(page, 'Need more players').click()
  const dialog = page.getByRole('dialog', { name: 'Need more players' })
  await dialog.getByRole('button', { name: '3', exact: true }).click()
  await dialog.getByRole('button', { name: 'Tennis' }).click()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Call for 3 more' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Need 3 more for Tennis')).toBeVisible()
  await expect(button(page, 'Need more players')).toBeDisabled()

  await other.reload()
  await expect(other.getByText('Need 3 more for Tennis')).toBeVisible()
  await expect(other.getByRole('link', { name: me.name })).toBeVisible()
  await other.goto('/notifications')
  await expect(async () => {
    await other.reload()
    await expect(other.getByText('Need 3 more for Tennis at Meeting Courts')).toBeVisible({ timeout: 2000 })
  }).toPass({ timeout: 30_000 })

  await button(page, 'I’m leaving').click()
  await expect(page.getByText('Nobody here now')).toBeVisible()
  await expect(button(page, 'I’m here')).toBeVisible()
})

test('the next games at a place stand on its page @once', async ({ page }) => {
  await becomePerson(page, 'Gale Host')
  const id = await addPlace(page, 'Game Courts')
  await putUpGame(page.request, {
    title: 'Doubles at nine',
    activity: 'tennis',
    where: { placeId: id, name: 'Game Courts', address: '', lat: 30.5, lng: -97.85 },
    starts: inDays(9, '09:00'),
    ends: inDays(9, '11:00'),
    capacity: 8,
  })
  await page.goto(`/places/view/${id}`)
  const game = page.getByRole('link', { name: /Doubles at nine/ })
  await expect(game).toBeVisible()
  await expect(game).toContainText('9:00 AM to 11:00 AM · Tennis')
  const weekly = { title: 'Weekly doubles', where: { placeId: id, name: 'Game Courts', address: '', lat: 30.5, lng: -97.85 } }
  await putUpGame(page.request, weekly, { repeat: aWeekly(24) })
  await page.reload()
  const games = page.getByRole('region', { name: 'Games here' }).getByRole('listitem')
  await expect(games).toHaveCount(5)
  await button(page, 'Show more').click()
  await expect(games).toHaveCount(20)
  await button(page, 'Show more').press('Enter')
  await expect(games).toHaveCount(25)
  await expect(button(page, 'Show more')).toHaveCount(0)
  await expect(page.getByText('That is all.')).toBeFocused()
  await expectNoSideways(page)
})

test('a photo is added, seen large, and taken away', async ({ page }) => {
  await becomePerson(page, 'Pat Photo')
  const id = await addPlace(page, 'Photo Courts')
  await page.goto(`/places/view/${id}`)
  await page.getByLabel('Photo file').setInputFiles({ name: 'court.png', mimeType: 'image/png', buffer: Buffer.from(makePng(900, 600)) })
  const photo = page.getByRole('img', { name: 'Photo Courts, number 1' })
  await expect(photo).toBeVisible()
  await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(480)
  await page.getByLabel('Photo file').setInputFiles({ name: 'a.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') })
  await expect(page.getByText('The photo is not added.')).toBeVisible()
  await photo.click()
  await button(page, 'Remove photo').click()
  await expect(photo).toBeHidden()
})

test('the poster is a PDF in either size @once', async ({ page }) => {
  await page.goto('/places/poster?place=demo-courts')
  await expect(page.getByRole('img', { name: /^Poster of Northside Courts/ })).toBeVisible()
  await button(page, 'A4').click()
  await expect(page).toHaveURL(/paper=a4/)
  await expectAccessible(page)
  await expectNoSideways(page)
  for (const [paper, label] of [
    ['a4', 'A4'],
    ['letter', 'Letter'],
  ] as const) {
    await button(page, label).click()
    const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Download PDF').click()])
    expect(download.suggestedFilename()).toBe(`northside-courts-${paper}.pdf`)
    const bytes = await readFile(await download.path())
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
    expect(bytes.length).toBeGreaterThan(20_000)
  }
})

for (const theme of ['light', 'dark'] as const) {
  test(`a stranger sees a place, and nothing jumps while its map comes (${theme})`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: theme })
    const shifts = await watchShifts(page)
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.goto('/places/view/demo-courts')
    await expect(page.getByRole('heading', { level: 1, name: 'Northside Courts' })).toBeVisible()
    // The map comes once one is near it.
    await page.getByRole('heading', { level: 2, name: 'Where' }).scrollIntoViewIfNeeded()
    await mapIsDrawn(page)
    // It came with the page.
    expect(asked).not.toContain('/api/places/demo-courts')
    await expect(page.getByRole('link', { name: 'Log in to say you are here' })).toHaveAttribute(
      'href',
      /next=%2Fplaces%2Fview%2Fdemo-courts/,
    )
    await expect(page.getByRole('link', { name: 'Put up a game here' })).toHaveAttribute('href', '/create/event?place=demo-courts')
    await expectAccessible(page)
    await expectNoSideways(page)
    expect(sumOf(await shifts())).toBeLessThan(0.02)
  })
}

test.describe('without such a place', () => {
  test.use({ allowedErrors: /404/ })

  test('the page says so @once', async ({ page }) => {
    const answer = await page.goto('/places/view/nowhere')
    expect(answer?.status()).toBe(404)
    await expect(page.getByRole('heading', { name: 'Place not found' })).toBeVisible()
    await page.goto('/places/new')
    await expect(page).toHaveURL(/\/login\?next=%2Fplaces%2Fnew/)
  })
})
