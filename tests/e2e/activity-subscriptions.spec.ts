import { expect, type Page } from '@playwright/test'
import { expectAccessible, test } from './fixtures.ts'
import { holdBack } from './hold-back.ts'
import { listMails } from './mailbox.ts'
import { sumOf, watchShifts } from './watch-shifts.ts'

const tab = '/settings?tab=activities-subscription'

/** Each test is a person of its own: tests share one database. */
async function signIn(page: Page, name: string): Promise<string> {
  const id = `subs-${name}-${test.info().project.name}`
  const viewer = { id, name: 'Robin', emailVerified: true, profileComplete: true }
  expect((await page.request.put('/api/_local/session', { data: { viewer } })).ok()).toBe(true)
  return `${id}@local.test`
}

const city = (page: Page) => page.getByRole('combobox', { name: 'City' })
const map = (page: Page) => page.getByRole('application', { name: 'Map' })
const pin = (page: Page) => page.getByRole('button', { name: 'Pin', exact: true })
const miles = (page: Page) => page.getByRole('spinbutton', { name: 'Radius' })
const save = (page: Page, name: 'Subscribe' | 'Save changes' = 'Subscribe') => page.getByRole('button', { name })
const listHeading = (page: Page) => page.getByRole('heading', { level: 2, name: 'Games you want to hear of' })
const mapIsDrawn = (page: Page) => expect(page.getByRole('button', { name: 'Zoom in' })).toBeVisible()

async function pickCity(page: Page, typed: string, option: string) {
  await city(page).fill(typed)
  await expect(page.getByRole('option', { name: option, exact: true })).toBeVisible()
  await city(page).press('ArrowDown')
  await city(page).press('Enter')
}

async function pickActivity(page: Page, name: string) {
  await page.getByRole('searchbox', { name: 'Search activities' }).fill(name)
  await page.getByRole('button', { name, exact: true }).click()
  await page.getByRole('searchbox', { name: 'Search activities' }).fill('')
}

async function addAustin(page: Page, activity = 'Pickleball') {
  await page.goto(`${tab}&subscription=new`)
  await pickCity(page, 'austin, t', 'Austin Texas')
  await pickActivity(page, activity)
  await save(page).click()
  await expect(listHeading(page)).toBeVisible()
}

test('a city and an activity make a subscription; it is read back, widened, and confirmed by mail', async ({ page, sandboxUrl }) => {
  const email = await signIn(page, 'adds')
  await page.goto(tab)
  await expect(page.getByText('Never miss a game near you')).toBeVisible()
  await page.getByRole('button', { name: 'Add a subscription' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'New subscription' })).toBeFocused()
  await expect(save(page)).toBeDisabled()
  await expect(page.getByText('Still needed: a place and an activity.')).toBeVisible()
  await expect(miles(page)).toHaveValue('15')
  await expect(page.getByRole('button', { name: 'Other', exact: true })).toHaveCount(0)
  await city(page).fill('northside')
  await expect(page.getByRole('option', { name: /^Northside Courts .*Austin, TX$/ })).toBeVisible()
  await pickCity(page, 'austin, t', 'Austin Texas')
  await mapIsDrawn(page)
  await expect(pin(page)).toBeVisible()
  await pickActivity(page, 'Pickleball')
  await pickActivity(page, 'Sand Volleyball')
  await save(page).click()
  await expect(listHeading(page)).toBeFocused()
  await page.reload()
  await expect(page.getByText('Pickleball and Sand Volleyball')).toBeVisible()
  await expect(page.getByText('within 15 miles of Austin, TX')).toBeVisible()

  await page.getByRole('button', { name: 'Edit Pickleball and Sand Volleyball' }).click()
  await expect(city(page)).toHaveValue('Austin, TX')
  await miles(page).fill('51')
  await miles(page).blur()
  await expect(page.getByText('The radius is a whole number of miles, 1 to 50.')).toBeVisible()
  await expect(save(page, 'Save changes')).toBeDisabled()
  await page.getByRole('slider').fill('24')
  await page.getByRole('slider').press('ArrowRight')
  await expect(miles(page)).toHaveValue('25')
  await save(page, 'Save changes').click()
  await expect(listHeading(page)).toBeVisible()
  await page.reload()
  await expect(page.getByText('within 25 miles of Austin, TX')).toBeVisible()

  await expect
    .poll(async () => (await listMails(page.request, sandboxUrl, email)).map(({ subject }) => subject))
    .toEqual(['You will hear about Pickleball and Sand Volleyball near Austin, TX'])
})

