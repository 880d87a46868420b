import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { HomeNearby, HomeUpcoming, OpenSetupTasks } from '../../domain/home/contract.ts'
import type { NearPlayer, NearPlayers } from '../../domain/people/contract.ts'
import type { RegistrationPage } from '../../domain/seasons/contract.ts'
import { defaultBoot } from '../../web/boot.ts'
import { austin } from './city-examples.ts'
import { aCard, aFoundGame, ownProfile } from './discover-examples.ts'
import { answerWith, refuse, requestsTo } from './setup/answers.ts'
import { expectAccessible } from './setup/expect-accessible.ts'
import { openApp, someone } from './setup/open-app.tsx'

const viewer = { ...someone, name: 'Maya Rivera' }
const main = page.getByRole('main')
const section = (name: string) => page.getByRole('region', { name, exact: true })
const cardButton = page.getByRole('button', { name: 'Player card' })
const card = page.getByRole('dialog', { name: 'Player card' })
const maya = { ...ownProfile, displayName: 'Maya Rivera', email: 'player@demo.test' }

const nextDates = [Date.UTC(2030, 0, 12, 18), Date.UTC(2030, 0, 19, 18)]
const openPlay = {
  ...aCard({ id: 'open-play', title: 'Saturday sunrise open play', mine: 'going', taken: 9 }),
  nextDates: [],
  isGuest: false,
}
const waitlistedGame = { ...aCard({ id: 'later', title: 'Evening doubles', mine: 'waiting' }), nextDates, isGuest: false }
const face = { id: 'noor', name: 'Noor', pictureUrl: null }
const yara: NearPlayer = {
  person: { id: 'yara', name: 'Yara', pictureUrl: null },
  city: { name: 'Austin', state: 'TX' },
  miles: 3,
  shared: [{ activity: 'fencing', level: 3 }],
  hoursTogether: null,
  connection: null,
}
const seasons: RegistrationPage = {
  registrations: [
    {
      ...{
        id: 'fall',
        seasonLabel: 'Fall 2026',
        startDate: '2026-09-01',
        child: null,
        groupName: null,
        endDate: '2026-11-30',
        submission: { id: 'sent', formId: 'league' },
      },
      team: { id: 'smashers', name: 'Sunset Smashers', pictureUrl: null },
    },
    {
      ...{ id: 'spring', seasonLabel: 'Spring 2026', startDate: '2026-03-01', endDate: '2026-05-31', submission: null },
      ...{ child: null, groupName: null },
      team: { id: 'smashers', name: 'Sunset Smashers', pictureUrl: null },
    },
  ],
  next: null,
}

beforeEach(() =>
  answerWith({
    'GET /api/profiles/me': maya,
    'GET /api/home/upcoming': {
      events: [openPlay, waitlistedGame],
      faces: [face],
      isIndoor: false,
      otherGames: [],
    } satisfies HomeUpcoming,
    'GET /api/home/nearby': {
      city: austin,
      events: [
        aFoundGame({ id: 'open-play', title: 'Saturday sunrise open play' }),
        aFoundGame({ id: 'near', title: 'Near game', miles: 2.2, nextDates }),
      ],
    } satisfies HomeNearby,
    'GET /api/home/setup-tasks': { tasks: [] } satisfies OpenSetupTasks,
    'GET /api/people/near': { players: [yara], city: 'Austin' } satisfies NearPlayers,
    'GET /api/seasons/mine': seasons,
    'GET /api/needs-you': { items: [] },
  }),
)

