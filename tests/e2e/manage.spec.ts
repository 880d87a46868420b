import path from 'node:path'
import { type Browser, expect, type Page } from '@playwright/test'
import type { PartAnswer } from '../../domain/events/join-contract.ts'
import { writeTicket } from '../../domain/events/ticket.ts'
import { cacheDir } from '../../scripts/environment.ts'
import { browserWithFilm, writeFilm } from './fake-camera.ts'
import { test } from './fixtures.ts'
import { putUpGame, untilKept } from './games.ts'
import { becomePerson, openOther } from './people.ts'

const film = path.join(cacheDir, 'browser-tests', 'tickets.y4m')

test.use({
  launchOptions: await browserWithFilm(film),
  allowedErrors: /status of (403|404|409)|ERR_INTERNET_DISCONNECTED|Failed to fetch|You seem to be offline/,
})

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' })
const tab = (page: Page, name: RegExp) => page.getByRole('tab', { name })
const tick = (page: Page, name: string) => button(page, `${name} is here`)
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
      return ((await joined.json()) as PartAnswer).live?.mine?.id ?? ''
    },
  }
}

const leaveAll = (guests: readonly Guest[]) => Promise.all(guests.map(({ page }) => page.context().close()))

test('who asked is let in; tickets are read at a gate without a network, and sent when there is one', async ({
  page,
  browser,
  context,
}) => {
  test.setTimeout(120_000)
  await becomePerson(page, 'Hana Host')
  const id = await putUpGame(page.request, { title: 'At the gate', needsApproval: true })
  const guests = [await invite(browser, 'Maya Rivera'), await invite(browser, 'Bo Tick')] as const
  const maya = await guests[0].join(id, { guests: ['Zoe', 'Max'] })
  await guests[1].join(id)
  await leaveAll(guests)
  writeFilm(film, [
    { code: null, seconds: 2 },
    { code: writeTicket({ eventId: id, joinerId: maya }), seconds: 3 },
  ])
  await page.goto(manage(id))
  await tab(page, /Requests 2/).click()
  await page.getByRole('checkbox', { name: 'All 2' }).check()
  await button(page, 'Approve 2').click()
  await expect(page.getByText('No requests')).toBeVisible()
  await tab(page, /Going 4/).click()
  await expect(tick(page, 'Bo Tick')).toBeVisible()
  await untilKept(page, id)

  await context.setOffline(true)
  await button(page, 'Check in').click()
  const gate = page.getByRole('dialog', { name: 'Check in' })
  await expect(gate.getByText('Maya Rivera, and 2 guests')).toBeVisible({ timeout: 40_000 })
  await expect(gate.getByText('3 of 4 here', { exact: true })).toBeVisible()
  await expect(gate.getByText('Waiting to be sent (1)')).toBeVisible()
  await gate.getByRole('button', { name: 'Remove one' }).click()
  await expect(gate.getByText('2 of 4 here', { exact: true })).toBeVisible()
  await gate.getByRole('button', { name: 'Done' }).click()
  await tick(page, 'Bo Tick').click()
  await expect(page.getByText('Waiting to be sent (2)').filter({ visible: true })).toBeVisible()

  // A reload without a network loses nothing.
  await page.reload()
  await expect(tick(page, 'Maya Rivera')).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByText('Waiting to be sent (2)').filter({ visible: true })).toBeVisible()
  await expect(page.getByText(/This list is from/)).toBeVisible()

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

test('what was said at the gate is sent before its host is logged out', async ({ page, browser }) => {
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
