import { beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { ListedTeam } from '../../domain/teams/directory-contract.ts'
import { marfa } from './city-examples.ts'
import { viewerAnswers } from './discover-examples.ts'
import { answerWith, refuse, requestsTo } from './setup/answers.ts'
import { expectAccessible } from './setup/expect-accessible.ts'
import { openApp, someone } from './setup/open-app.tsx'
import { aListedTeam, aTeam } from './team-examples.ts'

const viewer = someone
const communities = page.getByRole('list', { name: 'Communities' })
const filters = page.getByRole('group', { name: 'Filters' })
const lastQuery = () => requestsTo('GET /api/teams/directory').at(-1)?.query
const austin = '4671654'

const javelina = aListedTeam()
const pronghorns: ListedTeam = {
  ...javelina,
  id: 'pronghorns',
  name: 'Pronghorns',
  activity: null,
  role: 'captain',
  next: null,
  members: 1,
  miles: 0,
}

beforeEach(() =>
  answerWith({
    ...viewerAnswers,
    'GET /api/teams/directory': ({ query }) =>
      query.joinMode === 'ask' || query.q === 'zzz' ? { teams: [], next: null } : { teams: [javelina, pronghorns], next: null },
    'GET /api/teams/javelina/detail': aTeam({ id: 'javelina', name: 'Javelina' }),
    'GET /api/cities/1': marfa,
    'GET /api/discover/events': { events: [], next: null },
  }),
)

describe('The directory of communities', () => {
  it('shows those near the home city, with their facts, and leads to their pages', async () => {
    const app = await openApp('/teams-v3', { viewer })
    await expect.element(communities.getByRole('listitem')).toHaveLength(2)
    expect(lastQuery()).toEqual({ cityId: austin })
    const row = communities.getByRole('link', { name: /Javelina/ })
    await expect.element(row).toHaveTextContent(/Tennis · Marfa, TX · about 23 mi · 12 members/)
    await expect.element(row).toHaveTextContent(/Doubles.*Open to all/)
    await expect.element(communities.getByRole('link', { name: /Pronghorns/ })).toHaveTextContent(/1 member.*No upcoming games.*Captain/)
    await expect.element(page.getByText('2 communities within 100 miles of Austin, TX')).toBeVisible()
    await expectAccessible()
    await row.click()
    await expect.poll(app.address).toMatch(/^\/team\/javelina/)
  })

  it('keeps each filter in the URL, and Back takes it away', async () => {
    const app = await openApp('/teams-v3?activity=tennis', { viewer })
    await expect.poll(lastQuery).toEqual({ cityId: austin, activity: 'tennis' })
    await filters.getByRole('button', { name: 'Open to all' }).click()
    await expect.poll(lastQuery).toEqual({ cityId: austin, activity: 'tennis', joinMode: 'open' })
    await filters.getByRole('button', { name: 'Anywhere' }).click()
    await expect.poll(lastQuery).toEqual({ activity: 'tennis', joinMode: 'open' })
    expect(app.address()).toBe('/teams-v3?near=anywhere&activity=tennis&join=open')
    await filters.getByRole('button', { name: 'Remove Tennis' }).click()
    await expect.poll(lastQuery).toEqual({ joinMode: 'open' })
    await app.goBack()
    await expect.element(filters.getByRole('button', { name: 'Remove Tennis' })).toBeVisible()
    expect(app.address()).toBe('/teams-v3?near=anywhere&activity=tennis&join=open')
  })

  it('searches while the person types', async () => {
    const app = await openApp('/teams-v3', { viewer })
    const field = page.getByRole('searchbox', { name: 'Name of a community' })
    await field.fill('jave')
    await expect.poll(lastQuery).toEqual({ cityId: austin, q: 'jave' })
    expect(app.address()).toBe('/teams-v3?q=jave')
  })

  it('offers to remove the filter that finds nothing, and to start a community', async () => {
    await openApp('/teams-v3?join=ask&activity=tennis', { viewer })
    await expect.element(page.getByText('No Tennis communities near Austin yet')).toBeVisible()
    await expect
      .element(page.getByRole('main').getByRole('link', { name: 'Start a community' }).last())
      .toHaveAttribute('href', '/teams/create')
    await page.getByRole('button', { name: 'Show all ways to join' }).click()
    await expect.element(communities.getByRole('listitem')).toHaveLength(2)
  })

  it('shows an empty list and a retry if it fails', async () => {
    answerWith({ ...viewerAnswers, 'GET /api/teams/directory': () => refuse('Unexpected', 'Something went wrong') })
    await openApp('/teams-v3', { viewer })
    await expect.element(page.getByText('We could not load the communities')).toBeVisible()
    await expect.element(communities).not.toBeInTheDocument()
    answerWith({ ...viewerAnswers, 'GET /api/teams/directory': { teams: [javelina], next: null } })
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.element(communities.getByRole('listitem')).toHaveLength(1)
  })
})