test('the pin is put and moved with the keyboard alone, and by pressing the map', async ({ page, isMobile }) => {
  await signIn(page, 'pins')
  await page.goto(`${tab}&subscription=new`)
  // Where towns lie close together, a short way leads from one to the next.
  await pickCity(page, 'austin, t', 'Austin Texas')
  await mapIsDrawn(page)
  await expect(pin(page)).toBeVisible()
  await map(page).focus()
  await map(page).press('ArrowUp')
  await page.getByRole('button', { name: 'Put the pin in the middle' }).press('Enter')
  await expect(city(page)).toHaveValue(/^Near .+, [A-Z]{2}$/)
  const first = await city(page).inputValue()
  await pin(page).focus()
  // On until another town is nearer: where the middle was decides how far that is.
  await expect(async () => {
    await pin(page).press('Shift+ArrowLeft')
    await expect(city(page)).not.toHaveValue(first, { timeout: 1500 })
  }).toPass({ timeout: 20_000 })
  await expect(city(page)).toHaveValue(/^Near .+, [A-Z]{2}$/)
  await expect(pin(page)).toBeFocused()

  const moved = await city(page).inputValue()
  await map(page).scrollIntoViewIfNeeded()
  const box = (await map(page).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const [x, y] = [box.x + box.width * 0.15, box.y + box.height * 0.8]
  if (isMobile) await page.touchscreen.tap(x, y)
  else await page.mouse.click(x, y)
  await expect.poll(async () => (await city(page).inputValue()) !== moved && /^Near /.test(await city(page).inputValue())).toBe(true)
  await pickActivity(page, 'Tennis')
  const chosen = (await city(page).inputValue()).replace('Near ', '')
  await save(page).click()
  await expect(listHeading(page)).toBeVisible()
  await page.reload()
  await expect(page.getByText(`within 15 miles of ${chosen}`)).toBeVisible()
})

test('a temporary one begins today; switched off again it has no dates @once', async ({ page }) => {
  await signIn(page, 'temporary')
  await addAustin(page)
  await page.getByRole('button', { name: 'Edit Pickleball' }).click()
  const toggle = page.getByRole('switch', { name: /Temporary subscription/ })
  const dates = page.getByRole('group', { name: 'Dates' })
  await expect(page.getByText('Alerts stop after the end date.')).toBeVisible()
  await toggle.check()
  const today = new Date().toLocaleDateString('en-US', { timeZone: 'America/Chicago', month: '2-digit', day: '2-digit', year: 'numeric' })
  // Screen readers are helped by marks that turn nothing, between the parts of a date.
  const shown = async () => ((await dates.textContent()) ?? '').replace(/[\u2066-\u2069\u200e]/g, '')
  await expect.poll(shown).toBe(`${today}–mm/dd/yyyy`)
  const end = page.getByRole('group', { name: 'Ends' }).getByRole('spinbutton')
  await end.first().click()
  await page.keyboard.type('12312020')
  await expect(page.getByText('The end is before the start.')).toBeVisible()
  await expect(save(page, 'Save changes')).toBeDisabled()
  await end.last().click()
  await page.keyboard.type('2099')
  await expect(page.getByText('The end is before the start.')).toBeHidden()
  await save(page, 'Save changes').click()
  await expect(listHeading(page)).toBeVisible()
  await page.reload()
  await expect(page.getByText('Temporary', { exact: true })).toBeVisible()
  await expect(page.getByText(/– Dec 31, 2099/)).toBeVisible()

  await page.getByRole('button', { name: 'Edit Pickleball' }).click()
  await expect.poll(shown).toContain('12/31/2099')
  await toggle.uncheck()
  await expect.poll(shown).toBe('mm/dd/yyyy–mm/dd/yyyy')
  await save(page, 'Save changes').click()
  await expect(listHeading(page)).toBeVisible()
  await page.reload()
  await expect(page.getByText('within 15 miles')).toBeVisible()
  await expect(page.getByText('Temporary', { exact: true })).toHaveCount(0)
})

test('deleting asks first, and leaves one where one can go on @once', async ({ page }) => {
  await signIn(page, 'deletes')
  await addAustin(page)
  await page.getByRole('button', { name: 'Delete Pickleball' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Delete this subscription?' })
  await expect(dialog).toContainText('You will no longer hear of Pickleball within 15 miles of Austin, TX.')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('button', { name: 'Delete Pickleball' })).toBeFocused()
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByText('Never miss a game near you')).toBeVisible()
  await expect(listHeading(page)).toBeFocused()
  await page.reload()
  await expect(page.getByText('Never miss a game near you')).toBeVisible()
})

test('what was filled in survives a reload, and Back leads to the list @once', async ({ page }) => {
  await signIn(page, 'drafts')
  await page.goto(tab)
  await page.getByRole('button', { name: 'Add a subscription' }).click()
  await pickCity(page, 'boise', 'Boise Idaho')
  await pickActivity(page, 'Yoga')
  await miles(page).fill('7')
  await page.reload()
  await expect(page.getByText('We kept what you wrote last time.')).toBeVisible()
  await expect(city(page)).toHaveValue('Boise, ID')
  await expect(miles(page)).toHaveValue('7')
  await expect(page.getByRole('button', { name: 'Yoga' })).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: 'Start anew' }).click()
  await expect(city(page)).toHaveValue('')
  await expect(save(page)).toBeDisabled()
  await page.goBack()
  await expect(listHeading(page)).toBeVisible()
})

