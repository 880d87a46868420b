import { expect, type Locator, type Page } from '@playwright/test'
import type { EventCard, EventDetail } from '../../domain/events/contract.ts'
import type { EventFormAnswer } from '../../domain/events/form-contract.ts'
import { inDays } from '../setup/a-game.ts'
import { expectAccessible, test } from './fixtures.ts'
import { putUpGame } from './games.ts'
import { becomePerson, expectNoSideways } from './people.ts'

// What a server refuses stands in the console, too.
test.use({ allowedErrors: /status of 40[049]/ })

const main = (page: Page, name = 'Put it up') => page.getByRole('button', { name, exact: true })
const row = (page: Page, name: string) => page.locator('details details summary').filter({ hasText: new RegExp(`^${name}`) })
const places = (page: Page) => page.getByRole('list', { name: 'Places to play' }).getByRole('button')
const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const segment = (group: Locator, name: string) => group.getByRole('spinbutton', { name })

async function open(page: Page, path = '/create/event', heading = 'Put up a game') {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
}
async function openRow(page: Page, name: string) {
  const more = page.getByRole('main').locator('details').first()
  if ((await more.getAttribute('open')) === null) await more.locator('summary').first().click()
  await row(page, name).click()
}
async function pickPlace(page: Page) {
  await expect(places(page).first()).toBeVisible()
  await places(page).first().click()
  await expect(page.getByRole('button', { name: 'Change where it is' })).toBeVisible()
}
async function choose(page: Page, label: RegExp, option: string) {
  await page.getByRole('button', { name: label }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}
const isUp = async (page: Page): Promise<string> => {
  await page.waitForURL(/\/discover\/events\/[\w-]+$/)
  return page.url().split('/').at(-1) ?? ''
}
const read = async <Body>(page: Page, path: string): Promise<Body> => (await page.request.get(`/api/events${path}`)).json()
const mine = async (page: Page) => (await read<{ events: EventCard[] }>(page, '/mine')).events

/** A game put up without its form. */
const putUp = (page: Page) =>
  putUpGame(page.request, { title: 'Morning doubles', starts: inDays(6, '09:00'), ends: inDays(6, '11:00'), capacity: 8 })

/** Counts what a person does from here on: presses, and fields they had to fill. */
async function countEffort(page: Page): Promise<() => Promise<{ taps: number; inputs: number }>> {
  await page.evaluate(() => {
    const effort = { taps: 0, inputs: new Set<EventTarget | null>() }
    Object.assign(window, { effort })
    document.addEventListener('click', ({ isTrusted }) => (effort.taps += isTrusted ? 1 : 0), true)
    document.addEventListener('input', ({ isTrusted, target }) => isTrusted && effort.inputs.add(target), true)
  })
  return () =>
    page.evaluate(() => {
      const { taps, inputs } = (window as never as { effort: { taps: number; inputs: Set<unknown> } }).effort
      return { taps, inputs: inputs.size }
    })
}

test('a game is up within eight taps and three inputs, from sensible defaults', async ({ page, isMobile }) => {
  await becomePerson(page, 'Hope')
  await page.goto('/home')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const effort = await countEffort(page)
  const bar = isMobile ? page.getByRole('navigation', { name: 'Tabs' }) : page.getByRole('banner')
  await bar.getByRole('link', { name: 'Put up a game' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Put up a game' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Pickleball', pressed: true })).toBeVisible()
  await expect(part(page, 'When').getByRole('button', { pressed: true })).toHaveCount(1)
  await pickPlace(page)
  await expectNoSideways(page)
  await expectAccessible(page)
  await main(page).click()
  const id = await isUp(page)
  await expect(page.getByText('Your game is up')).toBeVisible()
  // The game's own page has one, too.
  await expect(page.getByRole('region', { name: /notification/ }).getByRole('button', { name: 'Share' })).toBeVisible()
  const { taps, inputs } = await effort()
  test.info().annotations.push({ type: 'effort', description: `${taps} taps, ${inputs} inputs` })
  expect(taps).toBeLessThanOrEqual(8)
  expect(inputs).toBeLessThanOrEqual(3)
  const game = await read<EventDetail>(page, `/${id}`)
  expect(game).toMatchObject({
    activity: 'pickleball',
    visibility: 'public',
    isHost: true,
    live: { state: 'published', capacity: 8, taken: 0 },
  })
  expect(game.title).toBe(`Pickleball at ${game.where.name}`)
  expect(game.endsAt - game.startsAt).toBe(2 * 3_600_000)
  expect(game.startsAt).toBeGreaterThan(Date.now())
})

