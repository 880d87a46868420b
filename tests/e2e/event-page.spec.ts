import { expect, type Page } from '@playwright/test'
import { demoPassword } from '../../domain/demo-accounts.ts'
import { aWeekly } from '../setup/a-game.ts'
import { expectAccessible, test } from './fixtures.ts'
import { enterAs, joinGame, putUpGame, sunriseOpenPlay, whereItIsDay } from './games.ts'
import { findMail, linkIn } from './mailbox.ts'
import { becomePerson, expectNoSideways, openOther } from './people.ts'
import { logIn } from './sign-in.ts'
import { sumOf, watchShifts } from './watch-shifts.ts'

/** The one action: on a phone it is in the bar, elsewhere in the card. */
const action = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).and(page.locator(':visible'))
const main = (page: Page) => page.getByRole('main')
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

test('a stranger sees the game, logs in on the way to its seat, and nothing moves while the map loads', async ({ page, browser }) => {
  test.slow()
  const host = await enterAs(browser, 'Dana Alvarez')
  const id = await putUpGame(host.request, sunriseOpenPlay)
  await joinGame((await enterAs(browser, 'Priya Raman')).request, id)
  const shifts = await watchShifts(page)
  // Words stand where they are also when the font comes after them.
  await page.route('**/*.woff2', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1500))
    await route.continue()
  })
  await page.goto(`/share/event/${id}`)
  await expect(page).toHaveURL(`/evt/${id}`)
  await expect(page).toHaveTitle('Saturday sunrise open play · Gather')
  await expect(heading(page, 'Saturday sunrise open play')).toBeVisible()
  await expect.poll(() => page.evaluate(() => document.fonts.check('700 16px Figtree'))).toBe(true)
  await expect(main(page).getByText('Hosted by Dana Alvarez')).toBeVisible()
  await expect(main(page).getByText(/^Pickleball · Level 3\.0 to 3\.5 · Open to everyone$/)).toBeVisible()
  // Who comes is for people who are signed in.
  await expect(page.getByRole('heading', { name: 'Who is going 1 of 12' })).toBeVisible()
  await expect(page.getByText('to see who comes')).toBeVisible()
  await expect(page.getByText('Priya Raman')).toHaveCount(0)
  await page.getByRole('heading', { name: 'Where' }).scrollIntoViewIfNeeded()
  await expect(page.getByRole('button', { name: 'Zoom in' })).toBeVisible()
  expect(sumOf(await shifts())).toBeLessThan(0.02)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page)
  }
  await expectNoSideways(page)

  await page.getByRole('link', { name: 'Join', exact: true }).and(page.locator(':visible')).click()
  await expect(page).toHaveURL(`/login?next=${encodeURIComponent(`/evt/${id}`)}`)
  await logIn(page, 'player@demo.test', demoPassword)
  await expect(page).toHaveURL(`/evt/${id}`)
  await expect(action(page, 'Join')).toBeVisible()
})

