import { expect, type Page } from '@playwright/test'
import { demoPassword } from '../../domain/demo-accounts.ts'
import { test } from './fixtures.ts'
import { enterAs, joinGame, putUpGame, sunriseOpenPlay, untilKept, whereItIsDay } from './games.ts'
import { holdBack } from './hold-back.ts'
import { findMail, linkIn } from './mailbox.ts'
import { becomePerson, expectNoSideways } from './people.ts'
import { logIn } from './sign-in.ts'
import { sumOf, watchShifts } from './watch-shifts.ts'

/** The one action: on a phone it is in the bar, elsewhere in the card. */
const action = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).and(page.locator(':visible'))
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

test('a stranger comes by a link, logs in on the way to the seat, takes it and leaves it; an open page follows', {
  tag: '@both',
}, async ({ page, browser }) => {
  const host = await enterAs(browser, 'Dana Alvarez')
  const id = await putUpGame(host.request, sunriseOpenPlay)
  await joinGame((await enterAs(browser, 'Priya Raman')).request, id)
  const watcher = await host.context.newPage()
  await watcher.goto(`/discover/games/${id}`)
  await expect(watcher.getByRole('heading', { name: 'Who is going 1 of 12' })).toBeVisible()

  const shifts = await watchShifts(page)
  // Words stand where they are also when the font comes after them.
  const releaseFont = await holdBack(page, '**/*.woff2')
  await page.goto(`/share/event/${id}`, { waitUntil: 'commit' })
  await expect(page).toHaveURL(`/evt/${id}`)
  await expect(page).toHaveTitle('Saturday sunrise open play · Gather')
  await expect(heading(page, 'Saturday sunrise open play')).toBeVisible()
  releaseFont()
  await expect.poll(() => page.evaluate(() => document.fonts.check('700 16px Figtree'))).toBe(true)
  // Who comes is for people who are signed in.
  await expect(page.getByRole('heading', { name: 'Who is going 1 of 12' })).toBeVisible()
  await expect(page.getByText('Priya Raman')).toHaveCount(0)
  await page.getByRole('heading', { name: 'Where' }).scrollIntoViewIfNeeded()
  await expect(page.getByRole('button', { name: 'Zoom in' })).toBeVisible()
  expect(sumOf(await shifts())).toBeLessThan(0.02)

  await page.getByRole('link', { name: 'Join', exact: true }).and(page.locator(':visible')).click()
  await expect(page).toHaveURL(`/login?next=${encodeURIComponent(`/evt/${id}`)}`)
  await logIn(page, 'player@demo.test', demoPassword)
  await expect(page).toHaveURL(`/evt/${id}`)
  await action(page, 'Join').click()
  await expect(action(page, 'Show my ticket')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Who is going 2 of 12' })).toBeVisible()
  await expectNoSideways(page)
  // The other page is told while it is looked at.
  await expect(watcher.getByText(/Maya Rivera/)).toBeVisible({ timeout: 20_000 })
  await page.getByRole('button', { name: 'Leave', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click()
  await expect(action(page, 'Join')).toBeVisible()
})

test('who waits is offered the seat by mail, and takes it without signing in; the next one lets it go', { tag: '@phone' }, async ({
  page,
  browser,
  request,
  sandboxUrl,
}) => {
  const host = await enterAs(browser, 'Dana Alvarez')
  const id = await putUpGame(host.request, { ...sunriseOpenPlay, capacity: 1, where: whereItIsDay() })
  const first = await enterAs(browser, 'First In')
  await joinGame(first.request, id)
  const me = await becomePerson(page, 'Maya Rivera')
  await page.goto(`/evt/${id}`)
  await action(page, 'Join the waitlist').click()
  await expect(page.getByText('You are 1st on the waitlist', { exact: true }).first()).toBeVisible()
  const other = await enterAs(browser, 'Second In Line')
  await joinGame(other.request, id, { orWait: true })

  expect((await first.request.delete(`/api/events/${id}/me`)).status()).toBe(200)
  // The open page hears of it; so does the mailbox.
  await expect(page.getByText('A seat is held for you', { exact: true }).and(page.locator(':visible')).first()).toBeVisible({
    timeout: 20_000,
  })
  const link = linkIn(await findMail(request, sandboxUrl, me.email, /A seat is free: Saturday sunrise open play/))
  // Whoever scans mails opens everything, and answers nothing.
  const scanner = await browser.newContext()
  expect((await scanner.request.get(link)).status()).toBe(200)
  const mail = await scanner.newPage()
  await mail.goto(link)
  await expect(heading(mail, 'A seat is free for you')).toBeVisible()
  await expect(action(page, 'Accept offer')).toBeVisible()
  await mail.getByRole('button', { name: 'Accept offer' }).click()
  await expect(heading(mail, 'You are in')).toBeVisible()
  await expect(action(page, 'Show my ticket')).toBeVisible({ timeout: 20_000 })

  // The next one lets it go by the link, and is thanked.
  expect((await page.request.delete(`/api/events/${id}/me`)).status()).toBe(200)
  const next = linkIn(await findMail(request, sandboxUrl, `${other.id}@local.test`, /A seat is free/))
  await mail.goto(next)
  await mail.getByRole('button', { name: 'Decline offer' }).click()
  await expect(heading(mail, 'Thank you for letting us know')).toBeVisible()
})

test.describe('without a network', () => {
  test.use({ allowedErrors: /ERR_INTERNET_DISCONNECTED|Failed to fetch|You seem to be offline/ })

  test('a game that was seen is there, and so is its ticket', async ({ page, context, browser }) => {
    const host = await enterAs(browser, 'Dana Alvarez')
    const id = await putUpGame(host.request, sunriseOpenPlay)
    await becomePerson(page, 'Maya Rivera')
    await joinGame(page.request, id)
    await page.goto(`/evt/${id}`)
    await expect(action(page, 'Show my ticket')).toBeVisible()
    await untilKept(page, id)
    await context.setOffline(true)
    await page.goto(`/evt/${id}`)
    await expect(heading(page, 'Saturday sunrise open play')).toBeVisible()
    await action(page, 'Show my ticket').click()
    await expect(page.getByRole('img', { name: 'Ticket for Saturday sunrise open play' })).toBeVisible()
  })
})
