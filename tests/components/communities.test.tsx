import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { makeEmptyAvailability } from '../../domain/availability/rules.ts'
import type { SearchAnswer } from '../../domain/search/contract.ts'
import type { DeletedTeam, OwnTeam, TeamCard, TeamToLeave } from '../../domain/teams/contract.ts'
import type { ListedTeam } from '../../domain/teams/directory-contract.ts'
import type { TeamsMap } from '../../domain/teams/map-contract.ts'
import { marfa } from './city-examples.ts'
import { aCard, aFoundGame, aroundMarfaQuery, emptyTeamsMap, noGames, viewerAnswers } from './discover-examples.ts'
import { type ApiRequest, answerWith, refuse, requestsTo } from './setup/answers.ts'
import { expectAccessible } from './setup/expect-accessible.ts'
import { openApp, someone } from './setup/open-app.tsx'
import { aTeam, noFacts } from './team-examples.ts'

const viewer = someone
const heading = page.getByRole('heading', { level: 1 })
const games = page.getByRole('list', { name: 'Games' })
const communities = page.getByRole('list', { name: 'Communities' })
const filters = page.getByRole('group', { name: 'Filters' })
const chip = (name: string) => filters.getByRole('button', { name: `Remove ${name}` })

const javelina: TeamCard = { ...noFacts, id: 'javelina', name: 'Javelina', photo: null, city: marfa, members: 1, upcoming: 1 }
const ownJavelina: OwnTeam = {
  ...noFacts,
  ...{ id: 'javelina', name: 'Javelina', description: '', photoKey: null, creatorId: 'alex', createdAt: 1 },
  ...{ city: marfa, members: 2, role: 'member', rights: [], joinedAt: 1, sharesHours: false, unreadAnnouncements: 0, handOver: null },
  next: { id: 'game-a', title: 'Members of Javelina', startsAt: aCard().startsAt, timeZone: 'America/Chicago' },
}
const ownPronghorns: OwnTeam = { ...ownJavelina, id: 'pronghorns', name: 'Pronghorns', role: 'owner', next: null }

beforeEach(() =>
  answerWith({
    ...viewerAnswers,
    'GET /api/teams/guest-offers': { offers: [] },
    'GET /api/needs-you': { items: [] },
    'GET /api/teams/:id/photos': { photos: [] },
    'GET /api/organizations/mine': { organizations: [] },
    'GET /api/teams/followed': { teams: [], next: null },
    'GET /api/discover/events': ({ query }) =>
      query.past === '1'
        ? noGames
        : { events: [aFoundGame({ teamId: query.team ?? null, sides: { home: 'Net Gains', away: 'Sunset Aces' } })], next: null },
    'GET /api/teams/javelina': javelina,
    'GET /api/teams/javelina/detail': aTeam({ id: 'javelina', name: 'Javelina' }),
  }),
)

