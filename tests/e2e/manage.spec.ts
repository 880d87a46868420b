import { readFileSync } from 'node:fs'
import path from 'node:path'
import { type Browser, expect, type Page } from '@playwright/test'
import { writeTicket } from '../../domain/events/ticket.ts'
import { cacheDir } from '../../scripts/environment.ts'
import { inDays } from '../setup/a-game.ts'
import { browserWithFilm, writeFilm } from './fake-camera.ts'
import { expectAccessible, test } from './fixtures.ts'
import { putUpGame } from './games.ts'
import { becomePerson, expectNoSideways, openOther } from './people.ts'

const film = path.join(cacheDir, 'browser-tests', 'tickets.y4m')

test.use({
  launchOptions: await browserWithFilm(film),
  allowedErrors: /status of (403|404|409)|ERR_INTERNET_DISCONNECTED|Failed to fetch|You seem to be offline/,
})

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' })
const tab = (page: Page, name: RegExp) => page.getByRole('tab', { name })
const tick = (page: Page, name: string) => button(page, `${name} is here`)
/** A table on a desktop, a list on a phone. */
const lineOf = (page: Page, name: string) =>
  page.getByRole('main').getByRole('row').or(page.getByRole('main').getByRole('listitem')).filter({ hasText: name })
const manage = (id: string) => `/discover/events/${id}/manage`

type Guest = { page: Page; name: string; join: (id: string, how?: object) => Promise<string> }

/** Someone in a browser of their own. */
async function invite(browser: Browser, name: string): Promise<Guest> {
  const page = await openOther(browser)
  await becomePerson(page, name)
  return {
    page,
    name,
    join: async (id, how = {}) => {
      const joined = await page.request.put(`/api/events/${id}/me`, { data: how })
      expect(joined.status(), await joined.text()).toBe(200)
      return ((await joined.json()) as { id: string }).id
    },
  }
}

async function expectNotice({ page }: Guest, words: RegExp): Promise<void> {
  await expect
    .poll(async () => JSON.stringify(await (await page.request.get('/api/notifications')).json()), { timeout: 20_000 })
    .toMatch(words)
}

async function expectAccessibleInBothThemes(page: Page): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page)
  }
}

const leaveAll = (guests: readonly Guest[]) => Promise.all(guests.map(({ page }) => page.context().close()))

test('who asked is let in, several at once, and a message reaches all of them @phone', async ({ page, browser }) => {
  test.slow()
  await becomePerson(page, 'Hana Host')
  const id = await putUpGame(page.request, {
    title: 'Ladder night',
    needsApproval: true,
    questions: [{ id: 'q1', text: 'Since when?', isRequired: false }],
  })
  await page.goto(manage(id))
  await expect(page.getByRole('heading', { level: 1, name: 'Ladder night' })).toBeVisible()
  await expect(page).toHaveTitle('Manage Ladder night · Gather')
  await expect(page.getByText('Nobody has joined yet')).toBeVisible()
  await expectAccessibleInBothThemes(page)

  const guests = [await invite(browser, 'Ana Ask'), await invite(browser, 'Bo Ask'), await invite(browser, 'Cy Ask')] as const
  for (const guest of guests) await guest.join(id, { answers: { q1: `I am ${guest.name}` } })
  // Who comes and goes shows by itself.
  await expect(tab(page, /Asked 3/)).toBeVisible({ timeout: 25_000 })
  await tab(page, /Asked/).click()
  await expect(lineOf(page, 'Bo Ask')).toContainText('I am Bo Ask')
  await expectAccessibleInBothThemes(page)
  await page.getByRole('checkbox', { name: 'Choose Ana Ask' }).check()
  await page.getByRole('checkbox', { name: 'Choose Bo Ask' }).check()
  await button(page, 'Approve 2').click()
  await expect(tab(page, /Going 2/)).toBeVisible()
  await expect(page.getByText('2 people approved, and told.')).toBeVisible()
  await button(page, 'Turn down Cy Ask').click()
  await expect(page.getByText('Nobody waits for an answer')).toBeVisible()
  await expectNotice(guests[0], /You are in: Ladder night/)
  await expectNotice(guests[2], /Ladder night has no place for you this time/)

  await tab(page, /Messages/).click()
  const words = page.getByRole('textbox', { name: 'Message to all' })
  await button(page, 'Send to all').click()
  await expect(page.getByText('Write something first.')).toBeVisible()
  await words.fill('The gate code is 4711.')
  // What is written survives a reload, and is sent once.
  await page.reload()
  await expect(words).toHaveValue('The gate code is 4711.')
  await expect(page.getByText('Goes to 2 people: all who come, wait or asked.')).toBeVisible()
  await button(page, 'Send to all').click()
  await expect(page.getByRole('region', { name: 'Sent' }).getByText('The gate code is 4711.')).toBeVisible()
  await expect(words).toHaveValue('')
  await expectNotice(guests[1], /The gate code is 4711\./)
  await expectAccessibleInBothThemes(page)
  await expectNoSideways(page)

  // Whoever is no host sees nothing of it.
  await guests[0].page.goto(manage(id))
  await expect(guests[0].page.getByRole('heading', { name: 'This is not your game to run' })).toBeVisible()
  await guests[0].page.goto(`/games/nobody/manage`)
  await expect(guests[0].page.getByText('Maybe try another page, please?')).toBeVisible()
})

