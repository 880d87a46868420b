import { expect, type Page } from '@playwright/test'
import { makePng } from '../files/pictures.ts'
import { expectAccessible, test } from './fixtures.ts'
import { publishGame, sunriseOpenPlay } from './games.ts'
import { expectNoHorizontalScroll, openOtherPage, signInAsNewPerson } from './people.ts'
import { setOffline } from './set-offline.ts'
import { waitForRegistration, waitForServiceWorker } from './wait-for-service-worker.ts'

// A browser without a network logs each failed request. The people of the test do not show whether they are online.
test.use({ serviceWorkers: 'allow', allowedErrors: /ERR_INTERNET_DISCONNECTED|WebSocket|status of 404.*presence/ })

const log = (page: Page) => page.getByRole('log', { name: 'Messages' })

async function send(page: Page, text: string) {
  await page.getByRole('main').getByRole('textbox').fill(text)
  await page.getByRole('button', { name: 'Send' }).click()
}

const textsOf = (page: Page) => log(page).getByRole('article').locator('p.whitespace-pre-wrap').allTextContents()

test('two people chat; one goes offline, writes, and returns', { tag: '@both' }, async ({ page, browser }) => {
  const other = await openOtherPage(browser)
  await signInAsNewPerson(page, 'Mia Lopez')
  const receiver = await signInAsNewPerson(other, 'Yara Khalil')

  await page.goto(`/profile/${receiver.id}`)
  await page.getByRole('main').getByRole('button', { name: 'Message' }).click()
  await expect(page).toHaveURL(/\/messages\/direct_/)
  await send(page, 'Hi Yara, do you play on Tuesday?')
  await expect(log(page).getByText('Hi Yara, do you play on Tuesday?')).toBeVisible()
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)

  // They do not know each other, so Yara decides first.
  const request = other.getByRole('link', { name: /Mia Lopez.*Request/ })
  await expect(async () => {
    await other.goto('/messages')
    await expect(request).toBeVisible({ timeout: 4000 })
  }).toPass({ timeout: 30_000 })
  await request.click()
  await expect(other.getByText('Mia Lopez wants to message you')).toBeVisible()
  await expectAccessible(other)
  await other.getByRole('button', { name: 'Accept' }).click()
  await send(other, 'Yes, at 6!')
  await expect(log(page).getByText('Yes, at 6!')).toBeVisible()

  await setOffline(page.context(), true)
  await send(page, 'Great.')
  await send(page, 'I bring balls.')
  await expect(log(page).getByText('Great.')).toBeVisible()
  // It is shown before it is stored. Only then does it stand before what is sent after it.
  const stored = other.waitForResponse((answer) => answer.request().method() === 'POST' && answer.url().endsWith('/messages'))
  await send(other, 'Court 3 is ours.')
  await stored
  await setOffline(page.context(), false)

  const first = ['Hi Yara, do you play on Tuesday?', 'Yes, at 6!']
  for (const one of [page, other])
    await expect.poll(() => textsOf(one), { timeout: 20_000 }).toEqual([...first, 'Court 3 is ours.', 'Great.', 'I bring balls.'])
  await page.reload()
  await expect.poll(() => textsOf(page)).toEqual([...first, 'Court 3 is ours.', 'Great.', 'I bring balls.'])
})

/** How many unsent messages the service worker can read. */
const countCopied = (page: Page, userId: string) =>
  page.evaluate(
    (key) =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('gather')
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const reading = opening.result.transaction('seen').objectStore('seen').get(key)
          reading.onerror = () => reject(reading.error)
          reading.onsuccess = () => {
            opening.result.close()
            resolve(reading.result?.length ?? 0)
          }
        }
      }),
    `${userId}:unsent-messages`,
  )

test('what was written offline is sent after the tab was closed, in order and once @whole-browser', async ({ page, browser, baseURL }) => {
  const origin = baseURL ?? ''
  const other = await openOtherPage(browser)
  const writer = await signInAsNewPerson(page, 'Nils Berg')
  await signInAsNewPerson(other, 'Ada Stone')
  const { id } = await (await other.request.post('/api/conversations', { data: { userId: writer.id } })).json()
  await other.goto(`/messages/${id}`)
  await send(other, 'Who brings the net?')
  const context = page.context()
  // The tab of the writer will be closed, so another one stays for DevTools.
  const devtools = await context.newCDPSession(await context.newPage())
  const registration = waitForRegistration(devtools, origin)
  await page.goto(`/messages/${id}`)
  await page.getByRole('button', { name: 'Accept' }).click()
  const registrationId = await registration
  await waitForServiceWorker(page)

  await setOffline(context, true)
  await send(page, 'I do.')
  await page
    .getByRole('main')
    .locator('input[type=file]')
    .setInputFiles({ name: 'net.png', mimeType: 'image/png', buffer: Buffer.from(makePng(640, 360)) })
  await expect(page.getByRole('list', { name: 'Attached files' }).getByRole('listitem')).toHaveCount(1)
  await send(page, 'This one.')
  await send(page, 'And balls.')
  await expect(log(page).getByText('And balls.')).toBeVisible()
  await expect.poll(() => countCopied(page, writer.id)).toBe(3)
  await page.close()
  await setOffline(context, false)
  await devtools.send('ServiceWorker.dispatchSyncEvent', { origin, registrationId, tag: 'unsent-messages', lastChance: false })

  const texts = ['Who brings the net?', 'I do.', 'This one.', 'And balls.']
  await expect.poll(() => textsOf(other), { timeout: 20_000 }).toEqual(texts)
  await expect(log(other).getByRole('button', { name: 'Open net.png' })).toBeVisible()

  // The tab has its messages still. It sends them again, and they stay the same ones.
  const returned = await context.newPage()
  await returned.goto(`/messages/${id}`)
  await expect.poll(() => textsOf(returned)).toEqual(texts)
  await expect.poll(() => returned.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('unsent-message:')))).toEqual([])
  expect(await textsOf(other)).toEqual(texts)
})