describe('Home', () => {
  it('shows a game in which a friend has the party, and the price of games nearby', async () => {
    answerWith({
      'GET /api/home/upcoming': {
        events: [openPlay, { ...aCard({ id: 'party', title: 'Clinic with Ana' }), nextDates: [], isGuest: true }],
        faces: [],
        isIndoor: null,
        otherGames: [],
      } satisfies HomeUpcoming,
      'GET /api/home/nearby': {
        city: austin,
        events: [aFoundGame({ id: 'paid', title: 'Paid game', price: { amount: 1500, currency: 'usd' } })],
      } satisfies HomeNearby,
    })
    await openApp('/', { ...defaultBoot, viewer })
    await expect.element(section('Later games').getByRole('listitem').filter({ hasText: 'Clinic with Ana' })).toHaveTextContent('Guest')
    await expect.element(section('Later games').getByRole('link', { name: 'See all your games' })).toHaveAttribute('href', '/my-games')
    await expect.element(section('Near Austin').getByRole('listitem')).toHaveTextContent('$15')
  })

  it('shows the next games of teams on other sites, which only their own sites can change', async () => {
    const game: HomeUpcoming['otherGames'][number] = {
      ...{ key: 'padel 1', teamId: 'padel', teamName: 'River City Padel', title: 'Away at Dock 4', place: 'Dock 4' },
      ...{
        startsAt: Date.now() + 86_400_000,
        endsAt: Date.now() + 90_000_000,
        timeZone: 'America/Chicago',
        days: null,
        isCancelled: false,
      },
    }
    const others = main.getByRole('region', { name: 'With your other teams' })
    const app = await openApp('/home', { viewer })
    await expect.element(main.getByRole('link', { name: /Saturday sunrise open play/ })).toBeVisible()
    await expect.element(others).not.toBeInTheDocument()
    const otherGames = [game, { ...game, key: 'padel 2', title: 'Cup', isCancelled: true }]
    answerWith({ 'GET /api/home/upcoming': { events: [], faces: [], isIndoor: null, otherGames } satisfies HomeUpcoming })
    await app.reload()
    await expect.element(others.getByRole('listitem')).toHaveLength(2)
    await expect.element(others.getByRole('listitem').nth(0)).toHaveTextContent(/Away at Dock 4.* · River City Padel · Dock 4/)
    await expect.element(others.getByRole('listitem').nth(1)).toHaveTextContent('Cup Cancelled')
    await expect.element(others.getByRole('link')).toHaveAttribute('href', '/external-teams')
    await expectAccessible()
  })

  it('shows the next games, the games nearby, and links to other pages', async () => {
    await openApp('/home', { viewer })
    await expect.element(page.getByRole('heading', { level: 1, name: /, Maya$/ })).toBeVisible()
    const next = main.getByRole('link', { name: /Saturday sunrise open play/ })
    await expect.element(next).toHaveAttribute('href', '/evt/open-play')
    await expect.element(next).toHaveTextContent('Chinati Courts')
    await expect.element(next).toHaveTextContent(/in (\d+ days?|\d+ h)/)
    await expect.element(main.getByText(/^Sunset at /)).toBeVisible()
    await expect.element(main.getByRole('link', { name: 'Directions to Chinati Courts' })).toBeVisible()
    await expect.element(next.getByRole('img', { name: /and \d+ more$/ })).toBeVisible()
    await expect.element(section('Later games').getByRole('link', { name: /Evening doubles/ })).toHaveTextContent('Waitlisted')
    await expect.element(section('Later games').getByText('Also Jan 12, 2030, Jan 19, 2030')).toBeVisible()
    // Games that the user has joined are already in their own list.
    const near = section('Near Austin')
    await expect.element(near.getByRole('listitem')).toHaveLength(1)
    await expect.element(near.getByRole('listitem')).toHaveTextContent('about 2 mi')
    await expect.element(near.getByText('Close to you')).toBeVisible()
    await expect.element(near.getByText('Also Jan 12, 2030, Jan 19, 2030')).toBeVisible()
    await expect
      .element(near.getByRole('link', { name: 'See all games near Austin' }))
      .toHaveAttribute('href', expect.stringMatching(/^\/discover\?city=4671654/))
    await expect.element(main.getByText('Austin, TX')).toBeVisible()
    await expect.element(main.getByRole('link', { name: /Half off/ })).not.toBeInTheDocument()
    await expect.element(main.getByRole('link', { name: 'Change city' })).toHaveAttribute('href', '/settings?tab=general')
    const links = page.getByRole('navigation', { name: 'Quick links' })
    await expect.element(links.getByRole('link', { name: 'Hosts You Follow' })).toHaveAttribute('href', '/discover?hosts=followed')
    await expect.element(links.getByRole('link', { name: 'Your Communities' })).toHaveAttribute('href', '/my-communities')
    await expect.element(links.getByRole('link', { name: 'Help & Faqs' })).toHaveAttribute('href', '/faqs')
    await expectAccessible()
  })

  it('loads the players near when the user comes to them, in the place that was kept for them', async () => {
    const players = ['Yara', 'Noor', 'Lee', 'Ana', 'Sam', 'Kim', 'Max'].map((name) => ({
      ...yara,
      person: { id: name, name, pictureUrl: null },
    }))
    const events = players.map(({ person }) => aFoundGame({ id: person.id, title: `Game of ${person.name}` }))
    answerWith({
      'GET /api/home/nearby': { city: austin, events } satisfies HomeNearby,
      'GET /api/people/near': { players, city: 'Austin' } satisfies NearPlayers,
    })
    await page.viewport(390, 844)
    await openApp('/home', { viewer })
    await expect.element(section('Near Austin').getByRole('link', { name: /Game of Max/ })).toBeInTheDocument()
    await expect.element(section('Players near you').getByRole('link', { name: 'See all players near you' })).toBeInTheDocument()
    const region = section('Players near you').element()
    // Until then, the page may not have looked whether the section is near.
    for (let frame = 0; frame < 5; frame += 1) await new Promise(requestAnimationFrame)
    expect(requestsTo('GET /api/people/near')).toEqual([])
    const height = region.getBoundingClientRect().height
    region.scrollIntoView()
    await expect.element(section('Players near you').getByRole('link', { name: /Yara/ })).toBeVisible()
    expect(requestsTo('GET /api/people/near')).toHaveLength(1)
    // A long line of a player may take two lines on a phone.
    expect(Math.abs(region.getBoundingClientRect().height - height)).toBeLessThan(height / 5)
  })

  it.each([
    { isIndoor: true, shows: 'Indoors, rain or shine' },
    // Nobody has said whether it has a roof.
    { isIndoor: null, shows: null },
  ])('says of the sky over the next game: $shows', async ({ isIndoor, shows }) => {
    answerWith({
      'GET /api/home/upcoming': { events: [openPlay], faces: [], isIndoor, otherGames: [] } satisfies HomeUpcoming,
    })
    await openApp('/home', { viewer })
    await expect.element(main.getByRole('link', { name: 'Directions to Chinati Courts' })).toBeVisible()
    await expect.element(main.getByText(/^Indoors/)).toHaveLength(shows === null ? 0 : 1)
    if (shows) await expect.element(main.getByText(shows, { exact: true })).toBeVisible()
    await expect.element(main.getByText(/^Sunset at /)).not.toBeInTheDocument()
  })

  it('tells an empty account what to do next', async () => {
    await page.viewport(390, 844)
    answerWith({
      'GET /api/profiles/me': { ...maya, displayName: 'Wolfeschlegelsteinhausenb' },
      'GET /api/home/upcoming': { events: [], faces: [], isIndoor: null, otherGames: [] },
      'GET /api/home/nearby': { city: austin, events: [] },
      'GET /api/home/setup-tasks': { tasks: ['availability', 'bio'] } satisfies OpenSetupTasks,
      'GET /api/people/near': { players: [], city: 'Austin' },
      'GET /api/seasons/mine': { registrations: [], next: null },
    })
    await openApp('/home', { viewer })
    await expect.element(main.getByText('Your next game goes here')).toBeVisible()
    await expect.element(main.getByRole('link', { name: 'Find a game' })).toBeVisible()
    await expect.element(main.getByText('Set your availability')).toBeVisible()
    await expect.element(main.getByText('There are no other games near Austin right now')).toBeVisible()
    expect(document.documentElement.scrollWidth).toBe(390)
    await expectAccessible()
    await cardButton.click()
    await expect.element(card).toHaveTextContent('No registrations found for this user')
  })

  it('asks a person without a city where they play', async () => {
    answerWith({
      'GET /api/profiles/me': { ...maya, defaultCity: null },
      'GET /api/home/nearby': { city: null, events: [] } satisfies HomeNearby,
      'GET /api/people/near': { players: [], city: null } satisfies NearPlayers,
    })
    await openApp('/home', { viewer })
    await expect.element(main.getByText('Where do you play?')).toBeVisible()
    await expect.element(main.getByText('We use your city to find games near you.')).toBeVisible()
    await expect.element(main.getByRole('link', { name: 'Set city' })).toHaveAttribute('href', '/settings?tab=general')
    await expect.element(section('Near you').getByText(/^Set your city to see games near you/)).toBeVisible()
    await expectAccessible()
  })

  it('shows an error with a retry button for a section that fails, and the rest of the page', async () => {
    answerWith({ 'GET /api/home/nearby': refuse('NotAllowed', 'Not now.') })
    await openApp('/home', { viewer })
    const near = section('Near Austin')
    const again = near.getByRole('button', { name: 'Try again' })
    await expect.element(again).toBeVisible()
    await expect.element(near.getByRole('listitem')).not.toBeInTheDocument()
    await expect.element(main.getByRole('link', { name: /Saturday sunrise open play/ })).toBeVisible()
    await expectAccessible()
    answerWith({ 'GET /api/home/nearby': { city: austin, events: [aFoundGame()] } })
    await again.click()
    await expect.element(near.getByRole('listitem')).toHaveLength(1)
  })

  it('shows the sale banner of an operator while the sale is on', async () => {
    const flags = { ...defaultBoot.config.flags, communitySale: { text: 'Half off for new communities', link: '/discover' } }
    await openApp('/home', { viewer, config: { flags } })
    await expect.element(main.getByRole('link', { name: 'Half off for new communities' })).toHaveAttribute('href', '/discover')
    await expectAccessible()
  })
})

