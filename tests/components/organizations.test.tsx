import { beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { OrganizationChange } from '../../domain/organizations/changes-contract.ts'
import type { Organization, OrganizationPeople, OrganizationSeasons, OrganizationTeam } from '../../domain/organizations/contract.ts'
import { aFoundGame } from './discover-examples.ts'
import { answerWith, refuse, requestsTo } from './setup/answers.ts'
import { expectAccessible } from './setup/expect-accessible.ts'
import { openApp, someone } from './setup/open-app.tsx'
import { aTeam, noFacts } from './team-examples.ts'

const viewer = someone
const heading = page.getByRole('heading', { level: 1 })
const main = page.getByRole('main')
const tabs = page.getByRole('navigation', { name: 'Organization' })

const aMember = (more: Partial<OrganizationTeam> = {}): OrganizationTeam => ({
  ...noFacts,
  id: 'smashers',
  name: 'Sunset Smashers',
  photo: null,
  city: { id: 4671654, name: 'Austin', state: 'TX', lat: 30.27, lng: -97.74 },
  members: 38,
  activity: 'pickleball',
  mainColor: 'green',
  state: 'belongs',
  mayDecide: false,
  ...more,
})

const anOrganization = (more: Partial<Organization> = {}): Organization => ({
  id: 'league',
  name: 'City League',
  description: 'All clubs of the city.',
  createdAt: Date.UTC(2024, 2, 1),
  version: 3,
  owner: { id: 'dana', name: 'Dana Alvarez', pictureUrl: null },
  isMine: false,
  teams: [aMember()],
  ...more,
})

const setOrganization = (more: Partial<Organization> = {}) => answerWith({ 'GET /api/organizations/league': anOrganization(more) })
const aSeason = {
  id: 'fall',
  label: 'Fall',
  startDate: '2020-01-01',
  endDate: '2999-01-01',
  team: { id: 'smashers', name: 'Sunset Smashers' },
}

beforeEach(() => {
  setOrganization()
  answerWith({
    'GET /api/organizations/league/games': {
      events: [aFoundGame({ teamId: 'smashers' }), aFoundGame({ id: 'other', title: 'Of nobody' })],
      next: null,
    },
    'GET /api/organizations/league/seasons': {
      seasons: [aSeason, { ...aSeason, id: 'other', label: 'Winter' }],
    } satisfies OrganizationSeasons,
    'GET /api/organizations/league/people': {
      people: [
        {
          person: { id: 'dana', name: 'Dana Alvarez', pictureUrl: null },
          isOwner: true,
          teams: [{ id: 'smashers', name: 'Sunset Smashers', role: 'organizer' }],
        },
      ],
    } satisfies OrganizationPeople,
  })
})

describe('The page of an organization', () => {
  it('shows its communities first, and has tabs for the rest', async () => {
    const app = await openApp('/organization/league', { viewer })
    await expect.element(heading).toHaveTextContent('City League')
    await expect.element(main).toHaveTextContent('Organization · 1 community · since 2024')
    await expect.element(main.getByRole('link', { name: /Sunset Smashers/ })).toHaveAttribute('href', '/team/smashers')
    await expect.poll(() => document.title).toBe('City League · Gather')
    await expectAccessible()
    await tabs.getByRole('link', { name: 'Games' }).click()
    await expect.element(main.getByRole('link', { name: /Chinati tennis/ })).toBeVisible()
    const hosts = main.getByRole('list', { name: 'Games' }).getByRole('link', { name: 'Sunset Smashers', exact: true })
    await expect.element(hosts).toHaveAttribute('href', '/team/smashers')
    await expectAccessible()
    await expect.poll(() => document.title).toBe('Games · City League · Gather')
    expect(app.address()).toBe('/organization/league/games')
    await tabs.getByRole('link', { name: 'Seasons' }).click()
    await expect.element(main.getByRole('link', { name: /Fall/ })).toHaveAttribute('href', '/team/smashers/seasons/fall')
    await expect.element(main.getByRole('link', { name: /Winter/ })).toHaveAttribute('href', '/team/smashers/seasons/other')
    await tabs.getByRole('link', { name: 'People' }).click()
    await expect.element(main).toHaveTextContent('Runs the organization · Organizer of Sunset Smashers')
    await expect.element(main.getByRole('link', { name: /Dana Alvarez/ })).toHaveAttribute('href', '/profile/dana')
    await tabs.getByRole('link', { name: 'About' }).click()
    await expect.element(main).toHaveTextContent('All clubs of the city.')
    await expect.element(main).toHaveTextContent('Run by Dana Alvarez since March 2024')
    await expectAccessible()
  })

  it('shows a series of a community as one row with its next dates', async () => {
    const dates = [Date.UTC(2030, 0, 5, 18), Date.UTC(2030, 0, 12, 18)] as const
    const first = aFoundGame({ teamId: 'smashers', seriesId: 'weekly', startsAt: dates[0], nextDates: [dates[1]] })
    const second = aFoundGame({ id: 'second', teamId: 'smashers', seriesId: 'weekly', startsAt: dates[1] })
    answerWith({ 'GET /api/organizations/league/games': { events: [first, second], next: null } })
    await openApp('/organization/league/games', { viewer })
    const games = main.getByRole('list', { name: 'Games' })
    await expect.element(games).toHaveTextContent('Also Jan 12, 2030')
    await expect.element(games.getByRole('listitem')).toHaveLength(1)
  })

  it('fades its tabs on a phone where they are cut off, and scrolls to the one that is open', async () => {
    await page.viewport(390, 844)
    const app = await openApp('/organization/league', { viewer })
    const readRow = () => {
      const row = tabs.element()
      const { left, right } = row.querySelector('[aria-current]')?.getBoundingClientRect() ?? {}
      const fades = { left: row.matches('[data-cut-left]'), right: row.matches('[data-cut-right]') }
      return {
        isInSight: left !== undefined && left >= 0 && Number(right) <= 390,
        fades,
        hasMask: getComputedStyle(row).maskImage !== 'none',
      }
    }
    await expect.element(tabs).toBeVisible()
    await expect.poll(readRow).toEqual({ isInSight: true, fades: { left: false, right: true }, hasMask: true })
    await app.goTo('/organization/league/about')
    await expect.element(main).toHaveTextContent('Run by Dana Alvarez since March 2024')
    await expect.poll(readRow).toEqual({ isInSight: true, fades: { left: true, right: false }, hasMask: true })
    await page.viewport(1440, 900)
    await expect.poll(readRow).toMatchObject({ fades: { left: false, right: false } })
  })

  it('is its front page at the address of an unknown child', async () => {
    await openApp('/organization/league/nothing/here', { viewer })
    await expect.element(main.getByRole('heading', { name: 'Communities' })).toBeVisible()
  })

  it('asks visitors to log in to see the people, and says when there is no such organization', async () => {
    const app = await openApp('/organization/league/people')
    await expect.element(main.getByRole('link', { name: 'Log in' })).toBeVisible()
    expect(requestsTo('GET /api/organizations/league/people')).toEqual([])
    answerWith({ 'GET /api/organizations/league': refuse('OrganizationNotFound', 'We could not find this organization.') })
    await app.reload()
    await expect.element(heading).toHaveTextContent('Organization not found')
    await expectAccessible()
  })

  it('offers a retry for a list that could not be loaded', async () => {
    answerWith({ 'GET /api/organizations/league/seasons': refuse('Conflict', 'Try again.') })
    await openApp('/organization/league/seasons')
    await expect.element(main).toHaveTextContent('We could not load the seasons')
    answerWith({ 'GET /api/organizations/league/seasons': { seasons: [] } })
    await main.getByRole('button', { name: 'Try again' }).click()
    await expect.element(main).toHaveTextContent('No seasons to show')
  })
})

describe('Its owner', () => {
  it('asks a community, and sees that it was asked', async () => {
    setOrganization({ isMine: true, teams: [] })
    answerWith({
      'GET /api/teams/directory': {
        teams: [{ ...aMember(), joinMode: 'open', miles: null, role: null, next: null }],
        next: null,
      },
      'PUT /api/organizations/league/teams/smashers': () => {
        setOrganization({ isMine: true, teams: [aMember({ state: 'teamMustAgree' })] })
        return { belongs: false }
      },
    })
    await openApp('/organization/league', { viewer })
    await page.getByRole('button', { name: 'Ask a community' }).click()
    await page.getByLabelText('Name of the community').fill('smash')
    await page.getByRole('button', { name: 'Ask: Sunset Smashers' }).click()
    await expect.element(page.getByRole('dialog')).toHaveTextContent('Asked')
    await expectAccessible()
    await page.getByRole('button', { name: 'Done' }).click()
    await expect.element(main).toHaveTextContent('Asked, no answer yet')
    await expect.element(main.getByRole('button', { name: 'Take back: Sunset Smashers' })).toBeVisible()
  })

  it('accepts a community that asks, edits, and deletes by typing the name', async () => {
    setOrganization({ isMine: true, teams: [aMember({ state: 'organizationMustAgree' })] })
    answerWith({
      'PUT /api/organizations/league/teams/smashers': () => {
        setOrganization({ isMine: true })
        return { belongs: true }
      },
      'PUT /api/organizations/league': null,
      'DELETE /api/organizations/league': null,
      'GET /api/organizations/mine': { organizations: [] },
      'GET /api/teams/mine': { teams: [], next: null },
      'GET /api/teams/mine/deleted': { teams: [] },
      'GET /api/teams/followed': { teams: [], next: null },
      'GET /api/teams/guest-offers': { offers: [] },
      'GET /api/needs-you': { items: [] },
    })
    const app = await openApp('/organization/league', { viewer })
    await main.getByRole('button', { name: 'Accept: Sunset Smashers' }).click()
    await expect.element(main.getByRole('button', { name: 'Remove: Sunset Smashers' })).toBeVisible()
    await main.getByRole('button', { name: 'Edit' }).click()
    await page.getByLabelText('Name', { exact: true }).fill('Town League')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect
      .poll(() => requestsTo('PUT /api/organizations/league').at(-1)?.body)
      .toEqual({ name: 'Town League', description: 'All clubs of the city.', version: 3 })
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
    expect(main.getByRole('button', { name: 'Delete' }).elements()).toEqual([])
    await main.getByRole('button', { name: 'Edit' }).click()
    await page.getByRole('button', { name: 'Delete organization' }).click()
    const dialog = page.getByRole('alertdialog')
    await expect.element(dialog.getByRole('button', { name: 'Delete' })).toBeDisabled()
    await dialog.getByRole('textbox').fill('City League')
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await expect.poll(app.address).toBe('/my-communities')
    expect(requestsTo('DELETE /api/organizations/league').at(-1)?.query).toEqual({ name: 'City League' })
  })

  it('reads who changed what, page by page', async () => {
    setOrganization({ isMine: true })
    const dana = { id: 'dana', name: 'Dana Alvarez', pictureUrl: null }
    const aChange = (id: string, more: Partial<OrganizationChange>): OrganizationChange => ({
      ...{ id, kind: 'edited', at: Date.UTC(2025, 4, 1), actor: dana, team: null, fields: null },
      ...more,
    })
    answerWith({ 'GET /api/organizations/league/changes': refuse('Unexpected', 'Something went wrong.') })
    await openApp('/organization/league', { viewer })
    await main.getByRole('button', { name: 'Edit' }).click()
    await page.getByRole('button', { name: 'See who changed what' }).click()
    await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible()
    answerWith({
      'GET /api/organizations/league/changes': ({ query }) =>
        query.cursor === 'older'
          ? { changes: [aChange('c', { kind: 'created' })], next: null }
          : {
              changes: [
                aChange('a', { kind: 'team-removed', team: 'Sunset Smashers' }),
                aChange('b', { kind: 'edited', fields: ['name', 'description'], actor: null }),
              ],
              next: 'older',
            },
    })
    await page.getByRole('button', { name: 'Try again' }).click()
    const rows = page.getByRole('list', { name: 'Changes' }).getByRole('listitem')
    await expect.element(rows.first()).toHaveTextContent('Dana Alvarez removed Sunset Smashers.')
    await expect.element(rows.nth(1)).toHaveTextContent('Someone changed the name and the description.')
    await expectAccessible()
    await page.getByRole('button', { name: 'Show more' }).click()
    await expect.element(rows.nth(2)).toHaveTextContent('Dana Alvarez created the organization.')
  })

  it('is whoever creates one on the page of their communities', async () => {
    answerWith({
      'GET /api/organizations/mine': { organizations: [{ id: 'league', name: 'City League' }] },
      'GET /api/teams/mine': { teams: [], next: null },
      'GET /api/teams/mine/deleted': { teams: [] },
      'GET /api/teams/followed': { teams: [], next: null },
      'GET /api/teams/guest-offers': { offers: [] },
      'GET /api/needs-you': { items: [] },
      'POST /api/organizations': { id: 'league' },
    })
    const app = await openApp('/my-communities', { viewer })
    await expect.element(main.getByRole('link', { name: 'City League' })).toHaveAttribute('href', '/organization/league')
    await main.getByRole('button', { name: 'New organization' }).click()
    await page.getByLabelText('Name', { exact: true }).fill('City League')
    await expectAccessible()
    await page.getByRole('button', { name: 'Create organization' }).click()
    await expect.poll(app.address).toBe('/organization/league')
  })
})

describe('The page of a community', () => {
  it('says to which organizations it belongs, and lets its organizers answer one that asks', async () => {
    const asks = { role: 'organizer', askedBy: [{ id: 'league', name: 'City League' }] } as const
    const setTeam = (more: Parameters<typeof aTeam>[0]) => answerWith({ 'GET /api/teams/smashers/detail': aTeam(more) })
    setTeam({ ...asks, askedBy: [...asks.askedBy] })
    answerWith({
      'GET /api/teams/:id/photos': { photos: [] },
      'GET /api/discover/events': { events: [], games: 0, next: null, ranked: null },
      'PUT /api/organizations/league/teams/smashers': () => {
        setTeam({ role: 'organizer', organizations: [{ id: 'league', name: 'City League' }] })
        return { belongs: true }
      },
    })
    await openApp('/team/smashers', { viewer })
    await expect.element(main).toHaveTextContent('City League asks this community to be part of it.')
    await expectAccessible()
    await main.getByRole('button', { name: 'Accept: City League' }).click()
    await expect.element(main).toHaveTextContent('Part of City League')
    await expect.element(main.getByRole('link', { name: 'City League' })).toHaveAttribute('href', '/organization/league')
  })
})
