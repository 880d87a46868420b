import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { day } from '../../domain/time/spans.ts'
import { inDays } from '../setup/make-game-form.ts'
import { expectAccessible, testWithOwnProduct } from './fixtures.ts'
import { openContextAs, publishGame } from './games.ts'
import { expectNoHorizontalScroll, openOtherPage, signInAsNewPerson } from './people.ts'

const asAdmin = { authorization: 'Bearer local-admin-token' }

async function create(request: APIRequestContext, path: string, data: unknown): Promise<string> {
  const answer = await request.post(path, { data })
  expect(answer.ok(), await answer.text()).toBe(true)
  return ((await answer.json()) as { id: string }).id
}

async function put(request: APIRequestContext, path: string, data: unknown) {
  const answer = await request.put(path, { data })
  expect(answer.ok(), await answer.text()).toBe(true)
}

/** A result is entered after the start of its game, so three days pass for the product and on these pages. */
async function passThreeDays(...pages: [Page, ...Page[]]) {
  const answer = await pages[0].request.post('/api/admin/clock', { headers: asAdmin, data: { forward: 3 * day } })
  expect(answer.ok(), await answer.text()).toBe(true)
  for (const page of pages) await page.clock.setSystemTime(Date.now() + 3 * day)
}

testWithOwnProduct('a scorekeeper enters a result, the other side confirms it, and the table says why @both', async ({ page, browser }) => {
  const other = await openOtherPage(browser)
  const { request: asOwner, id: ownerId } = await openContextAs(browser, 'Olive Owner')
  const scorekeeper = await signInAsNewPerson(page, 'Sasha Score')
  const captain = await signInAsNewPerson(other, 'Casey Captain')
  const made = await asOwner.put('/api/_local/teams', { data: { name: 'Ocelots', people: [ownerId, scorekeeper.id, captain.id] } })
  const { id: teamId } = (await made.json()) as { id: string }
  await put(asOwner, `/api/teams/${teamId}/members/${scorekeeper.id}/role`, { role: 'scorekeeper' })
  const dates = { startDate: inDays(-1).slice(0, 10), endDate: inDays(21).slice(0, 10) }
  const season = `/seasons/${await create(asOwner, `/api/teams/${teamId}/seasons`, { label: 'Fall league', ...dates })}`
  const red = await create(asOwner, `/api${season}/groups`, { name: 'Red' })
  const blue = await create(asOwner, `/api${season}/groups`, { name: 'Blue' })
  await put(asOwner, `/api${season}/registrations/${scorekeeper.id}`, { kind: 'captain', groupId: red })
  await put(asOwner, `/api${season}/registrations/${captain.id}`, { kind: 'captain', groupId: blue })
  const matches = { first: { homeGroupId: red, awayGroupId: blue }, second: { homeGroupId: blue, awayGroupId: red } }
  const games = { first: '', second: '' }
  for (const name of ['first', 'second'] as const) {
    games[name] = await publishGame(asOwner, { starts: inDays(2), ends: inDays(2, '14:00'), visibility: 'team', teamId })
    await put(asOwner, `/api${season}/sessions/${games[name]}`, matches[name])
  }
  await passThreeDays(page, other)
  await put(page.request, `/api${season}/sessions/${games.first}/result`, { homeScore: 11, awayScore: 9, version: 0 })

  await page.goto(`/team/${teamId}${season}`)
  await page.getByRole('button', { name: 'Enter the result of Blue against Red' }).click()
  const dialog = page.getByRole('dialog', { name: 'Enter the result' })
  await dialog.getByRole('textbox', { name: 'Blue' }).fill('11')
  await dialog.getByRole('textbox', { name: 'Red' }).fill('5')
  await expectNoHorizontalScroll(page)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save result' }).click()
  const match = (on: Page) => on.getByRole('listitem').filter({ hasText: 'Blue against Red' })
  await expect(match(page)).toContainText('Waiting for Blue to confirm.')

  await other.goto(`/team/${teamId}${season}`)
  await other.getByRole('button', { name: 'Confirm the result of Blue against Red' }).click()
  await expect(match(other)).toContainText('Confirmed.')
  await page.reload()
  await expect(match(page)).toContainText('Confirmed.')
  const sides = page.getByRole('table', { name: 'Table' }).getByRole('rowheader')
  await expect(sides).toHaveText(['Blue', /^Red.*Behind Blue: −4 against \+4 in the matches between Blue and Red$/])
  await expectNoHorizontalScroll(page)
  await expectAccessible(page)
})