describe('The player card', () => {
  it('shows a QR code, the user’s email and registrations, which load when it opens', async () => {
    await openApp('/home', { viewer })
    await expect.element(section('Near Austin')).toBeVisible()
    expect(requestsTo('GET /api/seasons/mine')).toEqual([])
    await cardButton.click()
    await expect.element(card.getByRole('img', { name: 'QR code to my profile' })).toBeVisible()
    await expect.element(card).toHaveTextContent('Maya Rivera')
    await expect.element(card).toHaveTextContent('player@demo.test')
    const registrations = card.getByRole('list', { name: 'Registrations' }).getByRole('listitem')
    await expect.element(registrations).toHaveLength(2)
    await expect.element(registrations.first()).toHaveTextContent(/Sunset SmashersFall 2026 · Sep 1\s–\sNov 30, 2026What you sent$/)
    await expectAccessible()
    await userEvent.keyboard('{Escape}')
    await expect.element(card).not.toBeInTheDocument()
    await expect.element(cardButton).toHaveFocus()
  })

  it('shows "unnamed player" for a user without a name', async () => {
    answerWith({ 'GET /api/profiles/me': { ...maya, displayName: null } })
    await openApp('/home', { viewer })
    await cardButton.click()
    await expect.element(card).toHaveTextContent('Unnamed Player')
  })

  it('shows a retry button for data that failed to load', async () => {
    answerWith({ 'GET /api/seasons/mine': refuse('NotAllowed', 'Not now.') })
    await openApp('/home', { viewer })
    await cardButton.click()
    const again = card.getByRole('button', { name: 'Try again' })
    await expect.element(again).toBeVisible()
    await expect.element(card).toHaveTextContent('player@demo.test')
    await expect.element(card).not.toHaveTextContent('No registrations found for this user')
    answerWith({ 'GET /api/seasons/mine': seasons })
    await again.click()
    await expect.element(card.getByRole('listitem')).toHaveLength(2)
  })
})