describe('The games of a community', () => {
  it('are a filter, which its chip removes', async () => {
    const app = await openApp('/discover?team=javelina', { viewer })
    await expect.element(heading).toHaveTextContent('1 game by Javelina')
    await expect.element(page.getByText('Net Gains against Sunset Aces')).toBeVisible()
    await expect.poll(() => document.title).toBe('Games by Javelina · Gather')
    expect(requestsTo('GET /api/discover/events').at(-1)?.query).toEqual({ team: 'javelina' })
    await expectAccessible()
    await chip('Javelina').click()
    await expect.poll(app.address).not.toMatch(/team=/)
    await expect.element(chip('Javelina')).not.toBeInTheDocument()
    await expect.element(filters).toHaveFocus()
    // Without the filter, the list shows games near the home city.
    await expect.element(filters.getByRole('button', { name: /Austin, 15 miles/ })).toBeVisible()
    await app.goBack()
    await expect.element(chip('Javelina')).toBeVisible()
  })

  it('link from an empty list of past games to the upcoming games', async () => {
    await openApp('/discover?team=javelina', { viewer })
    await filters.getByRole('button', { name: /^Past/ }).click()
    await expect.element(page.getByText('No past games by Javelina')).toBeVisible()
    await page.getByRole('button', { name: 'Upcoming games' }).click()
    await expect.element(games.getByRole('link')).toHaveLength(1)
  })

  it('can be chosen from the user’s own communities', async () => {
    answerWith({ 'GET /api/teams/mine': { teams: [ownJavelina], next: null } })
    const app = await openApp(`/discover?city=${marfa.id}`, { viewer })
    await filters.getByRole('button', { name: 'My communities' }).click()
    const javelinaButton = page.getByRole('dialog').getByRole('button', { name: 'Javelina' })
    await javelinaButton.click()
    await expect.element(javelinaButton).toHaveAttribute('aria-pressed', 'true')
    await userEvent.keyboard('{Escape}')
    await expect.element(heading).toHaveTextContent('1 game by Javelina near Marfa')
    await chip('Javelina').click()
    await expect.poll(app.address).not.toMatch(/team=/)
  })

  it('show a message if the community was deleted, and the filter can be removed', async () => {
    answerWith({ 'GET /api/discover/events': noGames, 'GET /api/teams/javelina': refuse('TeamNotFound', 'Team not found') })
    const app = await openApp('/discover?team=javelina', { viewer })
    await expect.element(page.getByText('This community no longer exists')).toBeVisible()
    await expect.element(chip('Deleted community')).toBeVisible()
    await expectAccessible()
    await page.getByRole('button', { name: 'Show all games' }).click()
    await expect.poll(app.address).not.toMatch(/team=/)
    await expect.element(filters.getByRole('button', { name: /Austin, 15 miles/ })).toBeVisible()
  })
})

describe('Communities', () => {
  const mapOfJavelina: TeamsMap = {
    ...emptyTeamsMap,
    teams: [{ id: 'javelina', name: 'Javelina', members: 1, lat: marfa.lat, lng: marfa.lng }],
  }

  it('are shown with their cities in a list and on a map', async () => {
    answerWith({ 'GET /api/teams': { teams: [javelina], next: null }, 'GET /api/teams/map': mapOfJavelina })
    const app = await openApp(`/discover?city=${marfa.id}`, { viewer })
    await page.getByRole('navigation', { name: 'Discover' }).getByRole('link', { name: 'Communities' }).click()
    await expect.poll(app.address).toMatch(/^\/discover\/teams\?city=/)
    await expect.poll(() => document.title).toBe('Communities near Marfa, TX · Gather')
    const row = communities.getByRole('link', { name: /Javelina/ })
    await expect.element(row).toHaveTextContent('Marfa, TX · 1 member')
    await expect.element(row).toHaveAttribute('href', '/team/javelina')
    await expect.poll(() => document.querySelectorAll('.map-spot').length).toBe(1)
    await expectAccessible()
  })

  it('are shown on a map above the list on a phone', async () => {
    await page.viewport(390, 844)
    answerWith({ 'GET /api/teams': { teams: [javelina], next: null }, 'GET /api/teams/map': mapOfJavelina })
    await openApp(`/discover/teams?${aroundMarfaQuery}`, { viewer })
    await expect.element(communities.getByRole('link', { name: /Javelina/ })).toBeVisible()
    expect(document.documentElement.scrollWidth).toBe(390)
    await page.getByRole('button', { name: 'Map', exact: true }).click()
    await expect.poll(() => document.querySelectorAll('.map-spot').length).toBe(1)
    await expectAccessible()
  })

  it('are searched farther away if there are none near', async () => {
    answerWith({ 'GET /api/teams': ({ query }) => ({ teams: Number(query.south) < 30 ? [javelina] : [], next: null }) })
    const app = await openApp('/discover/teams?lat=31.2&lng=-104.02&radius=30', { viewer })
    await expect.element(page.getByText('No communities here yet')).toBeVisible()
    await expectAccessible()
    await page.getByRole('button', { name: 'Search a larger area' }).click()
    await expect.poll(app.address).toMatch(/radius=90/)
    await expect.element(communities.getByRole('link', { name: /Javelina/ })).toBeVisible()
  })

  it('are found by name below the games, with the keyboard', async () => {
    const answer: SearchAnswer = { events: [{ ...aCard(), nextDates: [] }], teams: [javelina], places: [], people: [], corrections: [] }
    answerWith({ 'GET /api/search': answer })
    const app = await openApp('/full-search?q=javelin', { viewer })
    const found = page.getByRole('region', { name: 'Communities' }).getByRole('link', { name: /1 member.*1 upcoming game/ })
    await expect.element(found).toHaveTextContent('Javelina')
    await expectAccessible()
    await page.getByRole('searchbox', { name: 'Search games, communities, people and places' }).click()
    // After the question and a game.
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}')
    await expect.element(found).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.poll(app.address).toBe('/team/javelina')
  })
})

