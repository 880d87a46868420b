import { expect, type Page } from '@playwright/test'
import { makePng } from '../files/pictures.ts'
import { expectAccessible, test, testWithOwnProduct } from './fixtures.ts'
import { findMail, listMails } from './mailbox.ts'
import { moveClock } from './move-clock.ts'
import { expectNoHorizontalScroll, signInAsNewPerson } from './people.ts'
import { setOffline } from './set-offline.ts'

const title = (page: Page) => page.getByRole('heading', { level: 1 })
const next = (page: Page) => page.getByRole('button', { name: 'Next' })
const saved = (page: Page) => page.getByText('Saved. You can continue later.')

/** Checks the page, and goes on to the next one. */
async function moveOn(page: Page, nextTitle: string) {
  await expectNoHorizontalScroll(page)
  await next(page).click()
  await expect(title(page)).toHaveText(nextTitle)
  await expect(page).toHaveTitle(`${nextTitle} · Gather`)
}

test('a person creates a community, from the first idea to its first game @both', async ({ page }) => {
  await signInAsNewPerson(page, 'Fay Founder')
  const name = `Dinkers ${Date.now().toString(36)}`
  await page.goto('/my-communities')
  await page.getByRole('link', { name: 'Start a community' }).first().click()
  await expect(page).toHaveURL(/\/teams\/create\/0$/)
  const first = page.getByRole('group', { name: 'Activity' }).getByRole('button')
  await expect(first.first()).toHaveText('Other')
  await next(page).click()
  await expect(page.getByRole('alert')).toHaveText('Choose what you play first.')
  await page.getByRole('button', { name: 'Pickleball' }).click()
  await moveOn(page, 'Give it a name')

  await page.getByLabel('Name').fill('D')
  await next(page).click()
  await expect(page.getByText('A community name must have at least 2 characters.')).toBeVisible()
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Description').fill('x'.repeat(5000))
  await expect(page.getByText('A description can have up to 2000 characters.')).toBeVisible()
  await page.getByLabel('Description').fill('Evenings at the river.')
  await expect(saved(page)).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Name')).toHaveValue(name)
  await expect(page.getByLabel('Description')).toHaveValue('Evenings at the river.')
  await moveOn(page, 'Where is it?')

  await expect(page.getByRole('combobox', { name: 'City' })).toHaveValue('Austin, TX')
  await page.getByRole('list', { name: 'Places to play' }).getByRole('button').first().click()
  await expect(page.getByRole('button', { name: /^Remove / })).toBeVisible()
  await moveOn(page, 'Make it yours')

  await page.getByRole('group', { name: 'Main color' }).getByRole('radio', { name: 'purple' }).check()
  await page.getByLabel('Photo file').setInputFiles({ name: 'court.png', mimeType: 'image/png', buffer: Buffer.from(makePng(640, 360)) })
  await expect(page.getByRole('button', { name: 'Change photo' })).toBeVisible()
  await page.getByRole('button', { name: 'Use court art' }).click()
  await expect(page.getByRole('button', { name: 'Add a photo' })).toBeVisible()
  await moveOn(page, 'Who may join?')

  await page.getByRole('radio', { name: /^Anyone/ }).check()
  await moveOn(page, 'What will you announce?')

  await page.getByRole('button', { name: 'Carpools' }).click()
  await page.getByLabel('Your own topic').fill('Snacks')
  await page.getByRole('button', { name: 'Add topic' }).click()
  await expect(page.getByRole('button', { name: 'Remove Snacks' })).toBeVisible()
  await moveOn(page, 'Does everything look right?')

  for (const text of ['Pickleball', name, 'Evenings at the river.', 'Carpools, Snacks'])
    await expect(page.getByText(text, { exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Create community' }).dblclick()
  await expect(title(page)).toHaveText(`${name} is ready`)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Host the first game' }).click()
  await expect(page.getByRole('button', { name: 'Pickleball', pressed: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Change place' })).toBeVisible()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()

  await expect(title(page)).toHaveText('Invite your people')
  await page.getByRole('button', { name: 'Make a link' }).click()
  await expect(page.getByRole('img', { name: `QR code to join ${name}` })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Go to your community' }).click()
  await expect(title(page)).toHaveText(name)
  await expect(page.getByRole('list', { name: 'Games' }).getByRole('link')).toHaveCount(1)
  await page.goto('/teams/create')
  await expect(page).toHaveURL(/\/teams\/create\/0$/)
})

testWithOwnProduct('who leaves half way gets one email, and goes on where they stopped', async ({ page, sandboxUrl }) => {
  const { email } = await signInAsNewPerson(page, 'Lee Leaver')
  await page.goto('/teams/create')
  await page.getByRole('button', { name: 'Tennis', exact: true }).click()
  await moveOn(page, 'Give it a name')
  await page.getByLabel('Name').fill('Half way')
  await moveOn(page, 'Where is it?')
  await moveOn(page, 'Make it yours')
  await expect(saved(page)).toBeVisible()
  await page.goto('about:blank')
  await moveClock(page.request, 31 * 60_000)
  const mail = await findMail(page.request, sandboxUrl, email, /Your community is almost ready/)
  const link = /https?:\/\/\S+\/teams\/create\b/.exec(mail.text)?.[0] ?? ''
  await page.goto(new URL(link).pathname)
  await expect(page).toHaveURL(/\/teams\/create\/3$/)
  await expect(title(page)).toHaveText('Make it yours')
  await page.getByRole('link', { name: 'Back' }).click()
  await page.getByRole('link', { name: 'Back' }).click()
  await expect(page.getByLabel('Name')).toHaveValue('Half way')
  const reminders = (await listMails(page.request, sandboxUrl, email)).filter(({ subject }) => subject.includes('almost ready'))
  expect(reminders).toHaveLength(1)
})

test.describe('With two tabs', () => {
  // The server refuses to overwrite what the other tab saved.
  test.use({ allowedErrors: /status of 409/ })
  test('both keep what was typed, and a page that comes too early leads to what is missing', async ({ page, context }) => {
    await signInAsNewPerson(page, 'Tab Twins')
    await page.goto('/teams/create/5')
    await expect(page).toHaveURL(/\/teams\/create\/0$/)
    await page.getByRole('button', { name: 'Chess' }).click()
    await moveOn(page, 'Give it a name')
    await expect(saved(page)).toBeVisible()
    const other = await context.newPage()
    await other.goto('/teams/create/1')
    await page.getByLabel('Name').fill('From the first tab')
    await expect(saved(page)).toBeVisible()
    await other.getByLabel('Description').fill('From the second tab')
    await expect(saved(other)).toBeVisible()
    await expect(other.getByLabel('Name')).toHaveValue('From the first tab')
    await other.getByLabel('Name').fill('Second name')
    await expect(saved(other)).toBeVisible()
    await page.getByLabel('Name').fill('First name')
    await expect(page.getByText('This was changed elsewhere while you edited it')).toBeVisible()
    await page.getByRole('radio', { name: /Saved elsewhere/ }).check()
    await page.getByRole('button', { name: 'Save these choices' }).click()
    await expect(saved(page)).toBeVisible()
    await expect(page.getByLabel('Name')).toHaveValue('Second name')
    await expect(page.getByLabel('Description')).toHaveValue('From the second tab')
  })
})

test.describe('Without a network', () => {
  test.use({ allowedErrors: /ERR_INTERNET_DISCONNECTED|Failed to load resource/ })
  test('the page says so, and keeps what is typed', async ({ page, context }) => {
    await signInAsNewPerson(page, 'Offline Olga')
    await page.goto('/teams/create')
    await page.getByRole('button', { name: 'Chess' }).click()
    await moveOn(page, 'Give it a name')
    await expect(saved(page)).toBeVisible()
    await setOffline(context, true)
    await page.getByLabel('Name').fill('Typed on a train')
    await expect(page.getByText('You are offline. We keep what you typed on this device, and save it later.')).toBeVisible()
    await setOffline(context, false)
    await expect(saved(page)).toBeVisible()
    await page.reload()
    await expect(page.getByLabel('Name')).toHaveValue('Typed on a train')
  })
})
