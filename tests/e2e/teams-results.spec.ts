import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { day } from '../../domain/time/spans.ts'
import { inDays } from '../setup/make-game-form.ts'
import { expectAccessible, testWithOwnProduct } from './fixtures.ts'
import { openContextAs, publishGame } from './games.ts'
import { moveClock } from './move-clock.ts'
import { expectNoHorizontalScroll, openOtherPage, signInAsNewPerson } from './people.ts'

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
  await moveClock(pages[0].request, 3 * day)
  for (const page of pages) await page.clock.setSystemTime(Date.now() + 3 * day)
}

testWithOwnProduct(
  'a scorekeeper enters results, the other side confirms one and disputes one, and the table says why @phone',
  async ({ page, browser }) => {
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
    const match = (on: Page, sides = 'Blue against Red') => on.getByRole('listitem').filter({ hasText: sides })
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

    const disputed = 'Red against Blue'
    await other.getByRole('button', { name: `Dispute the result of ${disputed}` }).click()
    const objection = other.getByRole('dialog', { name: 'Dispute the result' })
    await objection.getByRole('textbox', { name: 'What is wrong?' }).fill('We had 10 points.')
    await expectAccessible(other)
    await objection.getByRole('button', { name: 'Dispute' }).click()
    await expect(match(other, disputed)).toContainText('Disputed by Blue.')
    await page.reload()
    await expect(match(page, disputed)).toContainText('Disputed by Blue.')
    await page.getByRole('button', { name: `Correct the result of ${disputed}` }).click()
    const correction = page.getByRole('dialog')
    await correction.getByRole('textbox', { name: 'Blue' }).fill('10')
    await correction.getByRole('button', { name: 'Save result' }).click()
    await expect(match(page, disputed)).toContainText('Confirmed.')
    await other.reload()
    await expect(match(other, disputed)).toContainText('Confirmed.')
    await expect(match(other, disputed)).toContainText('11 to 10')

    const { changes } = (await (await asOwner.get(`/api/teams/${teamId}/changes`)).json()) as { changes: { kind: string }[] }
    const kinds = changes.map(({ kind }) => kind).filter((kind) => kind.startsWith('result'))
    expect(kinds).toEqual(['result-settled', 'result-disputed', 'result-confirmed', 'result-entered', 'result-entered'])
  },
)