describe('My communities', () => {
  const ownList = page.getByRole('list', { name: 'Your communities' })
  const rows = ownList.getByRole('listitem')
  const more = (name: string) => page.getByRole('button', { name: `More for ${name}` })
  const item = (name: string) => page.getByRole('menuitem', { name, exact: true })

  /** Sets the list on the server. Leaving a community or handing it over removes it from the list. */
  const setOwnTeams = (...teams: OwnTeam[]) => {
    answerWith({ 'GET /api/teams/mine': { teams, next: null } })
  }

  beforeEach(() => answerWith({ 'GET /api/teams/mine/deleted': { teams: [] } }))

  it('are followed by those that the user follows, each with its next game', async () => {
    setOwnTeams(ownPronghorns)
    const { id, name, city, members, next } = ownJavelina
    const followed: ListedTeam = {
      ...noFacts,
      ...{ id, name, city, members, next, photo: null, activity: 'tennis', joinMode: 'open', mainColor: null, miles: null, role: null },
    }
    let isReached = false
    answerWith({
      'GET /api/teams/followed': () => (isReached ? { teams: [followed], next: null } : refuse('TooManyRequests', 'Please wait a moment.')),
    })
    await openApp('/my-communities', { viewer })
    await expect.element(page.getByText('We could not load the communities you follow')).toBeVisible()
    isReached = true
    await page.getByRole('button', { name: 'Try again' }).click()
    const list = page.getByRole('list', { name: 'Communities you follow' })
    await expect.element(list.getByRole('link', { name: /Javelina/ })).toHaveAttribute('href', '/team/javelina')
    await expect.element(list).toHaveTextContent('Members of Javelina')
    await expectAccessible()
  })

  it('show the user’s role and the next game, and link to their pages', async () => {
    setOwnTeams(ownJavelina, ownPronghorns)
    const app = await openApp('/my-communities', { viewer })
    await expect.element(heading).toHaveTextContent('Your Communities')
    await expect.element(rows.first()).toHaveTextContent('Member · Marfa, TX · 2 members')
    await expect.element(rows.first().getByRole('link', { name: /Members of Javelina/ })).toHaveAttribute('href', '/evt/game-a')
    await expectAccessible()
    await rows.first().getByRole('link').first().click()
    await expect.poll(app.address).toBe('/team/javelina')
    await expect.element(heading).toHaveTextContent('Javelina')
  })

  it('let members share their hours, and stop it', async () => {
    setOwnTeams(ownJavelina)
    answerWith({
      'GET /api/availability': { availability: makeEmptyAvailability('America/Chicago'), version: 1 },
      'PUT /api/teams/:id/hours/sharing': ({ body }: ApiRequest) => {
        setOwnTeams({ ...ownJavelina, sharesHours: JSON.stringify(body) === '{"isSharing":true}' })
        return null
      },
    })
    await openApp('/my-communities', { viewer })
    await more('Javelina').click()
    await expect.element(item('When can we play?')).toBeVisible()
    await item('Share my hours').click()
    await expect.element(page.getByText('You share your hours with this community.')).toBeVisible()
    await more('Javelina').click()
    await item('Stop sharing my hours').click()
    await expect.element(page.getByText('You no longer share your hours with this community.')).toBeVisible()
    expect(requestsTo('PUT /api/teams/:id/hours/sharing').map(({ body }) => body)).toEqual([{ isSharing: true }, { isSharing: false }])
  })

  it('say that somebody who shares their hours has entered none yet', async () => {
    setOwnTeams(ownJavelina)
    answerWith({ 'GET /api/availability': { availability: null, version: 0 }, 'PUT /api/teams/:id/hours/sharing': null })
    const app = await openApp('/my-communities', { viewer })
    await more('Javelina').click()
    await item('Share my hours').click()
    await expect.element(page.getByText('You share your hours, but you have not entered any hours yet.')).toBeVisible()
    await page.getByRole('button', { name: 'Enter your hours' }).click()
    await expect.poll(app.address).toBe('/settings?tab=availability')
  })

  it('lead to the switch that mutes a community', async () => {
    setOwnTeams(ownJavelina)
    // The settings stay empty here: the tests of the notification settings show that the switch gets the focus.
    answerWith({ 'GET /api/notifications/settings': () => new Promise(() => {}) })
    const app = await openApp('/my-communities', { viewer })
    await more('Javelina').click()
    await item('Mute or unmute').click()
    await expect.poll(app.address).toBe('/settings?tab=notification#mute-javelina')
  })

  it('can be left; the list is then requested again, and the focus moves to its top', async () => {
    setOwnTeams(ownJavelina)
    answerWith({
      'DELETE /api/teams/:id/members/me': () => {
        setOwnTeams()
        return null
      },
    })
    await openApp('/my-communities', { viewer })
    await more('Javelina').click()
    await item('Leave').click()
    await expect.element(page.getByRole('alertdialog', { name: 'Leave Javelina?' })).toBeVisible()
    await expectAccessible()
    const askedBefore = requestsTo('GET /api/teams/mine').length
    await page.getByRole('button', { name: 'Leave', exact: true }).click()
    await expect.element(page.getByText('You have not joined a community yet')).toBeVisible()
    await expect.element(heading).toHaveFocus()
    await expect.element(page.getByText('You have left Javelina.')).toBeVisible()
    await expect.poll(() => requestsTo('GET /api/teams/mine').length).toBeGreaterThan(askedBefore)
    expect(requestsTo('DELETE /api/teams/:id/members/me').map(({ path }) => path)).toEqual(['/api/teams/javelina/members/me'])
    await expect.element(page.getByRole('link', { name: 'Find communities near you' })).toHaveAttribute('href', '/teams-v3')
    await expectAccessible()
  })

  const alex = { id: 'alex', name: 'Alex Rally', pictureUrl: null }
  const expiresAt = Date.now() + 7 * 86_400_000

  it('are offered to a member by their owner, who cannot leave before', async () => {
    setOwnTeams(ownPronghorns)
    const held: TeamToLeave = { id: 'pronghorns', name: 'Pronghorns', role: 'owner', members: [alex], handOver: null }
    answerWith({
      'GET /api/accounts/deletion': { teams: [held], games: [], disputes: 0 },
      'POST /api/teams/:id/hand-over': () => {
        setOwnTeams({ ...ownPronghorns, handOver: { isToMe: false, person: alex, expiresAt } })
        answerWith({
          'GET /api/accounts/deletion': { teams: [{ ...held, handOver: { person: alex, expiresAt } }], games: [], disputes: 0 },
        })
        return null
      },
      'DELETE /api/teams/:id/hand-over': () => {
        setOwnTeams(ownPronghorns)
        return null
      },
    })
    await openApp('/my-communities', { viewer })
    await more('Pronghorns').click()
    await expect.element(item('Leave')).not.toBeInTheDocument()
    await page.getByRole('menuitem', { name: 'Hand over' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabelText('Who takes over Pronghorns?').click()
    await page.getByRole('option', { name: 'Alex Rally' }).click()
    await expectAccessible()
    await dialog.getByRole('button', { name: 'Ask Alex Rally to take over' }).click()
    await expect.element(dialog.getByText(/You asked Alex Rally to take over\. .*Until then you are the owner\./)).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(rows.first()).toHaveTextContent('Owner')
    await expectAccessible()
    await page.getByRole('button', { name: 'Take the offer back for Pronghorns' }).click()
    await expect.element(page.getByText(/You asked Alex Rally/)).not.toBeInTheDocument()
    expect(requestsTo('POST /api/teams/:id/hand-over').map(({ path, body }) => ({ path, body }))).toEqual([
      { path: '/api/teams/pronghorns/hand-over', body: { to: 'alex' } },
    ])
  })

  it.each([
    ['accept', 'Take over Javelina', 'Owner'],
    ['decline', 'Decline Javelina', 'Member'],
  ])('can be taken over or not by the member who is asked: %s', async (answer, button, role) => {
    setOwnTeams({ ...ownJavelina, handOver: { isToMe: true, person: alex, expiresAt } })
    answerWith({
      [`POST /api/teams/:id/hand-over/${answer}`]: () => {
        setOwnTeams({ ...ownJavelina, role: answer === 'accept' ? 'owner' : 'member' })
        return null
      },
    })
    await openApp('/my-communities', { viewer })
    await expect.element(page.getByText('Alex Rally asks you to take over')).toBeVisible()
    await expectAccessible()
    await page.getByRole('button', { name: button }).click()
    await expect.element(page.getByText('Alex Rally asks you to take over')).not.toBeInTheDocument()
    await expect.element(rows.first()).toHaveTextContent(role)
  })

  it('say why an offer can no longer be accepted', async () => {
    setOwnTeams({ ...ownJavelina, handOver: { isToMe: true, person: alex, expiresAt } })
    answerWith({ 'POST /api/teams/:id/hand-over/accept': refuse('HandOverOver', 'This offer is no longer open.') })
    await openApp('/my-communities', { viewer })
    await page.getByRole('button', { name: 'Take over Javelina' }).click()
    await expect.element(page.getByText('This offer is no longer open.')).toBeVisible()
  })

  it('come back with the reason if leaving is refused', async () => {
    setOwnTeams(ownJavelina)
    answerWith({
      'DELETE /api/teams/:id/members/me': () => {
        // Meanwhile, the user has become its owner.
        setOwnTeams({ ...ownJavelina, role: 'owner' })
        return refuse('OwnerCannotLeave', 'Hand the community over to someone else before you leave.')
      },
    })
    await openApp('/my-communities', { viewer })
    await more('Javelina').click()
    await item('Leave').click()
    await page.getByRole('button', { name: 'Leave', exact: true }).click()
    await expect.element(page.getByText('Hand the community over to someone else before you leave.')).toBeVisible()
    await expect.element(rows.first()).toHaveTextContent('Owner · Marfa, TX · 2 members')
  })
  it('list deleted ones with the days that are left, and bring them back', async () => {
    const now = Date.now()
    const deleted: DeletedTeam = {
      ...{ id: 'quails', name: 'Quails', photoKey: null, members: 12 },
      ...{ deletedAt: now - 26.4 * 86_400_000, purgeAt: now + 3.6 * 86_400_000 },
    }
    let isRefused = true
    setOwnTeams()
    answerWith({
      'GET /api/teams/mine/deleted': { teams: [deleted] },
      'POST /api/teams/quails/restore': () => {
        if (isRefused) return refuse('OwnedTeamsFull', 'A person can own up to 50 communities.')
        setOwnTeams({ ...ownPronghorns, id: 'quails', name: 'Quails' })
        answerWith({ 'GET /api/teams/mine/deleted': { teams: [] } })
        return null
      },
    })
    await openApp('/my-communities', { viewer })
    const list = page.getByRole('list', { name: 'Deleted communities' })
    await expect.element(list.getByRole('listitem')).toHaveTextContent(/Quails.*12 members · 4 days left/)
    await expectAccessible()
    await list.getByRole('button', { name: 'Bring back Quails' }).click()
    await expect.element(page.getByText('A person can own up to 50 communities.')).toBeVisible()
    isRefused = false
    await list.getByRole('button', { name: 'Bring back Quails' }).click()
    await expect.element(page.getByText('Quails is back.')).toBeVisible()
    await expect.element(rows.first()).toHaveTextContent('Quails')
    await expect.element(list).not.toBeInTheDocument()
    await expect.element(heading).toHaveFocus()
  })
})
