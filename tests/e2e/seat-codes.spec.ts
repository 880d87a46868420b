import { expect } from '@playwright/test'
import { test } from './fixtures.ts'
import { openContextAs, publishGame, sunriseOpenPlay } from './games.ts'
import { payAtStripe } from './pay-at-stripe.ts'
import { openOtherPage } from './people.ts'
import { publishWaiver } from './publish-waiver.ts'
import { askForCode, dialogOf, isIn, readMail, visibleButton } from './seat-codes.ts'
import { logInAs, uniqueEmail } from './sign-in.ts'

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
  await expect(phone.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()

  await dialogOf(page).getByLabel('Code', { exact: true }).fill(code)
  await expect(dialogOf(page).getByText(/^This code no longer works/)).toBeVisible()
})

test('all tabs of a browser wait for its code, and follow the one that has signed in', async ({
  page,
  context,
  browser,
  request,
  sandboxUrl,
}) => {
  const host = await openContextAs(browser, 'Dana Alvarez')
  const id = await publishGame(host.request, sunriseOpenPlay)
  const email = uniqueEmail('tabs')
  const early = await context.newPage()
  await early.goto(`/evt/${id}`)
  await expect(visibleButton(early, 'Join')).toBeVisible()
  await page.goto(`/evt/${id}`)
  await askForCode(page, email)
  const late = await context.newPage()
  await late.goto(`/evt/${id}`)
  for (const tab of [early, late]) await expect(dialogOf(tab).getByText(`We sent a code to ${email}`)).toBeVisible()
  const { link } = await readMail(request, sandboxUrl, email)
  const other = await context.newPage()
  await other.goto(link)
  await other.getByRole('button', { name: 'Take my seat' }).click()
  for (const tab of [page, early, late]) {
    await expect(isIn(tab)).toBeVisible()
    await expect(dialogOf(tab)).toHaveCount(0)
  }
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

test('a newcomer goes on from the code to the form of the game, and back into it', { tag: '@phone' }, async ({
  page,
  browser,
  request,
  sandboxUrl,
}) => {
  const host = await openOtherPage(browser)
  await logInAs(host, 'host')
  const formId = await publishWaiver(host)
  const id = await publishGame(host.request, { ...sunriseOpenPlay, teamId: 'sunset-smashers', visibility: 'public', formId })
  const email = uniqueEmail('signer')
  await page.goto(`/evt/${id}`)
  await askForCode(page, email)
  const { code } = await readMail(request, sandboxUrl, email)
  await dialogOf(page).getByLabel('Code', { exact: true }).fill(code)
  await expect(page).toHaveURL(`/form/${formId}?game=${id}`)
  await page.getByRole('button', { name: 'Type your name instead' }).click()
  await page.getByRole('textbox', { name: 'Your full name' }).fill('Maya Rivera')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByRole('link', { name: 'Back to the game' }).click()
  await expect(isIn(page)).toBeVisible()
  await expect(page.getByText('You have signed “Gate waiver”')).toBeVisible()
})