test('people are moved, seated, added and taken out, and hear when the game is off @once', async ({ page, browser }) => {
  test.slow()
  await becomePerson(page, 'Hana Host')
  const slots = [
    { id: 'c1', name: 'Court 1', capacity: 2 },
    { id: 'c2', name: 'Court 2', capacity: 2 },
  ]
  const id = await putUpGame(page.request, { title: 'Two courts', slots })
  const guests = [await invite(browser, 'Ana Seat'), await invite(browser, 'Bo Pair'), await invite(browser, 'Cy Next')] as const
  await guests[0].join(id, { slotId: 'c1' })
  // Two seats for Bo's pair are not free on this court, so the one behind them waits too.
  await guests[1].join(id, { slotId: 'c1', guests: ['Max'], orWait: true })
  await guests[2].join(id, { slotId: 'c1', orWait: true })
  await page.goto(manage(id))
  await tab(page, /Waitlist 2/).click()
  await expect(lineOf(page, 'Bo Pair')).toContainText('No room for all 2 of them now.')
  await expectAccessibleInBothThemes(page)
  await lineOf(page, 'Cy Next').getByRole('button', { name: 'Give them a seat' }).click()
  await expect(tab(page, /Waitlist 1/)).toBeVisible()
  await expectNotice(guests[2], /You are in: Two courts/)

  await tab(page, /Going/).click()
  await button(page, 'More for Cy Next').click()
  await page.getByRole('menuitem', { name: 'Move to another slot' }).click()
  await page.getByRole('radio', { name: /Court 2/ }).check()
  await expectAccessible(page)
  await button(page, 'Move').click()
  await expect(lineOf(page, 'Cy Next')).toContainText('Court 2')

  await button(page, 'Add someone').click()
  await button(page, 'Add').click()
  await expect(page.getByText('Who is it? A first name will do.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('=Gus, from work')
  await page.getByRole('radio', { name: /Court 2/ }).check()
  await button(page, 'Add').click()
  await expect(lineOf(page, '=Gus, from work')).toContainText('no account')

  const downloading = page.waitForEvent('download')
  await button(page, 'More for this game').click()
  await page.getByRole('menuitem', { name: 'Download as a table' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^two-courts-\d{4}-\d\d-\d\d\.csv$/)
  const table = readFileSync(await download.path(), 'utf8')
  expect(table).toMatch(/^\uFEFFName,Status,Slot,/)
  expect(table).toContain(`"'=Gus, from work",Going,Court 2,1,`)
  await button(page, 'More for this game').click()
  await page.getByRole('menuitem', { name: 'Print the list' }).click()
  await expect(button(page, 'Print')).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { level: 2, name: 'Court 2' })).toBeVisible()
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(button(page, 'Print')).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Back' }).click()

  await button(page, 'More for =Gus, from work').click()
  await page.getByRole('menuitem', { name: 'Take out' }).click()
  await button(page, 'Take out').click()
  await expect(tab(page, /Going 2/)).toBeVisible()
  await page.getByText('No longer coming (1)').click()
  await expect(page.getByText(/taken out, joined/)).toBeVisible()

  await button(page, 'More for this game').click()
  await page.getByRole('menuitem', { name: 'Cancel the game' }).click()
  await expect(page.getByText('3 people are told at once.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Why?' }).fill('The courts are flooded.')
  await expectAccessibleInBothThemes(page)
  await page.reload()
  await button(page, 'More for this game').click()
  await page.getByRole('menuitem', { name: 'Cancel the game' }).click()
  await expect(page.getByRole('textbox', { name: 'Why?' })).toHaveValue('The courts are flooded.')
  await button(page, 'Cancel the game').click()
  await expect(page.getByText('Cancelled', { exact: true })).toBeVisible()
  await expect(page.getByRole('main').getByText('The courts are flooded.')).toBeVisible()
  await expect(button(page, 'Check in')).toHaveCount(0)
  for (const guest of guests) await expectNotice(guest, /Two courts was cancelled.*The courts are flooded\./)
})

test('after the game a host says who came and who did not', async ({ page, browser }) => {
  await becomePerson(page, 'Hana Host')
  const id = await putUpGame(page.request, { title: 'Over and done' })
  const guests = [await invite(browser, 'Ana Came'), await invite(browser, 'Bo Gone'), await invite(browser, 'Cy Gone')] as const
  await guests[0].join(id, { guests: ['Zoe'] })
  await guests[1].join(id)
  await guests[2].join(id)
  await leaveAll(guests)
  // The game ends at two in Austin: by this page's clock it is over.
  await page.clock.setFixedTime(new Date(`${inDays(4, '02:00')}Z`))
  await page.goto(manage(id))
  await expect(tab(page, /Attendance/)).toHaveAttribute('aria-selected', 'true')
  const row = (name: string) => page.getByRole('listitem').filter({ hasText: name })
  await row('Ana Came').getByRole('button', { name: 'Came' }).click()
  await expect(page.getByText('2 of 4 seats came')).toBeVisible()
  await row('Ana Came').getByRole('button', { name: 'One fewer' }).click()
  await expect(page.getByText('1 of 4 seats came')).toBeVisible()
  await row('Bo Gone').getByRole('button', { name: 'No-show' }).click()
  await expect(page.getByText('1 no-show, 1 not said')).toBeVisible()
  await button(page, 'Mark the others as no-shows').click()
  await expect(page.getByRole('alertdialog')).toContainText('Cy Gone')
  await button(page, 'Mark as no-shows').click()
  await expect(page.getByText('2 no-shows')).toBeVisible()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expectAccessibleInBothThemes(page)
  await expect
    .poll(async () => {
      const { joiners } = await (await page.request.get(`/api/events/${id}/manage`)).json()
      return joiners.map(({ arrived, isNoShow }: { arrived: number; isNoShow: boolean }) => [arrived, isNoShow])
    })
    .toEqual([
      [1, false],
      [0, true],
      [0, true],
    ])
  await page.reload()
  await expect(row('Cy Gone').getByRole('button', { name: 'No-show' })).toHaveAttribute('aria-pressed', 'true')
  await expectNoSideways(page)
})

test('tickets are read at a gate without a network, and sent when there is one', async ({ page, browser, context }) => {
  test.setTimeout(180_000)
  await becomePerson(page, 'Hana Host')
  const [id, otherId] = [await putUpGame(page.request, { title: 'At the gate' }), await putUpGame(page.request, { title: 'Another game' })]
  const guests = [await invite(browser, 'Maya Rivera'), await invite(browser, 'Bo Tick')] as const
  const maya = await guests[0].join(id, { guests: ['Zoe', 'Max'] })
  await guests[1].join(id)
  const other = await guests[1].join(otherId)
  await leaveAll(guests)
  const wall = { code: null, seconds: 3 }
  writeFilm(film, [
    wall,
    { code: writeTicket({ eventId: id, joinerId: maya }), seconds: 4 },
    wall,
    { code: writeTicket({ eventId: otherId, joinerId: other }), seconds: 4 },
    wall,
    { code: 'WIFI:S:Clubhouse;;', seconds: 4 },
  ])
  await page.goto(manage(id))
  await expect(tick(page, 'Bo Tick')).toBeVisible()
  // Kept for a place without a network: the screens by the service worker, the list a second after it was seen.
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null, undefined, { timeout: 40_000 })
  await page.waitForTimeout(1500)

  await context.setOffline(true)
  await button(page, 'Check in').click()
  const gate = page.getByRole('dialog', { name: 'Check in' })
  const verdict = (words: string) => expect(gate.getByText(words)).toBeVisible({ timeout: 40_000 })
  await verdict('Maya Rivera, and 2 guests')
  await expect(gate.getByText('3 of 4 in', { exact: true })).toBeVisible()
  await expect(gate.getByText('Waiting to be sent (1)')).toBeVisible()
  await gate.getByRole('button', { name: 'One fewer' }).click()
  await expect(gate.getByText('2 of 4 in', { exact: true })).toBeVisible()
  await verdict('This ticket is for another game.')
  await verdict('This is not a ticket.')
  await verdict('Maya Rivera is in already, since')
  await expectAccessibleInBothThemes(page)
  await gate.getByRole('button', { name: 'Done' }).click()
  await tick(page, 'Bo Tick').click()
  await expect(page.getByText('Waiting to be sent (2)').filter({ visible: true })).toBeVisible()
  await expectNoSideways(page)
  await expectAccessibleInBothThemes(page)

  // A reload without a network loses nothing.
  await page.reload()
  await expect(tick(page, 'Maya Rivera')).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByText('Waiting to be sent (2)').filter({ visible: true })).toBeVisible()
  await expect(page.getByText(/The list is as of/)).toBeVisible()

  await context.setOffline(false)
  // The words go as soon as there is a network; what they told of is on its way then.
  const arrivals = async (): Promise<[string, number][]> => {
    const { joiners } = await (await page.request.get(`/api/events/${id}/manage`)).json()
    return joiners.map(({ name, arrived }: { name: string; arrived: number }) => [name, arrived])
  }
  await expect.poll(arrivals, { timeout: 20_000 }).toEqual([
    ['Maya Rivera', 2],
    ['Bo Tick', 1],
  ])
  await expect(page.getByText(/Waiting to be sent/).filter({ visible: true })).toHaveCount(0)
  await expect(tick(page, 'Maya Rivera')).toHaveAttribute('aria-pressed', 'true')

  // Said again in a place without a network, in a tab that is closed: the next visit sends it, from any page.
  await context.setOffline(true)
  await tick(page, 'Bo Tick').click()
  await expect(page.getByText('Waiting to be sent (1)').filter({ visible: true })).toBeVisible()
  await page.close()
  await context.setOffline(false)
  const later = await context.newPage()
  await later.goto('/home')
  await expect
    .poll(async () => (await (await later.request.get(`/api/events/${id}/manage`)).json()).joiners[1].arrived, { timeout: 20_000 })
    .toBe(0)
})

test('what was said at the gate is sent before its host is logged out @once', async ({ page, browser }) => {
  await becomePerson(page, 'Hana Host')
  const id = await putUpGame(page.request, { title: 'At the gate' })
  const guest = await invite(browser, 'Bo Tick')
  await guest.join(id)
  await leaveAll([guest])
  await page.goto(manage(id))
  await page.route('**/check-ins', (route) => route.abort('internetdisconnected'))
  await tick(page, 'Bo Tick').click()
  await expect(page.getByText('Waiting to be sent (1)').filter({ visible: true })).toBeVisible()
  await page.unroute('**/check-ins')
  const sent = page.waitForResponse('**/check-ins')
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('button', { name: 'Log out' }).click()
  expect((await sent).status()).toBe(200)
  await expect(page).toHaveURL(/\/login\?logout=true$/)
})
