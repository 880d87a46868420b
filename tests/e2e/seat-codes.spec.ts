import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test'
import { expectAccessible, test } from './fixtures.ts'
import { openContextAs, publishGame, sunriseOpenPlay } from './games.ts'
import { findMail } from './mailbox.ts'
import { payAtStripe } from './pay-at-stripe.ts'
import { expectNoHorizontalScroll, openOtherPage } from './people.ts'
import { uniqueEmail } from './sign-in.ts'

/** From the link of a free game to a seat. */
const maxTapsToSeat = 8

const visibleButton = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' }).and(page.locator(':visible'))
const dialogOf = (page: Page) => page.getByRole('dialog')
const isIn = (page: Page) => page.getByText('You are in', { exact: true }).and(page.locator(':visible')).first()

/** Counts what a person taps or fills in. */
function countTaps() {
  const taps = {
    count: 0,
    tap: async (what: Locator) => {
      taps.count += 1
      await what.click()
    },
    fill: async (what: Locator, text: string) => {
      taps.count += 1
      await what.fill(text)
    },
  }
  return taps
}

async function askForCode(page: Page, email: string, join: string | RegExp = 'Join', { tap, fill } = countTaps()) {
  const dialog = dialogOf(page)
  await tap(visibleButton(page, join))
  await fill(dialog.getByLabel('Name', { exact: true }), 'Maya R')
  await fill(dialog.getByLabel('Email', { exact: true }), email)
  await tap(dialog.getByRole('checkbox', { name: /or older/ }))
  await tap(dialog.getByRole('checkbox', { name: /terms/ }))
  await tap(dialog.getByRole('button', { name: 'Email me a code' }))
  await expect(dialog.getByLabel('Code', { exact: true })).toBeFocused()
}

async function readMail(request: APIRequestContext, sandboxUrl: string, email: string) {
  const { subject, text } = await findMail(request, sandboxUrl, email, /is your code for/)
  const link = text.match(/https?:\/\/\S+\/seat-code\?\S+/)?.[0]
  if (!link) throw new Error(`No link in the mail: ${text}`)
  return { code: subject.slice(0, 6), link }
}

test('taps-to-seat: a stranger has a seat in at most 8 taps, and is asked for more only then', {
  tag: '@both',
}, async ({ page, browser, request, sandboxUrl }) => {
  const host = await openContextAs(browser, 'Dana Alvarez')
  const id = await publishGame(host.request, sunriseOpenPlay)
  const email = uniqueEmail('maya')
  const taps = countTaps()
  await page.goto(`/evt/${id}`)
  await askForCode(page, email, 'Join', taps)
  await expect(dialogOf(page).getByText(/^Your seat is held until/)).toBeVisible()
  await expectAccessible(page)
  const { code } = await readMail(request, sandboxUrl, email)
  await taps.fill(dialogOf(page).getByLabel('Code', { exact: true }), code)
  await expect(isIn(page)).toBeVisible()
  // `npm run bench` reads it.
  test.info().annotations.push({ type: 'taps-to-seat', description: String(taps.count) })
  expect(taps.count).toBeLessThanOrEqual(maxTapsToSeat)
  await expect(page.getByRole('heading', { name: 'Who is going 1 of 12' })).toBeVisible()

  const title = (name: string) => page.getByRole('heading', { level: 2, name })
  const skip = page.getByRole('button', { name: 'Skip' })
  await expect(title('Add a photo')).toBeVisible()
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)
  await skip.click()
  await expect(title('Your activities')).toBeVisible()
  await skip.click()
  await expect(title('When can you play?')).toBeVisible()
  await skip.click()
  await expect(title('When can you play?')).toHaveCount(0)
  await expect(page).toHaveURL(`/evt/${id}`)
})

test('the link in the email takes the seat in another browser, and the code works no longer', async ({
  page,
  browser,
  request,
  sandboxUrl,
}) => {
  const host = await openContextAs(browser, 'Dana Alvarez')
  const id = await publishGame(host.request, sunriseOpenPlay)
  const email = uniqueEmail('link')
  await page.goto(`/evt/${id}`)
  await askForCode(page, email)
  const { code, link } = await readMail(request, sandboxUrl, email)

  const phone = await openOtherPage(browser)
  await phone.goto(link)
  await expect(phone.getByText(sunriseOpenPlay.title)).toBeVisible()
  await phone.getByRole('button', { name: 'Take my seat' }).click()
  await expect(isIn(phone)).toBeVisible()
  await phone.goto(link)
  await phone.getByRole('button', { name: 'Use the link' }).click()
  await expect(phone.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()

  await dialogOf(page).getByLabel('Code', { exact: true }).fill(code)
  await expect(dialogOf(page).getByText('This code is incorrect, or it has expired.')).toBeVisible()
})

test('a tab that waits for a code follows a tab that has signed in', async ({ page, context, browser, request, sandboxUrl }) => {
  const host = await openContextAs(browser, 'Dana Alvarez')
  const id = await publishGame(host.request, sunriseOpenPlay)
  const email = uniqueEmail('tabs')
  await page.goto(`/evt/${id}`)
  await askForCode(page, email)
  const { link } = await readMail(request, sandboxUrl, email)
  const other = await context.newPage()
  await other.goto(link)
  await other.getByRole('button', { name: 'Take my seat' }).click()
  await expect(isIn(page)).toBeVisible()
  await expect(dialogOf(page)).toHaveCount(0)
})

test('a stranger goes on from the code to the payment', async ({ page, request, sandboxUrl }) => {
  const email = uniqueEmail('payer')
  await page.goto('/discover/events/demo-paid-clinic')
  await askForCode(page, email, /^Join · /)
  const { code } = await readMail(request, sandboxUrl, email)
  await dialogOf(page).getByLabel('Code', { exact: true }).fill(code)
  await payAtStripe(page, '4242424242424242')
  await page.waitForURL(/\/payment-success/)
  await expect(page.getByText('Third-shot clinic with Coach Jo').first()).toBeVisible()
})
