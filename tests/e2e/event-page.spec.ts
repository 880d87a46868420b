import { expect, type Page } from '@playwright/test'
import { demoPassword } from '../../domain/demo-accounts.ts'
import { test } from './fixtures.ts'
import { getPlaceInDaytime, joinGame, openContextAs, publishGame, sunriseOpenPlay, waitUntilSavedForOffline } from './games.ts'
import { holdRequests } from './hold-requests.ts'
import { findMail, getLink } from './mailbox.ts'
import { expectNoHorizontalScroll, signInAsNewPerson } from './people.ts'
import { setOffline } from './set-offline.ts'
import { logIn } from './sign-in.ts'
import { sumShifts, watchLayoutShifts } from './watch-layout-shifts.ts'

/** A button for the main action: on a phone it is in the bar, otherwise in the card. */
const visibleButton = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).and(page.locator(':visible'))
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

test('a visitor opens a link to a game, logs in, joins and leaves; another open page updates by itself', {
  tag: '@both',
}, async ({ page, browser }) => {
  const host = await openContextAs(browser, 'Dana Alvarez')
  const id = await publishGame(host.request, sunriseOpenPlay)
  await joinGame((await openContextAs(browser, 'Priya Raman')).request, id)
  const watcher = await host.context.newPage()
  await watcher.goto(`/discover/games/${id}`)
  await expect(watcher.getByRole('heading', { name: 'Who is going 1 of 12' })).toBeVisible()

  const shifts = await watchLayoutShifts(page)
  // The text must not move when the font arrives later.
  const releaseFont = await holdRequests(page, '**/*.woff2')
  await page.goto(`/share/event/${id}`, { waitUntil: 'commit' })
  await expect(page).toHaveURL(`/evt/${id}`)
  await expect(page).toHaveTitle('Saturday sunrise open play · Gather')
  await expect(heading(page, 'Saturday sunrise open play')).toBeVisible()
  releaseFont()
  await expect.poll(() => page.evaluate(() => document.fonts.check('700 16px Figtree'))).toBe(true)
  // Only people who are logged in see who is going.
  await expect(page.getByRole('heading', { name: 'Who is going 1 of 12' })).toBeVisible()
  await expect(page.getByText('Priya Raman')).toHaveCount(0)
  await page.getByRole('heading', { name: 'Where' }).scrollIntoViewIfNeeded()
  await expect(page.getByRole('button', { name: 'Zoom in' })).toBeVisible()
  expect(sumShifts(await shifts())).toBeLessThan(0.02)

  await visibleButton(page, 'Join').click()
  await page.getByRole('dialog', { name: 'Take a seat' }).getByRole('link', { name: 'log in' }).click()
  await expect(page).toHaveURL(`/login?next=${encodeURIComponent(`/evt/${id}?open=join`)}`)
  await logIn(page, 'player@demo.test', demoPassword)
  // They come back to the dialog that joins.
  await page.getByRole('dialog', { name: 'Join' }).getByRole('button', { name: 'Join', exact: true }).click()
  await expect(visibleButton(page, 'Show my ticket')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Who is going 2 of 12' })).toBeVisible()
  await expectNoHorizontalScroll(page)
  // The host's open page updates by itself.
  await expect(watcher.getByText(/Maya Rivera/)).toBeVisible({ timeout: 20_000 })
  await page.getByRole('button', { name: 'Leave', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click()
  await expect(visibleButton(page, 'Join')).toBeVisible()
})

test('a player on the waitlist gets an offer by email and accepts it without logging in, and the next player declines theirs', {
  tag: '@phone',
}, async ({ page, browser, request, sandboxUrl }) => {
  const host = await openContextAs(browser, 'Dana Alvarez')
  const id = await publishGame(host.request, { ...sunriseOpenPlay, capacity: 1, where: getPlaceInDaytime() })
  const seatHolder = await openContextAs(browser, 'First In')
  await joinGame(seatHolder.request, id)
  const me = await signInAsNewPerson(page, 'Maya Rivera')
  await page.goto(`/evt/${id}`)
  await visibleButton(page, 'Join the waitlist').click()
  await expect(page.getByText('You are 1st on the waitlist', { exact: true }).first()).toBeVisible()
  const nextPlayer = await openContextAs(browser, 'Second Player')
  await joinGame(nextPlayer.request, id, { orWait: true })

  expect((await seatHolder.request.delete(`/api/events/${id}/me`)).status()).toBe(200)
  // The open page shows the offer, and an email arrives.
  await expect(page.getByText('A seat is held for you', { exact: true }).and(page.locator(':visible')).first()).toBeVisible({
    timeout: 20_000,
  })
  const link = getLink(await findMail(request, sandboxUrl, me.email, /A seat is free: Saturday sunrise open play/))
  // Email scanners open every link. That must not answer the offer.
  const scanner = await browser.newContext()
  expect((await scanner.request.get(link)).status()).toBe(200)
  const mailPage = await scanner.newPage()
  await mailPage.goto(link)
  await expect(heading(mailPage, 'A seat is free for you')).toBeVisible()
  await expect(visibleButton(page, 'Accept offer')).toBeVisible()
  // Only people in the game may ask whom they could invite, so the page asks before they leave below.
  const familiarPeople = page.waitForResponse(/\/familiar$/)
  await mailPage.getByRole('button', { name: 'Accept offer' }).click()
  await expect(heading(mailPage, 'You are in')).toBeVisible()
  await expect(visibleButton(page, 'Show my ticket')).toBeVisible({ timeout: 20_000 })
  await familiarPeople

  // The seat is free again. The next player declines it by the link.
  expect((await page.request.delete(`/api/events/${id}/me`)).status()).toBe(200)
  const next = getLink(await findMail(request, sandboxUrl, `${nextPlayer.id}@local.test`, /A seat is free/))
  await mailPage.goto(next)
  await mailPage.getByRole('button', { name: 'Decline offer' }).click()
  await expect(heading(mailPage, 'Thank you for letting us know')).toBeVisible()
})

test.describe('offline', () => {
  // The map of a game that was not opened before is not on the device.
  test.use({
    serviceWorkers: 'allow',
    allowedErrors: /ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch|You seem to be offline/,
  })

  test('the next game opens from home with its ticket and its way, though it was never opened before', {
    tag: '@phone',
  }, async ({ page, context, browser }) => {
    const host = await openContextAs(browser, 'Dana Alvarez')
    const id = await publishGame(host.request, sunriseOpenPlay)
    await signInAsNewPerson(page, 'Maya Rivera')
    await joinGame(page.request, id)
    const loaded = page.waitForResponse(`**/api/events/${id}`)
    const ticketCode = page.waitForResponse(/ticket-dialog-.*\.js/)
    await page.goto('/home')
    await loaded
    await ticketCode
    await waitUntilSavedForOffline(page, id)
    await setOffline(context, true)
    await page.goto('/home')
    const next = page.getByRole('main').getByRole('link', { name: /Saturday sunrise open play/ })
    await expect(page.getByRole('main').getByRole('link', { name: 'Directions' })).toBeVisible()
    await next.first().click()
    await expect(heading(page, 'Saturday sunrise open play')).toBeVisible()
    await visibleButton(page, 'Show my ticket').click()
    await expect(page.getByRole('img', { name: 'Ticket for Saturday sunrise open play' })).toBeVisible()
  })

  test('a game that was opened before can be opened again, with its ticket', async ({ page, context, browser }) => {
    const host = await openContextAs(browser, 'Dana Alvarez')
    const id = await publishGame(host.request, sunriseOpenPlay)
    await signInAsNewPerson(page, 'Maya Rivera')
    await joinGame(page.request, id)
    await page.goto(`/evt/${id}`)
    await expect(visibleButton(page, 'Show my ticket')).toBeVisible()
    await waitUntilSavedForOffline(page, id)
    await setOffline(context, true)
    await page.goto(`/evt/${id}`)
    await expect(heading(page, 'Saturday sunrise open play')).toBeVisible()
    await visibleButton(page, 'Show my ticket').click()
    await expect(page.getByRole('img', { name: 'Ticket for Saturday sunrise open play' })).toBeVisible()
  })
})