test.describe('with a second tab', () => {
  test.use({ allowedErrors: /409/ })

  test('the later save is told, and nothing is lost @once', async ({ page, context }) => {
    await signIn(page, 'tabs')
    await addAustin(page)
    await page.getByRole('button', { name: 'Edit Pickleball' }).click()
    await expect(miles(page)).toHaveValue('15')
    const other = await context.newPage()
    await other.goto(tab)
    await other.getByRole('button', { name: 'Edit Pickleball' }).click()
    await miles(other).fill('40')
    await save(other, 'Save changes').click()
    await expect(listHeading(other)).toBeVisible()

    await miles(page).fill('5')
    await save(page, 'Save changes').click()
    await expect(page.getByText('This was changed somewhere else meanwhile.')).toBeVisible()
    await expect(miles(page)).toHaveValue('5')
    await save(page, 'Save changes').click()
    await expect(page.getByText('within 5 miles of Austin, TX')).toBeVisible()
  })
})

test.describe('without the map', () => {
  test.use({ allowedErrors: /ERR_FAILED|states-10m/ })

  test('the form works, and the map can be asked for again @once', async ({ page }) => {
    await signIn(page, 'mapless')
    await page.route('**/assets/states-10m*', (route) => route.abort())
    await page.goto(`${tab}&subscription=new`)
    await expect(page.getByText('The map could not be loaded')).toBeVisible()
    await pickCity(page, 'austin, t', 'Austin Texas')
    await page.unroute('**/assets/states-10m*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await mapIsDrawn(page)
    await expect(pin(page)).toBeVisible()
    await pickActivity(page, 'Chess')
    await save(page).click()
    await expect(page.getByText('within 15 miles of Austin, TX')).toBeVisible()
  })
})

for (const theme of ['light', 'dark'] as const) {
  test(`everyone can use it, and nothing jumps while the map comes (${theme})`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: theme })
    await signIn(page, `sees-${theme}`)
    await addAustin(page)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Edit Pickleball' }).click()
    await mapIsDrawn(page)
    const shifts = await watchShifts(page)
    const release = await holdBack(page, '**/assets/draw-map-*')
    await page.reload()
    await expect(page.getByRole('group', { name: 'Dates' })).toBeVisible()
    await expect(city(page)).toHaveValue('Austin, TX')
    const before = await shifts()
    release()
    await mapIsDrawn(page)
    await expect(pin(page)).toBeVisible()
    await expectAccessible(page)
    const after = await shifts()
    expect(after.slice(before.length)).toEqual([])
    expect(sumOf(after)).toBeLessThan(0.1)
  })
}
