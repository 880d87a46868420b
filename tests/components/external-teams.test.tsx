import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { ExternalGame, ExternalTeam } from '../../domain/external-teams/contract.ts'
import { feedFailureTexts } from '../../domain/external-teams/failures.ts'
import { type ApiRequest, answerWith, refuse, requestsTo } from './setup/answers.ts'
import { expectAccessible } from './setup/expect-accessible.ts'
import { openApp, someone } from './setup/open-app.tsx'

const viewer = someone
const heading = page.getByRole('heading', { level: 1 })
const rows = page.getByRole('list', { name: 'Teams on other sites' }).getByRole('listitem')
const games = page.getByRole('region', { name: 'Upcoming games' })
const dialog = page.getByRole('dialog')
const linkField = dialog.getByLabelText('Calendar link')

const padel: ExternalTeam = {
  ...{ id: 'padel', name: 'River City Padel', address: 'Austin, TX', feedHost: 'padel.example', timeZone: 'America/Chicago' },
  ...{ state: 'active', isFetching: false, fetchedAt: 1, nextFetchAt: 2, failure: null, failedSince: null },
  ...{ skippedEntries: 0, isCut: false, gameCount: 3 },
}

const aGame = (changes: Partial<ExternalGame>): ExternalGame => ({
  ...{ key: 'league', teamId: 'padel', teamName: 'River City Padel', title: 'League night', place: 'Court 2' },
  // Saturday, November 22, from 7:00 to 9:00 PM in Austin
  ...{ startsAt: Date.UTC(2031, 10, 23, 1), endsAt: Date.UTC(2031, 10, 23, 3), timeZone: 'America/Chicago' },
  ...{ days: null, isCancelled: false },
  ...changes,
})

/** What the server has from now on. */
const setTeams = (teams: ExternalTeam[], ...found: ExternalGame[]) =>
  answerWith({ 'GET /api/external-teams': { teams }, 'GET /api/external-teams/games': { games: found, next: null } })

const openPage = () => openApp('/external-teams', { viewer })

const chooseFor = async (name: string, entry: string) => {
  await page.getByRole('button', { name: `More for ${name}` }).click()
  await page.getByRole('menuitem', { name: entry, exact: true }).click()
}

