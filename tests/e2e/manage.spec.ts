import path from 'node:path'
import { type Browser, expect, type Page } from '@playwright/test'
import type { JoinerAnswer } from '../../domain/events/join-contract.ts'
import { writeTicket } from '../../domain/events/ticket.ts'
import { cacheDir } from '../../scripts/environment.ts'
import { getBrowserWithFakeCamera, writeVideo } from './fake-camera.ts'
import { test } from './fixtures.ts'
import { publishGame, waitUntilSavedForOffline } from './games.ts'
import { openOtherPage, signInAsNewPerson } from './people.ts'
import { setOffline } from './set-offline.ts'

const video = path.join(cacheDir, 'browser-tests', 'tickets.y4m')

test.use({
  serviceWorkers: 'allow',
  launchOptions: await getBrowserWithFakeCamera(video),
  allowedErrors: /status of (403|404|409)|ERR_INTERNET_DISCONNECTED|Failed to fetch|You seem to be offline/,
})

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' })
const tab = (page: Page, name: RegExp) => page.getByRole('tab', { name })
const checkInButton = (page: Page, name: string) => button(page, `${name} is here`)
const getManagePath = (id: string) => `/discover/events/${id}/manage`

type Player = { page: Page; name: string; join: (id: string, how?: object) => Promise<string> }

/** Signs in as a new person in a browser context of their own. */
async function openAs(browser: Browser, name: string): Promise<Player> {
  const page = await openOtherPage(browser)
  await signInAsNewPerson(page, name)
  return {
    page,
    name,
    join: async (id, how = {}) => {
      const joined = await page.request.put(`/api/events/${id}/me`, { data: how })
      expect(joined.status(), await joined.text()).toBe(200)
      return ((await joined.json()) as JoinerAnswer).live?.mine?.id ?? ''
    },
  }
}

const closeAll = (guests: readonly Player[]) => Promise.all(guests.map(({ page }) => page.context().close()))

test('a host approves players, scans their tickets offline, and the check-ins are sent when the browser is online again', async ({
  page,
  browser,
  context,
}) => {
  await signInAsNewPerson(page, 'Hana Host')
  const id = await publishGame(page.request, { title: 'Ticket check', needsApproval: true })
  const players = [await openAs(browser, 'Maya Rivera'), await openAs(browser, 'Bo Tick')] as const
  const maya = await players[0].join(id, { guests: ['Zoe', 'Max'] })
  await players[1].join(id)
  await closeAll(players)
  writeVideo(video, [
    { code: null, seconds: 2 },
    { code: writeTicket({ eventId: id, joinerId: maya }), seconds: 3 },
  ])
  await page.goto(getManagePath(id))
  await tab(page, /Requests 2/).click()
  await page.getByRole('checkbox', { name: 'Select all 2' }).check()
  await button(page, 'Approve 2').click()
  await expect(page.getByText('No requests')).toBeVisible()
  await tab(page, /Going 4/).click()
  await expect(checkInButton(page, 'Bo Tick')).toBeVisible()
  await waitUntilSavedForOffline(page, id)

  await setOffline(context, true)
  await button(page, 'Check in').click()
  await button(page, 'Check in now').click()
  const dialog = page.getByRole('dialog', { name: 'Check in' })
  await expect(dialog.getByText('Maya Rivera and 2 guests')).toBeVisible({ timeout: 40_000 })
  await expect(dialog.getByText('3 of 4 here', { exact: true })).toBeVisible()
  await expect(dialog.getByText('1 check-in not sent yet')).toBeVisible()
  await dialog.getByRole('button', { name: 'Remove one' }).click()
  await expect(dialog.getByText('2 of 4 here', { exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await checkInButton(page, 'Bo Tick').click()
  await expect(page.getByText('2 check-ins not sent yet').filter({ visible: true })).toBeVisible()

  // A reload while offline loses nothing.
  await page.reload()
  await expect(checkInButton(page, 'Maya Rivera')).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByText('2 check-ins not sent yet').filter({ visible: true })).toBeVisible()
  await expect(page.getByText(/This list is from/)).toBeVisible()

  await setOffline(context, false)
  // The check-ins are sent as soon as the browser is online again.
  const readArrivals = async (): Promise<[string, number][]> => {
    const { joiners } = await (await page.request.get(`/api/events/${id}/manage`)).json()
    return joiners.map(({ name, arrived }: { name: string; arrived: number }) => [name, arrived])
  }
  await expect.poll(readArrivals, { timeout: 20_000 }).toEqual([
    ['Maya Rivera', 2],
    ['Bo Tick', 1],
  ])
  await expect(page.getByText(/not sent yet/).filter({ visible: true })).toHaveCount(0)
  await expect(checkInButton(page, 'Maya Rivera')).toHaveAttribute('aria-pressed', 'true')

  // A check-in is undone while offline, and the tab is closed. The next visit sends it, from any page.
  await setOffline(context, true)
  await checkInButton(page, 'Bo Tick').click()
  await expect(page.getByText('1 check-in not sent yet').filter({ visible: true })).toBeVisible()
  await page.close()
  await setOffline(context, false)
  const later = await context.newPage()
  await later.goto('/home')
  await expect
    .poll(async () => (await (await later.request.get(`/api/events/${id}/manage`)).json()).joiners[1].arrived, { timeout: 20_000 })
    .toBe(0)
})

test('unsent check-ins are sent before the host is logged out', async ({ page, browser }) => {
  await signInAsNewPerson(page, 'Hana Host')
  const id = await publishGame(page.request, { title: 'Ticket check' })
  const guest = await openAs(browser, 'Bo Tick')
  await guest.join(id)
  await closeAll([guest])
  await page.goto(getManagePath(id))
  await page.route('**/check-ins', (route) => route.abort('internetdisconnected'))
  await checkInButton(page, 'Bo Tick').click()
  await button(page, 'Check in now').click()
  await expect(page.getByText('1 check-in not sent yet').filter({ visible: true })).toBeVisible()
  await page.unroute('**/check-ins')
  const sent = page.waitForResponse('**/check-ins')
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  expect((await sent).status()).toBe(200)
  await expect(page).toHaveURL(/\/login\?logout=true$/)
})
