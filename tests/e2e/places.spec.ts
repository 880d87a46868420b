import { expect, type Page } from '@playwright/test'
import { makePng } from '../files/pictures.ts'
import { oakCourts } from '../places/places.ts'
import { test } from './fixtures.ts'
import { openOtherPage, signInAsNewPerson } from './people.ts'
import { sumShifts, watchLayoutShifts } from './watch-layout-shifts.ts'

const expectMapDrawn = (page: Page) => expect(page.getByRole('button', { name: 'Zoom in' })).toBeVisible()
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

/** Adds a place with the API and returns its id. */
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

test('a person adds a place on the map, sees places that exist nearby, edits it, and finds the changes in its history @both', async ({
  page,
}) => {
  const { name: me } = await signInAsNewPerson(page, 'Rowan Mapper')
  const name = `Corner Courts ${test.info().project.name}`
  await page.goto('/places/new')
  await expectMapDrawn(page)
  await expect(button(page, 'Add place')).toBeDisabled()
  await expect(page.getByText('Still needed: a location, a name, and an activity.')).toBeVisible()
  await pickCity(page, 'austin, t', 'Austin Texas')
  await expect(page.getByText('Near Austin, TX.')).toBeVisible()
  // It is close to the chess tables of the demo world.
  await expect(page.getByRole('link', { name: /Corner Chess Tables/ })).toBeVisible()
  await page.getByLabel('Name').fill(name)
  await pickActivity(page, 'Pickleball')
  await expect(page.getByText('Near Austin, TX.')).toBeVisible()

  // Our own map has no streets, so the exact point comes from an address.
  await page.getByRole('combobox', { name: 'City or address' }).fill('12138 north lamar')
  await page.getByRole('option', { name: /^Walnut Creek Metropolitan Park/ }).click()
  await expect(page.getByRole('link', { name: /Corner Chess Tables/ })).toBeHidden()

  await page.getByText('More details').click()
  await page.getByLabel('Courts').fill('4')
  await button(page, /Lights$/).click()
  await page.getByRole('option', { name: 'Lights', exact: true }).click()
  await button(page, /Opening hours$/).click()
  await page.getByRole('option', { name: 'Set the hours' }).click()
  await expect(page.getByText('Monday', { exact: true })).toBeVisible()
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
  await expect(history.getByRole('listitem').first()).toContainText('Unknown → $3 a person')
  await expect(history.getByRole('listitem').last()).toContainText('added this place')
  await page.goBack()
  await expect(history).toBeHidden()
})

test('a person checks in at a place, is visible to others, and calls its followers for players', async ({ page, browser }) => {
  const me = await signInAsNewPerson(page, 'Kim Present')
  await page.context().grantPermissions(['geolocation'])
  await page.context().setGeolocation({ latitude: 30.5, longitude: -97.85 })
  const id = await addPlace(page, 'Meeting Courts')
  const other = await openOtherPage(browser)
  await signInAsNewPerson(other, 'Lou Follower')
  await other.goto(`/places/view/${id}`)
  await expect(other.getByText('Nobody here now')).toBeVisible()
  await button(other, 'Follow').click()
  await expect(button(other, 'Following')).toHaveAttribute('aria-pressed', 'true')
  await expect(other.getByText('1 person follows this place.')).toBeVisible()

  await page.goto(`/places/view/${id}`)
  await button(page, 'Check in').click()
  await expect(page.getByText(/^Checked in until/)).toBeVisible()
  await expect(page.getByText('1 here now')).toBeVisible()
  await button(page, 'Call for players').click()
  const dialog = page.getByRole('dialog', { name: 'Call for players' })
  await dialog.getByRole('button', { name: '3', exact: true }).click()
  await dialog.getByRole('button', { name: 'Tennis' }).click()
  await dialog.getByRole('button', { name: 'Call for 3 more' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Need 3 more for Tennis')).toBeVisible()
  await expect(button(page, 'Call for players')).toBeDisabled()

  await other.reload()
  await expect(other.getByText('Need 3 more for Tennis')).toBeVisible()
  await expect(other.getByRole('link', { name: me.name })).toBeVisible()
  await other.goto('/notifications')
  await expect(async () => {
    await other.reload()
    await expect(other.getByText('Need 3 more for Tennis at Meeting Courts')).toBeVisible({ timeout: 2000 })
  }).toPass({ timeout: 30_000 })

  await button(page, 'Check out').click()
  await expect(page.getByText('Nobody here now')).toBeVisible()
  await expect(button(page, 'Check in')).toBeVisible()
})

test('a person adds a photo to a place, opens it and removes it', async ({ page }) => {
  await signInAsNewPerson(page, 'Pat Photo')
  const id = await addPlace(page, 'Photo Courts')
  await page.goto(`/places/view/${id}`)
  await page.getByLabel('Photo file').setInputFiles({ name: 'court.png', mimeType: 'image/png', buffer: Buffer.from(makePng(900, 600)) })
  const photo = page.getByRole('img', { name: 'Photo Courts, number 1' })
  await expect(photo).toBeVisible()
  await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(480)
  await photo.click()
  await button(page, 'Remove photo').click()
  await expect(photo).toBeHidden()
})

test('a visitor opens a place, and the page does not jump while its map loads', async ({ page }) => {
  const shifts = await watchLayoutShifts(page)
  const requestedPaths: string[] = []
  page.on('request', (request) => requestedPaths.push(new URL(request.url()).pathname))
  await page.goto('/places/view/demo-courts')
  await expect(page.getByRole('heading', { level: 1, name: 'Northside Courts' })).toBeVisible()
  // The games load by themselves. This test is about the map, so we wait for them.
  await expect(page.getByRole('region', { name: 'Games here' }).getByRole('listitem').first()).toBeVisible()
  // The map loads when the visitor scrolls near it.
  await page.getByRole('heading', { level: 2, name: 'Where' }).scrollIntoViewIfNeeded()
  await expectMapDrawn(page)
  // The page already contained the data of the place.
  expect(requestedPaths).not.toContain('/api/places/demo-courts')
  await expect(page.getByRole('link', { name: 'Log in to check in' })).toHaveAttribute('href', /next=%2Fplaces%2Fview%2Fdemo-courts/)
  await expect(page.getByRole('link', { name: 'Host a game here' })).toHaveAttribute('href', '/create/event?place=demo-courts')
  expect(sumShifts(await shifts())).toBeLessThan(0.02)
})