describe('Teams on other sites', () => {
  it('show when their calendar was read, and their games by day in the zone of the games', async () => {
    setTeams(
      [{ ...padel, fetchedAt: Date.now() - 10 * 60_000, skippedEntries: 2 }],
      aGame({}),
      aGame({ key: 'late', title: 'Late game', startsAt: Date.UTC(2031, 10, 23, 5), endsAt: Date.UTC(2031, 10, 23, 7) }),
      aGame({ key: 'cup', title: 'River Cup', days: { firstDate: '2031-11-29', lastDate: '2031-11-30' }, isCancelled: true }),
    )
    await openPage()
    await expect.element(heading).toHaveTextContent('Teams on other sites')
    await expect.element(rows).toHaveTextContent('Austin, TX · padel.example')
    await expect.element(rows).toHaveTextContent(/Read 1\d minutes ago · 3 upcoming games/)
    await expect.element(rows).toHaveTextContent('We could not read 2 entries.')
    const firstDay = games.getByRole('region', { name: 'Saturday, November 22, 2031' })
    await expect
      .element(firstDay)
      .toHaveTextContent(/7:00 to 9:00 PM.*League nightRiver City Padel · Court 2.*11:00 PM to 1:00 AM.*Late game/)
    await expect
      .element(games.getByRole('region', { name: 'Saturday, November 29, 2031' }))
      .toHaveTextContent('Until Sunday, November 30, 2031River Cup Cancelled')
    await expectAccessible()
  })

  it('are reached from the list of communities', async () => {
    setTeams([])
    answerWith({
      'GET /api/teams/mine': { teams: [], next: null },
      'GET /api/teams/mine/deleted': { teams: [] },
      'GET /api/teams/followed': { teams: [], next: null },
      'GET /api/teams/guest-offers': { offers: [] },
      'GET /api/needs-you': { items: [] },
      'GET /api/organizations/mine': { organizations: [] },
    })
    const app = await openApp('/my-communities', { viewer })
    await page.getByRole('link', { name: 'Teams on other sites' }).click()
    await expect.poll(app.address).toBe('/external-teams')
    await expect.element(page.getByText('No teams yet')).toBeVisible()
    await expectAccessible()
  })

  it('can be added; a refused link has its reason at the field', async () => {
    setTeams([])
    answerWith({
      'POST /api/external-teams': ({ body }: ApiRequest) => {
        if (JSON.stringify(body).includes('http://')) {
          return refuse('InvalidInput', 'Please check the form.', [{ path: 'feedUrl', message: feedFailureTexts.notHttps }])
        }
        setTeams([{ ...padel, isFetching: true, fetchedAt: null, gameCount: 0 }])
        return padel
      },
    })
    await openPage()
    await page.getByRole('button', { name: 'Add a team' }).click()
    await dialog.getByLabelText('Name').fill('River City Padel')
    await dialog.getByRole('button', { name: 'Add team' }).click()
    await expect.element(linkField).toHaveAccessibleDescription(/Paste the link of the calendar\./)
    await linkField.fill('http://padel.example/games.ics')
    await dialog.getByRole('button', { name: 'Add team' }).click()
    await expect.element(linkField).toHaveAccessibleDescription(/The link must start with https/)
    await expectAccessible()
    await linkField.fill('webcal://padel.example/games.ics')
    await dialog.getByRole('button', { name: 'Add team' }).click()
    await expect.element(rows).toHaveTextContent('Reading the calendar')
    await expect.element(page.getByText('The games appear here as soon as the calendar is read.')).toBeVisible()
    const sent = requestsTo('POST /api/external-teams').map(({ body }) => body)
    expect(sent).toHaveLength(2)
    expect(sent.at(-1)).toMatchObject({ name: 'River City Padel', address: '', feedUrl: 'webcal://padel.example/games.ics' })
    // The answer after the job has ended shows the games, without a reload.
    setTeams([padel], aGame({}))
    await expect.element(games, { timeout: 10_000 }).toHaveTextContent('League night')
  })

  it('keep their link when it is left empty', async () => {
    setTeams([padel])
    answerWith({
      'PUT /api/external-teams/:id': () => {
        setTeams([{ ...padel, name: 'River Padel' }])
        return { ...padel, name: 'River Padel' }
      },
    })
    await openPage()
    await chooseFor('River City Padel', 'Edit')
    const newLink = dialog.getByLabelText('New calendar link')
    await expect.element(newLink).toHaveValue('')
    await expect.element(newLink).toHaveAccessibleDescription(/Leave this empty to keep the link to padel\.example\./)
    await expectAccessible()
    await dialog.getByLabelText('Name').fill('River Padel')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect.element(rows.getByRole('heading', { name: 'River Padel' })).toBeVisible()
    expect(requestsTo('PUT /api/external-teams/:id').map(({ body }) => body)).toEqual([
      { name: 'River Padel', address: 'Austin, TX', timeZone: 'America/Chicago' },
    ])
  })

  it('can be removed and brought back', async () => {
    setTeams([padel], aGame({}))
    answerWith({
      'DELETE /api/external-teams/:id': () => {
        setTeams([])
        return null
      },
      'POST /api/external-teams/:id/restore': () => {
        setTeams([padel], aGame({}))
        return padel
      },
    })
    await openPage()
    await chooseFor('River City Padel', 'Remove')
    await expect.element(page.getByText('No teams yet')).toBeVisible()
    await expect.element(page.getByText('River City Padel is removed.')).toBeVisible()
    await expect.element(heading).toHaveFocus()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.element(page.getByText('River City Padel is back.')).toBeVisible()
    await expect.element(games).toHaveTextContent('League night')
    expect(requestsTo('POST /api/external-teams/:id/restore').map(({ path }) => path)).toEqual(['/api/external-teams/padel/restore'])
  })

  it('come back with the reason if removing is refused', async () => {
    setTeams([padel])
    answerWith({ 'DELETE /api/external-teams/:id': refuse('Unexpected', 'Something went wrong on our side.') })
    await openPage()
    await chooseFor('River City Padel', 'Remove')
    await expect.element(page.getByText('Something went wrong on our side.')).toBeVisible()
    await expect.element(rows).toHaveTextContent('River City Padel')
  })

  it('say why their calendar failed, and try it again', async () => {
    await page.viewport(390, 844)
    const failed: ExternalTeam = { ...padel, state: 'stopped', nextFetchAt: null, failure: 'signInNeeded', failedSince: 1 }
    setTeams([failed])
    answerWith({ 'POST /api/external-teams/:id/fetch': refuse('TriedJustNow', 'We tried a moment ago. Please wait a minute.') })
    await openPage()
    await expect.element(rows).toHaveTextContent(feedFailureTexts.signInNeeded)
    await expect.element(rows).toHaveTextContent('It failed for two weeks, so we stopped trying.')
    expect(document.documentElement.scrollWidth).toBe(390)
    await expectAccessible()
    const tryNow = page.getByRole('button', { name: 'Try now: River City Padel' })
    await tryNow.click()
    await expect.element(page.getByText('We tried a moment ago. Please wait a minute.')).toBeVisible()
    answerWith({
      'POST /api/external-teams/:id/fetch': () => {
        const tried: ExternalTeam = { ...failed, state: 'active', isFetching: true }
        setTeams([tried])
        return tried
      },
    })
    await tryNow.click()
    await expect.element(rows).toHaveTextContent('Reading the calendar')
    await expect.element(tryNow).toHaveFocus()
    await expect.element(tryNow).toHaveAttribute('aria-busy', 'true')
    setTeams([padel])
    await expect.element(tryNow, { timeout: 10_000 }).not.toBeInTheDocument()
  })

  it('can be loaded again after an error', async () => {
    answerWith({ 'GET /api/external-teams': refuse('Unexpected', 'Something went wrong on our side.') })
    await openPage()
    await expect.element(page.getByText('We could not load your teams')).toBeVisible()
    await expectAccessible()
    setTeams([padel])
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.element(rows).toHaveTextContent('River City Padel')
    await expect.element(page.getByText('No upcoming games.', { exact: true })).toBeVisible()
  })
})