test('a spot on the map will do, and is called what its host calls it', async ({ page, isMobile }) => {
  await becomePerson(page, 'Hope')
  await open(page)
  await main(page).click()
  await expect(part(page, 'Where').getByText('Say where it is.')).toBeVisible()
  // Any place can be named, far from home and whatever is played there.
  const search = page.getByRole('searchbox', { name: 'Search places' })
  await search.fill('beacon hill seattle')
  await expect(places(page)).toHaveText([/^Seattle Beacon Hill Club.* mi$/])
  // One near by is known by its words in any order, too.
  await search.fill('lawn zilker')
  await expect(places(page)).toHaveText([/^Zilker Great Lawn.* mi$/])
  await search.fill('nowhere at all')
  await expect(page.getByText('No place we know is called that. Put it on the map.')).toBeVisible()
  await page.getByRole('button', { name: 'A spot on the map' }).click()
  await expect(page.getByRole('button', { name: 'Zoom in' })).toBeVisible()
  const map = page.getByRole('application', { name: 'Map' })
  await map.scrollIntoViewIfNeeded()
  const box = (await map.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const [x, y] = [box.x + box.width * 0.45, box.y + box.height * 0.5]
  if (isMobile) await page.touchscreen.tap(x, y)
  else await page.mouse.click(x, y)
  await expect(page.getByText(/^Near .+, TX\. Drag the pin/)).toBeVisible()
  await page.getByLabel('What people call it').fill('Zilker, court 2')
  await expectAccessible(page)
  await main(page).click()
  const { where, title } = await read<EventDetail>(page, `/${await isUp(page)}`)
  expect(where).toMatchObject({ placeId: null, name: 'Zilker, court 2' })
  expect(where.address).toMatch(/^Near .+, TX$/)
  expect(Math.abs(where.lat - 30.27)).toBeLessThan(0.2)
  expect(title).toBe('Pickleball at Zilker, court 2')
})

test('slots are named, ordered and taken away, and have the seats', async ({ page }) => {
  await becomePerson(page, 'Hope')
  await open(page)
  await pickPlace(page)
  await page.getByRole('button', { name: 'Soccer', exact: true }).click()
  await expect(page.getByRole('textbox', { name: 'Seats' })).toHaveValue('14')
  await openRow(page, 'Slots')
  const add = page.getByRole('button', { name: 'Add a slot' })
  await add.click()
  await page.getByLabel('Name of slot 1').fill('Field')
  await add.click()
  await page.getByLabel('Name of slot 2').fill('field')
  await page.getByRole('textbox', { name: 'Seats of slot 2' }).fill('2')
  await main(page).click()
  await expect(page.getByText('Each slot needs a name of its own.')).toBeVisible()
  await page.getByLabel('Name of slot 2').fill('Goalkeeper')
  await expect(page.getByText('Each slot needs a name of its own.')).toBeHidden()
  await page.getByRole('button', { name: 'Move slot 2 up' }).click()
  await expect(page.getByLabel('Name of slot 1')).toHaveValue('Goalkeeper')
  await add.click()
  await page.getByRole('button', { name: 'Remove slot 3' }).click()
  await expect(part(page, 'Seats').getByText('16 seats')).toBeVisible()
  await expectNoSideways(page)
  await expectAccessible(page)
  await main(page).click()
  const { live } = await read<EventDetail>(page, `/${await isUp(page)}`)
  expect(live).toMatchObject({
    capacity: 16,
    slots: [
      { name: 'Goalkeeper', capacity: 2 },
      { name: 'Field', capacity: 14 },
    ],
  })
})

test('a series shows its dates, leaves some out, and is changed from one date on', async ({ page }) => {
  await becomePerson(page, 'Hope')
  await open(page)
  await pickPlace(page)
  await openRow(page, 'Repeats')
  await choose(page, /Repeats/, 'Every week')
  await page.getByRole('textbox', { name: 'Times' }).fill('4')
  await page.getByRole('textbox', { name: 'Times' }).blur()
  const dates = page.getByRole('group', { name: /Press a date to leave it out/ }).getByRole('button')
  await expect(dates).toHaveCount(4)
  await dates.nth(2).click()
  await expect(page.getByText('3 games')).toBeVisible()
  await expectNoSideways(page)
  await expectAccessible(page)
  await main(page).click()
  await expect(page.getByText('Your 3 games are up')).toBeVisible()
  await isUp(page)
  const games = await mine(page)
  expect(games).toHaveLength(3)
  const week = 7 * 86_400_000
  const [first, second, third] = games.map(({ startsAt }) => startsAt)
  // An hour more or less where clocks change in between.
  expect(Math.round(((second ?? 0) - (first ?? 0)) / week)).toBe(1)
  expect(Math.round(((third ?? 0) - (first ?? 0)) / week)).toBe(3)

  await open(page, `/create/event/${games[1]?.id}`, 'Edit game')
  await expect(page.getByText(/^Every week on \w+day$/)).toBeVisible()
  // Nothing there could be taken for calling the game off.
  await expect(page.getByRole('button', { name: 'Cancel' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Leave without saving' })).toBeVisible()
  await openRow(page, 'About')
  await page.getByRole('textbox', { name: 'About' }).fill('Bring **water**.')
  await expect(page.getByText('Bring water.', { exact: true }).first()).toBeVisible()
  await openRow(page, 'Title')
  await page.getByLabel('Title', { exact: true }).fill('Late league')
  await main(page, 'Save changes').click()
  const dialog = page.getByRole('dialog', { name: 'This game repeats' })
  await dialog.getByRole('radio', { name: /This and the following/ }).check()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await isUp(page)
  expect((await mine(page)).map(({ title }) => title === 'Late league')).toEqual([false, true, true])
})

test('nothing typed is lost: a reload, a draft, and then it is up', async ({ page }) => {
  await becomePerson(page, 'Hope')
  await open(page)
  await pickPlace(page)
  await openRow(page, 'Title')
  await page.getByLabel('Title', { exact: true }).fill('Sunrise <b>doubles</b>')
  await openRow(page, 'About')
  await page.getByRole('textbox', { name: 'About' }).fill('Bring **water**.')
  await page.reload()
  await expect(page.getByText('We kept what you wrote last time.')).toBeVisible()
  await openRow(page, 'Title')
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Sunrise <b>doubles</b>')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByText('Saved as a draft')).toBeVisible()
  const drafts = page.getByRole('region', { name: 'Drafts' })
  await expect(drafts.getByRole('link', { name: /Sunrise <b>doubles<\/b>/ })).toBeVisible()
  await expectNoSideways(page)
  await expectAccessible(page)
  await drafts.getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Your draft' })).toBeVisible()
  await main(page).click()
  const id = await isUp(page)
  expect(await read<EventDetail>(page, `/${id}`)).toMatchObject({ title: 'Sunrise <b>doubles</b>', live: { state: 'published' } })
  // The form begins anew: what was put up is not in it.
  await open(page)
  await expect(page.getByText('We kept what you wrote last time.')).toBeHidden()
})

test('a draft waits for its time, is shared and invited to meanwhile, and can be thrown away', async ({ page, browser }) => {
  await becomePerson(page, 'Hope')
  const id = await putUp(page)
  await open(page, `/create/event?from=${id}`, 'Put up another like it')
  await openRow(page, 'Shown')
  await page.getByRole('radio', { name: /At a time/ }).check()
  const on = page.getByRole('group', { name: 'Shown on' })
  await segment(on, 'year').fill('2099')
  await main(page, 'Schedule it').click()
  await expect(page.getByText('The game has begun by then. Choose an earlier time.')).toBeVisible()
  const soon = new Date(Date.now() + 86_400_000)
  await segment(on, 'month').fill(String(soon.getMonth() + 1))
  await segment(on, 'day').fill(String(soon.getDate()))
  await segment(on, 'year').fill(String(soon.getFullYear()))
  await main(page, 'Schedule it').click()
  await expect(page.getByText('It shows itself at its time')).toBeVisible()
  await isUp(page)
  await expect(page.getByText('Not up yet')).toBeVisible()
  await expectNoSideways(page)
  await expectAccessible(page)
  // Nobody has to be signed in to open its link, and the page opens by itself.
  const outside = await browser.newContext()
  const visitor = await outside.newPage()
  await visitor.goto(page.url())
  await expect(visitor.getByText(/^Opens for sign-up on \w{3}, \w{3} \d+(, \d{4})? at 9:00 AM/).locator('visible=true')).toHaveCount(1)
  await expect(visitor.getByRole('link', { name: 'Join', exact: true })).toHaveCount(0)
  await expectAccessible(visitor)
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  const share = page.getByRole('dialog', { name: 'Share' })
  await expect(share.getByRole('img', { name: /QR code/ })).toBeVisible()
  await share.getByRole('button', { name: 'Invite people' }).click()
  const inviting = page.getByRole('dialog', { name: 'Invite people' })
  await expect(inviting.getByText('The invitation says when it opens for sign-up.')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.goto(`${page.url()}/manage`)
  await expect(page.getByText('Nobody can join yet')).toBeVisible()
  await expectNoSideways(page)
  await page.getByRole('button', { name: 'Invite people' }).click()
  await expect(inviting).toBeVisible()
  await page.goto('/create')
  const drafts = page.getByRole('region', { name: 'Drafts' })
  await drafts.getByRole('link', { name: /Morning doubles/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Your draft' })).toBeVisible()
  await expect(main(page, 'Schedule it')).toBeVisible()
  await page.getByRole('button', { name: 'Delete this draft' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('The draft is gone')).toBeVisible()
  await expect(drafts).toHaveCount(0)
  // Its open page learns of it.
  await expect(visitor.getByRole('heading', { level: 1 })).not.toHaveText('Morning doubles', { timeout: 20_000 })
})

test('another tab’s changes are not written over unasked @once', async ({ page }) => {
  await becomePerson(page, 'Hope')
  const id = await putUp(page)
  await open(page, `/create/event/${id}`, 'Edit game')
  await openRow(page, 'Title')
  await page.getByLabel('Title', { exact: true }).fill('From this tab')
  const { form, version } = await read<EventFormAnswer>(page, `/${id}/form`)
  const other = await page.request.patch(`/api/events/${id}`, { data: { form: { ...form, capacity: 12 }, version } })
  expect(other.status()).toBe(204)
  await main(page, 'Save changes').click()
  await expect(page.getByText('This game was changed somewhere else meanwhile. What you typed here is still here.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Keep what I typed' }).click()
  await main(page, 'Save changes').click()
  await isUp(page)
  expect(await read<EventDetail>(page, `/${id}`)).toMatchObject({ title: 'From this tab', live: { capacity: 8 } })
})

test('what the server refuses stands at its field: seats that are taken, hours that clocks skip @once', async ({ page }) => {
  await becomePerson(page, 'Hope')
  const id = await putUp(page)
  expect((await page.request.put(`/api/events/${id}/me`, { data: { guests: ['Zoe', 'Max'] } })).ok()).toBe(true)
  await open(page, `/create/event/${id}`, 'Edit game')
  const seats = page.getByRole('textbox', { name: 'Seats' })
  await seats.fill('2')
  await seats.blur()
  await main(page, 'Save changes').click()
  const taken = 'More people have a seat than there would be. Make room first, or leave the seats as they are.'
  await expect(part(page, 'Seats').getByText(taken)).toBeVisible()
  await seats.fill('3')
  await seats.blur()

  const when = part(page, 'When')
  const date = when.getByRole('group', { name: 'Date' })
  // The second Sunday of March, at half past two in the night.
  const year = new Date().getFullYear() + 1
  const sunday = 14 - ((new Date(year, 2, 1).getDay() + 6) % 7)
  await segment(date, 'month').fill('3')
  await segment(date, 'day').fill(String(sunday))
  await segment(date, 'year').fill(String(year))
  const time = when.getByRole('group', { name: 'Starts' })
  await segment(time, 'hour').fill('2')
  await segment(time, 'minute').fill('30')
  await segment(time, 'AM/PM').fill('AM')
  await main(page, 'Save changes').click()
  await expect(when.getByText('Clocks skip this time on that day. Choose another.')).toBeVisible()
  await segment(time, 'hour').fill('9')
  await expect(when.getByText('Clocks skip this time on that day. Choose another.')).toBeHidden()
  await main(page, 'Save changes').click()
  await isUp(page)
  const { form } = await read<EventFormAnswer>(page, `/${id}/form`)
  expect(form).toMatchObject({ capacity: 3, starts: `${year}-03-${String(sunday).padStart(2, '0')}T09:30` })
})

test('a picture goes along with the game, and along with another like it @once', async ({ page }) => {
  await becomePerson(page, 'Hope')
  await open(page)
  await pickPlace(page)
  await openRow(page, 'Picture')
  const shot = await page.screenshot()
  await page.getByLabel('Picture file').setInputFiles({ name: 'court.png', mimeType: 'image/png', buffer: shot })
  await expect(page.getByRole('button', { name: 'Another picture' })).toBeVisible()
  await main(page).click()
  const id = await isUp(page)
  const { pictureUrl } = await read<EventDetail>(page, `/${id}`)
  expect((await page.request.get(pictureUrl ?? '')).headers()['content-type']).toBe('image/webp')
  await open(page, `/create/event?from=${id}`, 'Put up another like it')
  await main(page).click()
  await page.waitForURL((url) => url.pathname.startsWith('/discover/events/') && !url.pathname.endsWith(id))
  const again = await read<EventDetail>(page, `/${await isUp(page)}`)
  expect(again.pictureUrl).toMatch(/^\/files\/photos\//)
  await open(page, `/create/event/${id}`, 'Edit game')
  await openRow(page, 'Picture')
  await page.getByRole('button', { name: 'Show the court' }).click()
  await main(page, 'Save changes').click()
  await isUp(page)
  expect((await read<EventDetail>(page, `/${id}`)).pictureUrl).toBe(null)
})

test('a game of someone else is not there to be edited @once', async ({ page }) => {
  await becomePerson(page, 'Hope')
  await page.goto('/create/event/no-such-game')
  await expect(page.getByText('This is not yours to change')).toBeVisible()
})