describe('Players near', () => {
  it('are shown with how much of their time is similar, but with no number that tells their hours', async () => {
    answerWith({ 'GET /api/people/near': { players: [{ ...yara, hoursTogether: 'aLot' }], city: 'Austin' } satisfies NearPlayers })
    await openApp('/localconnect', { viewer })
    const row = page.getByRole('list', { name: 'Players' }).getByRole('listitem').filter({ hasText: 'Yara' })
    await expect.element(row).toHaveTextContent('Austin, within 5 miles · Many similar hours')
    await expect.element(row).not.toHaveTextContent(/\d+ (similar )?hours/)
  })

  it('can be asked to connect, which can be undone, and can be filtered by activity', async () => {
    answerWith({
      'PUT /api/connections/:userId': () => {
        answerWith({ 'GET /api/people/near': { players: [{ ...yara, connection: 'sent' }], city: 'Austin' } })
        return { state: 'sent' }
      },
      'DELETE /api/connections/:userId': () => {
        answerWith({ 'GET /api/people/near': { players: [yara], city: 'Austin' } })
        return null
      },
      'GET /api/profiles/:id': refuse('NotFound', 'Not here.'),
    })
    const app = await openApp('/localconnect', { viewer })
    const row = page.getByRole('list', { name: 'Players' }).getByRole('listitem').filter({ hasText: 'Yara' })
    await expect.element(row).toHaveTextContent('Fencing, intermediate')
    await expect.element(row).toHaveTextContent('Austin, within 5 miles')
    await row.getByRole('button', { name: 'Connect with Yara' }).click()
    const requested = row.getByRole('button', { name: /^Requested/ })
    await expect.element(requested).toBeVisible()
    await expect.poll(() => requestsTo('PUT /api/connections/:userId').map(({ path }) => path)).toEqual(['/api/connections/yara'])
    await app.reload()
    await requested.click()
    await expect.element(row.getByRole('button', { name: /^Connect/ })).toBeVisible()
    await expect.poll(() => requestsTo('DELETE /api/connections/:userId').length).toBe(1)
  })
})