test('a person makes a group, adds somebody, and they talk until one leaves', { tag: '@phone' }, async ({ page, browser }) => {
  const other = await openOtherPage(browser)
  await signInAsNewPerson(page, 'Gwen Carter')
  const name = `Bela ${Date.now().toString(36)}`
  await signInAsNewPerson(other, name)

  await page.goto('/messages')
  await page.getByRole('button', { name: 'New', exact: true }).click()
  await page.getByRole('button', { name: 'New group' }).click()
  await page.getByRole('textbox', { name: 'Name of the group' }).fill('River trip')
  await page.getByRole('combobox', { name: 'Find by name' }).fill(name)
  await page.getByRole('option', { name }).click()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Make the group' }).click()
  await expect(page).toHaveURL(/\/messages\/group_/)
  await send(page, 'Who drives?')

  // They do not know each other, so the other one decides first.
  await expect(async () => {
    await other.goto('/messages')
    await expect(other.getByRole('link', { name: /River trip.*Request/ })).toBeVisible({ timeout: 4000 })
  }).toPass({ timeout: 30_000 })
  await other.getByRole('link', { name: /River trip/ }).click()
  await expect(other.getByText('Somebody you do not know added you to River trip')).toBeVisible()
  await other.getByRole('button', { name: 'Accept' }).click()
  await send(other, 'I do.')
  await expect(log(page).getByText('I do.')).toBeVisible()

  await page.getByRole('button', { name: /River trip.*Everyone in this group/ }).click()
  await expect(page.getByRole('list', { name: 'People in the group' }).getByRole('listitem')).toHaveCount(2)
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)
  await page.getByRole('button', { name: 'Close' }).click()

  await other.getByRole('button', { name: /River trip.*Everyone in this group/ }).click()
  await other.getByRole('button', { name: 'Leave the group' }).click()
  await other.getByRole('button', { name: 'Leave', exact: true }).click()
  await expect(other).toHaveURL(/\/messages$/)
  await expect(other.getByRole('link', { name: /River trip/ })).toHaveCount(0)
})

test('a host shows a game in a message, and the other one joins it there', { tag: '@phone' }, async ({ page, browser }) => {
  const other = await openOtherPage(browser)
  await signInAsNewPerson(page, 'Hana Mori')
  const guest = await signInAsNewPerson(other, 'Gil Perez')
  const gameId = await publishGame(page.request, sunriseOpenPlay)

  await page.goto(`/profile/${guest.id}`)
  await page.getByRole('main').getByRole('button', { name: 'Message' }).click()
  await expect(page).toHaveURL(/\/messages\/direct_/)
  await page.getByRole('textbox', { name: 'Message Gil Perez' }).fill('Do you play on Saturday?')
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Game' }).click()
  await page
    .getByRole('dialog', { name: 'Choose a game' })
    .getByRole('button', { name: /Saturday sunrise open play/ })
    .click()
  await page.getByRole('button', { name: 'Send' }).click()
  const card = (one: Page) => log(one).getByRole('region', { name: 'Game: Saturday sunrise open play' })
  await expect(card(page)).toContainText('You host it · 12 seats left')

  await other.goto(new URL(page.url()).pathname)
  await expect(card(other)).toContainText('12 seats left')
  await expectAccessible(other)
  await expectNoHorizontalScroll(other)
  await card(other).getByRole('button', { name: 'Join' }).click()
  await expect(card(other)).toContainText('You are in · 11 seats left')

  await card(page).getByRole('link').click()
  await expect(page).toHaveURL(`/discover/events/${gameId}`)
  await expect(page.getByRole('heading', { name: 'Who is going 1 of 12' })).toBeVisible()
  await expect(page.getByRole('main').getByText('Gil Perez').first()).toBeVisible()
})