test('one press joins; the ticket, guests and the way out are there; an open page follows without a reload', async ({ page, browser }) => {
  test.slow()
  const host = await enterAs(browser, 'Dana Alvarez')
  const id = await putUpGame(host.request, sunriseOpenPlay)
  await becomePerson(page, 'Maya Rivera')
  const watcher = await host.context.newPage()
  await watcher.goto(`/discover/games/${id}`)
  await expect(watcher.getByRole('heading', { name: 'Who is going 0 of 12' })).toBeVisible()

  await page.goto(`/discover/events/${id}`)
  await action(page, 'Join').click()
  await expect(action(page, 'Show my ticket')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Who is going 1 of 12' })).toBeVisible()
  await expect(
    main(page).getByRole('img', { name: '1 of 12 seats taken, one is yours' }).and(page.locator(':visible')).first(),
  ).toBeVisible()
  // The other page is told while it is looked at.
  await expect(watcher.getByRole('heading', { name: 'Who is going 1 of 12' })).toBeVisible({ timeout: 20_000 })
  await expect(watcher.getByText('Maya Rivera.')).toBeVisible()

  await action(page, 'Show my ticket').click()
  const ticket = page.getByRole('dialog', { name: 'Your ticket' })
  await expect(ticket.getByRole('img', { name: 'Ticket for Saturday sunrise open play' })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Change guests' }).click()
  const change = page.getByRole('dialog', { name: 'Change my seat' })
  await change.getByRole('button', { name: 'Bring a guest' }).click()
  await change.getByLabel('Guest 1', { exact: true }).fill('Aunt Vera')
  await expectAccessible(page)
  await change.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('With Aunt Vera')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Who is going 2 of 12' })).toBeVisible()

  const calendar = await page.request.get(`/api/events/${id}/calendar.ics`)
  expect(await calendar.text()).toContain('SUMMARY:Saturday sunrise open play')

  await page.getByRole('button', { name: 'Leave', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click()
  await expect(action(page, 'Join')).toBeVisible()
  await expect(watcher.getByRole('heading', { name: 'Who is going 0 of 12' })).toBeVisible({ timeout: 20_000 })
  await watcher.goto('about:blank')
})

test('in line one knows one’s place, is offered the seat by mail, and takes it without signing in @phone', async ({
  page,
  browser,
  request,
  sandboxUrl,
}) => {
  test.slow()
  const host = await enterAs(browser, 'Dana Alvarez')
  const id = await putUpGame(host.request, { ...sunriseOpenPlay, capacity: 1, where: whereItIsDay() })
  const first = await enterAs(browser, 'First In')
  await joinGame(first.request, id)
  const me = await becomePerson(page, 'Maya Rivera')
  await page.goto(`/evt/${id}`)
  await action(page, 'Join the waitlist').click()
  await expect(page.getByText('You are 1st in line', { exact: true }).first()).toBeVisible()
  await expect(action(page, 'Leave the line')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Add to calendar' })).toHaveCount(0)
  await expectAccessible(page)
  // What the hosts say is told to who waits too, and stands where that leads.
  const word = { text: 'Bring a warm jacket.', idempotencyKey: `word-${Date.now()}` }
  expect((await host.request.post(`/api/events/${id}/updates`, { data: word })).status()).toBe(201)
  await page.reload()
  await expect(page.getByText('Bring a warm jacket.')).toBeVisible()
  const other = await enterAs(browser, 'Second In Line')
  await joinGame(other.request, id, { orWait: true })

  expect((await first.request.delete(`/api/events/${id}/me`)).status()).toBe(204)
  // The open page hears of it; so does the mailbox.
  await expect(page.getByText('A seat is held for you', { exact: true }).and(page.locator(':visible')).first()).toBeVisible({
    timeout: 20_000,
  })
  await expect(page.getByRole('timer')).toContainText('left')
  const link = linkIn(await findMail(request, sandboxUrl, me.email, /A seat is free: Saturday sunrise open play/))
  // Whoever scans mails opens everything, and answers nothing.
  const scanner = await browser.newContext()
  expect((await scanner.request.get(link)).status()).toBe(200)
  const mail = await scanner.newPage()
  await mail.goto(link)
  await expect(heading(mail, 'A seat is free for you')).toBeVisible()
  await expectAccessible(mail)
  await expect(action(page, 'Take it')).toBeVisible()
  await mail.getByRole('button', { name: 'Take it' }).click()
  await expect(heading(mail, 'You are in')).toBeVisible()
  await mail.reload()
  await expect(heading(mail, 'You are in')).toBeVisible()
  await expect(action(page, 'Show my ticket')).toBeVisible({ timeout: 20_000 })

  // The next one lets it go by the link, and is thanked.
  expect((await page.request.delete(`/api/events/${id}/me`)).status()).toBe(204)
  const next = linkIn(await findMail(request, sandboxUrl, `${other.id}@local.test`, /A seat is free/))
  await mail.goto(next)
  await mail.getByRole('button', { name: 'Let it go' }).click()
  await expect(heading(mail, 'Thank you for saying so')).toBeVisible()
  await mail.reload()
  await expect(heading(mail, 'This offer is over')).toBeVisible()
  await expectAccessible(mail)
})

test.describe('without a network', () => {
  test.use({ allowedErrors: /ERR_INTERNET_DISCONNECTED|Failed to fetch|You seem to be offline/ })

  test('a game that was seen is there, and so is its ticket', async ({ page, context, browser }) => {
    test.slow()
    const host = await enterAs(browser, 'Dana Alvarez')
    const id = await putUpGame(host.request, sunriseOpenPlay)
    await becomePerson(page, 'Maya Rivera')
    await joinGame(page.request, id)
    await page.goto(`/evt/${id}`)
    await expect(action(page, 'Show my ticket')).toBeVisible()
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null, undefined, { timeout: 35_000 })
    // What was seen is written down a second later.
    await page.waitForTimeout(1300)
    await context.setOffline(true)
    await page.goto(`/evt/${id}`)
    await expect(heading(page, 'Saturday sunrise open play')).toBeVisible()
    await action(page, 'Show my ticket').click()
    await expect(page.getByRole('img', { name: 'Ticket for Saturday sunrise open play' })).toBeVisible()
  })
})

test('who joins is told in private of someone they blocked; a seat is given to someone found by name @once', async ({ page, browser }) => {
  test.slow()
  const host = await enterAs(browser, 'Dana Alvarez')
  const id = await putUpGame(host.request, sunriseOpenPlay)
  const foe = await enterAs(browser, 'Old Foe')
  await joinGame(foe.request, id)
  const heirPage = await openOther(browser)
  const heir = await becomePerson(heirPage, `Heir ${Date.now().toString(36)}`)
  await becomePerson(page, 'Maya Rivera')
  expect((await page.request.post('/api/privacy/blocks', { data: { userIds: [foe.id] } })).ok()).toBe(true)

  await page.goto(`/evt/${id}`)
  await action(page, 'Join').click()
  const dialog = page.getByRole('dialog', { name: 'Join' })
  await expect(dialog.getByRole('note')).toContainText('Someone you blocked is coming')
  await expect(dialog.getByRole('note')).toContainText('Old Foe')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Join', exact: true }).click()
  await expect(action(page, 'Show my ticket')).toBeVisible()
  // The list itself shows neither to the other.
  await expect(main(page).getByText('Old Foe')).toHaveCount(0)

  await page.getByRole('button', { name: 'Give my seat away' }).click()
  const give = page.getByRole('dialog', { name: 'Give my seat away' })
  await give.getByRole('combobox', { name: 'Find by name' }).fill(heir.name)
  await expect(page.getByRole('option', { name: heir.name })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expectAccessible(page)
  await give.getByRole('button', { name: 'Give it to them' }).click()
  await expect(page.getByText(`${heir.name} has your seat now.`)).toBeVisible()
  await expect(action(page, 'Join')).toBeVisible()
  await heirPage.goto(`/evt/${id}`)
  await expect(action(heirPage, 'Show my ticket')).toBeVisible()
})

test.describe('an unknown link', () => {
  test.use({ allowedErrors: /status of 40[04]/ })

  test('of a mail says so kindly, and a game that is not there is the lost page @once', async ({ page }) => {
    await page.goto(`/seat-offer?token=${'x'.repeat(43)}`)
    await expect(heading(page, 'This link is not known')).toBeVisible()
    await page.goto('/seat-offer')
    await expect(heading(page, 'This link is not known')).toBeVisible()
    await page.goto('/evt/no-such-game')
    await expect(heading(page, 'Beans is having a "RUFF" time finding your page.')).toBeVisible()
    await expect(page).toHaveTitle('Page not found · Gather')
  })
})

test.describe('a game that fills up meanwhile', () => {
  test.use({ allowedErrors: /status of 409/ })

  test('asks what it has to ask: slot, question and guests, and keeps what was typed @once', async ({ page, browser }) => {
    const host = await enterAs(browser, 'Dana Alvarez')
    const id = await putUpGame(host.request, {
      ...sunriseOpenPlay,
      title: `${'Indoor soccer with a very long name '.repeat(2)}today`,
      activity: 'soccer',
      slots: [
        { id: 'keeper', name: 'Goalkeeper', capacity: 1 },
        { id: 'field', name: 'Field', capacity: 2 },
      ],
      questions: [{ id: 'ball', text: 'Do you bring a ball?', isRequired: true }],
    })
    await becomePerson(page, 'M'.repeat(25))
    await page.goto(`/evt/${id}`)
    await expectNoSideways(page)
    await page.getByRole('button', { name: 'Bring a guest' }).click()
    const dialog = page.getByRole('dialog', { name: 'Join' })
    await expect(dialog.getByLabel('Guest 1', { exact: true })).toBeVisible()
    await dialog.getByRole('button', { name: 'Join', exact: true }).click()
    await expect(dialog.getByText('Pick one of the slots.')).toBeVisible()
    await expect(dialog.getByText('Please answer this.')).toBeVisible()
    await dialog.getByText('Field').click()
    await dialog.getByLabel('Do you bring a ball?').fill('Yes, two')
    await dialog.getByLabel('Guest 1', { exact: true }).fill('Aunt Vera')
    await expectAccessible(page)
    // Someone else is quicker.
    await joinGame((await enterAs(browser, 'Quick')).request, id, { slotId: 'field', answers: { ball: 'No' } })
    await dialog.getByRole('button', { name: 'Join', exact: true }).click()
    await expect(dialog.getByText('This game is full.')).toBeVisible()
    await expect(dialog.getByText('One seat is left, and you are 2.')).toBeVisible()
    await expect(dialog.getByLabel('Do you bring a ball?')).toHaveValue('Yes, two')
    await dialog.getByRole('button', { name: 'Join the waitlist' }).click()
    await expect(page.getByText('You are 2, and wait together.')).toBeVisible()
    await expectNoSideways(page)
  })
})

test('hosts have the ways to run it; others report, share and invite; a cancelled game says why', async ({ page, browser }) => {
  test.slow()
  const host = await enterAs(browser, 'Dana Alvarez')
  const id = await putUpGame(host.request, sunriseOpenPlay, { repeat: aWeekly(4) })
  const hosting = await host.context.newPage()
  await hosting.goto(`/evt/${id}`)
  const run = hosting.getByRole('navigation', { name: 'Run this game' })
  for (const [name, to] of [
    ['Manage', `/discover/events/${id}/manage`],
    ['Edit', `/create/event/${id}`],
    ['Duplicate', `/create/event?from=${id}`],
  ] as const) {
    await expect(run.getByRole('link', { name })).toHaveAttribute('href', to)
  }
  await expect(hosting.getByRole('heading', { name: /^Every week on \w+day$/ })).toBeVisible()
  await expect(hosting.getByRole('list', { name: 'Other dates' }).getByRole('listitem')).toHaveCount(3)

  const friend = await enterAs(browser, `Friend ${Date.now().toString(36)}`)
  await becomePerson(page, 'Maya Rivera')
  await page.goto(`/evt/${id}`)
  await page.getByRole('button', { name: 'Report' }).click()
  const report = page.getByRole('dialog', { name: 'Report this game' })
  await report.getByRole('button', { name: 'Send' }).click()
  await expect(report.getByText('Say what is wrong.')).toBeVisible()
  await report.getByText('It is not safe').click()
  await expectAccessible(page)
  await report.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('Thank you. A person looks at it.')).toBeVisible()

  await page.getByRole('button', { name: 'Share' }).click()
  const share = page.getByRole('dialog', { name: 'Share' })
  await expect(share.getByRole('img', { name: 'QR code to Saturday sunrise open play' })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')

  await action(page, 'Join').click()
  await expect(action(page, 'Show my ticket')).toBeVisible()
  await page.request.put(`/api/connections/${friend.id}`)
  const invited = await page.request.post(`/api/events/${id}/invites`, { data: { userIds: [friend.id] } })
  expect(await invited.json()).toEqual({ invited: 1 })
  await page.getByRole('button', { name: 'Invite people' }).click()
  const inviting = page.getByRole('dialog', { name: 'Invite people' })
  await expect(inviting.getByRole('heading', { name: 'Players near you' })).toBeVisible()
  await expectAccessible(page)
  const add = inviting.getByRole('button', { name: /^Add / }).first()
  const near = ((await add.textContent()) ?? '').replace('Add ', '')
  await add.click()
  await expect(inviting.getByRole('list', { name: 'Picked' })).toContainText(near)
  await expect(inviting.getByRole('button', { name: 'Invite', exact: true })).toBeEnabled()
  await page.keyboard.press('Escape')

  await host.request.post(`/api/events/${id}/updates`, { data: { text: 'We meet at court 3.', idempotencyKey: `word-${Date.now()}` } })
  await host.request.post(`/api/events/${id}/cancel`, { data: { reason: 'Rain all day.' } })
  await page.reload()
  await expect(page.getByText('This game was cancelled')).toBeVisible()
  await expect(page.getByText('Rain all day.')).toBeVisible()
  await expect(page.getByText('We meet at court 3.')).toBeVisible()
  await expect(action(page, 'Show my ticket')).toHaveCount(0)
  await expectAccessible(page)
})
