import { expect, type Page } from '@playwright/test'
import type { EventCard, EventDetail } from '../../domain/events/contract.ts'
import { repeatWeekly } from '../setup/make-game-form.ts'
import { test } from './fixtures.ts'
import { publishGame } from './games.ts'
import { expectNoHorizontalScroll, signInAsNewPerson } from './people.ts'

const mainButton = (page: Page, name = 'Publish') => page.getByRole('button', { name, exact: true })
const places = (page: Page) => page.getByRole('list', { name: 'Places to play' }).getByRole('button')
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

const waitForGamePage = async (page: Page): Promise<string> => {
  await page.waitForURL(/\/discover\/events\/[\w-]+$/)
  return page.url().split('/').at(-1) ?? ''
}
const read = async <Body>(page: Page, path: string): Promise<Body> => (await page.request.get(`/api/events${path}`)).json()
const listOwnGames = async (page: Page) => (await read<{ events: EventCard[] }>(page, '/mine')).events

/** Counts the person's taps and the fields they fill in from now on. */
async function countEffort(page: Page): Promise<() => Promise<{ taps: number; inputs: number }>> {
  await page.evaluate(() => {
    const effort = { taps: 0, inputs: new Set<EventTarget | null>() }
    Object.assign(window, { effort })
    document.addEventListener('click', ({ isTrusted }) => (effort.taps += isTrusted ? 1 : 0), true)
    document.addEventListener('input', ({ isTrusted, target }) => isTrusted && effort.inputs.add(target), true)
  })
  return () =>
    page.evaluate(() => {
      const { taps, inputs } = (window as never as { effort: { taps: number; inputs: Set<unknown> } }).effort
      return { taps, inputs: inputs.size }
    })
}

test('a host publishes a game with at most eight taps and three inputs, thanks to good defaults', { tag: '@both' }, async ({
  page,
  isMobile,
}) => {
  await signInAsNewPerson(page, 'Hope')
  await page.goto('/home')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const effort = await countEffort(page)
  const bar = isMobile ? page.getByRole('navigation', { name: 'Tabs' }) : page.getByRole('banner')
  await bar.getByRole('link', { name: 'Host a game' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Host a game' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Pickleball', pressed: true })).toBeVisible()
  await expect(section(page, 'When').getByRole('button', { pressed: true })).toHaveCount(1)
  await places(page).first().click()
  await expect(page.getByRole('button', { name: 'Change place' })).toBeVisible()
  await expectNoHorizontalScroll(page)
  await mainButton(page).click()
  const id = await waitForGamePage(page)
  await expect(page.getByText('Your game is published')).toBeVisible()
  // The page of the game has a "Share" button too.
  await expect(page.getByRole('region', { name: /notification/ }).getByRole('button', { name: 'Share' })).toBeVisible()
  const { taps, inputs } = await effort()
  test.info().annotations.push({ type: 'effort', description: `${taps} taps, ${inputs} inputs` })
  expect(taps).toBeLessThanOrEqual(8)
  expect(inputs).toBeLessThanOrEqual(3)
  const game = await read<EventDetail>(page, `/${id}`)
  expect(game).toMatchObject({
    activity: 'pickleball',
    visibility: 'public',
    isHost: true,
    live: { state: 'published', capacity: 8, taken: 1, mine: { state: 'going' } },
  })
  expect(game.title).toBe(`Pickleball at ${game.where.name}`)
  expect(game.endsAt - game.startsAt).toBe(2 * 3_600_000)
  expect(game.startsAt).toBeGreaterThan(Date.now())
})

test('a host changes a repeating game from one date on, and the earlier date stays the same', async ({ page }) => {
  await signInAsNewPerson(page, 'Hope')
  await publishGame(page.request, { title: 'Morning doubles' }, { repeat: repeatWeekly(3) })
  const [, second] = await listOwnGames(page)
  await page.goto(`/discover/events/${second?.id}`)
  await page.getByRole('navigation', { name: 'More for hosts' }).getByRole('link', { name: 'Edit' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Edit game' })).toBeVisible()
  await expect(page.getByText(/^Every week on \w+day$/)).toBeVisible()
  await page.getByRole('main').getByText('Title', { exact: true }).click()
  await page.getByLabel('Title', { exact: true }).fill('Late league')
  await mainButton(page, 'Save changes').click()
  const dialog = page.getByRole('dialog', { name: 'This game repeats' })
  await dialog.getByRole('radio', { name: /This and all later games/ }).check()
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  expect(await waitForGamePage(page)).toBe(second?.id)
  await expect(page.getByRole('heading', { level: 1, name: 'Late league' })).toBeVisible()
  expect((await listOwnGames(page)).map(({ title }) => title)).toEqual(['Morning doubles', 'Late league', 'Late league'])
})

test('a host shares the new game in a chat, and closes the panel for good', { tag: '@phone' }, async ({ page, context, browserName }) => {
  if (browserName === 'chromium') await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signInAsNewPerson(page, 'Hope')
  await page.goto('/create/event')
  await places(page).first().click()
  await expect(page.getByRole('checkbox', { name: 'I play too' })).toBeChecked()
  await mainButton(page).click()
  const id = await waitForGamePage(page)
  const panel = section(page, 'Share this game')
  await expect(panel.getByRole('img', { name: /^QR code to/ })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Host tools' }).getByRole('link', { name: 'Manage' })).toBeVisible()
  await expectNoHorizontalScroll(page)
  await panel.getByRole('button', { name: 'Copy for WhatsApp' }).click()
  await expect(page.getByText('Paste it into a chat in WhatsApp.')).toBeVisible()
  const words = await page.evaluate(() => navigator.clipboard.readText())
  const { where } = await read<EventDetail>(page, `/${id}`)
  expect(words.split('\n')).toEqual([
    `*Pickleball at ${where.name}*`,
    expect.stringMatching(/^\w+day, \w+ \d+.*, \d+:\d\d.* to \d+:\d\d [AP]M, .+$/),
    where.name,
    '7 open seats',
    expect.stringMatching(new RegExp(`/evt/${id}$`)),
  ])
  await panel.getByRole('button', { name: 'Close the sharing panel' }).click()
  await expect(panel).toHaveCount(0)
  await page.reload()
  await page.getByRole('navigation', { name: 'Host tools' }).getByRole('button', { name: 'Share' }).click()
  await expect(page.getByRole('dialog', { name: 'Share' }).getByRole('button', { name: 'Poster' })).toBeVisible()
  await expect(panel).toHaveCount(0)
})
