import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mailTopicKeys, waitingTopics } from '../../domain/mail/topics.ts'
import type { NotificationSettings } from '../../domain/notifications/contract.ts'
import type { PlaceCard, PlaceDetail } from '../../domain/places/contract.ts'
import type { OwnProfile } from '../../domain/profiles/contract.ts'
import type { PublicProfile } from '../../domain/profiles/public-contract.ts'
import type { SearchAnswer } from '../../domain/search/contract.ts'
import type { RegistrationPage } from '../../domain/seasons/contract.ts'
import type { OwnTeam } from '../../domain/teams/contract.ts'
import { accountAnswers } from './account-examples.ts'
import { austin, cityAnswers, marfa } from './city-examples.ts'
import { aCard, aHost, aManaged, aManagedJoiner, aMyJoiner, anEvent, eventAnswers, listAnswers } from './event-examples.ts'
import { dana, omar, ownProfile, profileOf } from './people-examples.ts'
import { answerWith, requestsTo } from './setup/answers.ts'
import { openApp, someone } from './setup/open-app.tsx'
import { noFacts } from './team-examples.ts'

const main = page.getByRole('main')
const button = (name: string) => main.getByRole('button', { name, exact: true })
const title = 'Saturday sunrise open play'
const games = main.getByRole('list', { name: 'Games' })

let profile: OwnProfile
/** The profile of another person. */
let theirProfile: PublicProfile

// Data that was loaded a moment ago counts as fresh, so a list shows a change only if the app marks it as outdated.
beforeEach(async () => {
  // The screen is wide enough for the desktop layout, but too narrow for the map.
  await page.viewport(900, 900)
  profile = ownProfile
  theirProfile = profileOf(dana)
  answerWith({
    'GET /api/profiles/:id': () => theirProfile,
    'GET /api/profiles/:id/games': { events: [] },
    'GET /api/profiles/:id/teams': { teams: [] },
    ...accountAnswers,
    ...cityAnswers,
    ...listAnswers(aCard(), false),
    'GET /api/profiles/me': () => profile,
  })
})

describe('after a change of my profile', () => {
  it('Discover shows games around my new city', async () => {
    answerWith({
      'PUT /api/profiles/me': () => {
        profile = { ...profile, defaultCity: marfa, version: 2 }
        return profile
      },
    })
    const app = await openApp('/discover', { viewer: someone })
    const around = (city: string) =>
      page.getByRole('group', { name: 'Filters' }).getByRole('button', { name: new RegExp(`${city}, 15 miles`) })
    await expect.element(around('Austin')).toBeVisible()
    await app.goTo('/settings?tab=general')
    await page.getByRole('combobox', { name: 'City' }).fill('marfa')
    await expect.element(page.getByRole('option', { name: 'Marfa Texas' }).first()).toBeVisible()
    await userEvent.keyboard('{ArrowDown}{Enter}')
    await button('Save Changes').click()
    await expect.element(page.getByText('Successfully updated your profile')).toBeVisible()
    await app.goTo('/discover')
    await expect.element(around('Marfa')).toBeVisible()
  })

  it('Home shows games for my new sports', async () => {
    answerWith({
      'PUT /api/profiles/me/activities/:id': () => {
        answerWith({ 'GET /api/home/nearby': { city: austin, events: [] } })
        return null
      },
    })
    const app = await openApp('/home', { viewer: someone })
    await expect.element(main.getByText(title).first()).toBeVisible()
    await app.goTo('/settings?tab=sports')
    await page.getByRole('switch', { name: /Soccer/ }).click()
    await expect.element(page.getByText('Updated user data successfully.').first()).toBeVisible()
    await app.goTo('/home')
    await expect.element(main.getByText(/^There are no other games near Austin/)).toBeVisible()
  })
})

describe('after a change between people', () => {
  it('the games of followed hosts include those of a newly followed host', async () => {
    answerWith({
      'GET /api/discover/events': { events: [], next: null },
      'GET /api/discover/map': { games: [], clusters: [], bits: null, uncounted: [] },
      'PUT /api/follows/:id': () => {
        theirProfile = { ...theirProfile, isFollowing: true, followers: 1 }
        answerWith({ ...listAnswers(aCard(), false), 'GET /api/follows': { people: [dana], next: null } })
        return { isFollowing: true, followers: 1 }
      },
    })
    const app = await openApp('/discover?hosts=followed', { viewer: someone })
    await expect.element(main.getByText('You do not follow anyone yet')).toBeVisible()
    await app.goTo(`/profile/${dana.id}`)
    await button('Follow').click()
    await expect.element(button('Following')).toBeVisible()
    await app.goTo('/discover?hosts=followed')
    await expect.element(games.getByText(title)).toBeVisible()
  })

  it('games do not show a newly blocked person', async () => {
    const byBoth = anEvent({ hosts: [dana, omar] })
    answerWith({
      ...eventAnswers(byBoth),
      'POST /api/privacy/blocks': () => {
        theirProfile = profileOf(omar, { isBlockedByMe: true, blockId: 'block-omar' })
        answerWith(eventAnswers(anEvent({ hosts: [dana] })))
        return { blocked: 1 }
      },
    })
    const app = await openApp('/evt/sunrise', { viewer: someone })
    const who = main.getByRole('link', { name: 'Omar Haddad' })
    await expect.element(who).toBeVisible()
    await app.goTo(`/profile/${omar.id}`)
    await button('Block').click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Block' }).click()
    await expect.element(main.getByRole('button', { name: 'Unblock' })).toBeVisible()
    await app.goTo('/evt/sunrise')
    await expect.element(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect.element(who).not.toBeInTheDocument()
  })

  it('games show a person again after I unblocked them', async () => {
    theirProfile = profileOf(omar, { isBlockedByMe: true, blockId: 'block-omar' })
    answerWith({
      ...eventAnswers(anEvent({ hosts: [dana] })),
      'DELETE /api/privacy/blocks/:id': () => {
        theirProfile = profileOf(omar)
        answerWith(eventAnswers(anEvent({ hosts: [dana, omar] })))
        return null
      },
    })
    const app = await openApp('/evt/sunrise', { viewer: someone })
    await expect.element(main.getByRole('link', { name: 'Dana Alvarez' })).toBeVisible()
    await app.goTo(`/profile/${omar.id}`)
    await button('Unblock').click()
    await expect.element(button('Block')).toBeVisible()
    await app.goTo('/evt/sunrise')
    await expect.element(main.getByRole('link', { name: 'Omar Haddad' })).toBeVisible()
  })

  it('other players can be endorsed after I joined their game', async () => {
    answerWith({
      ...eventAnswers(anEvent()),
      'PUT /api/events/:id/me': () => {
        theirProfile = profileOf(dana, { mayEndorse: true })
        answerWith(eventAnswers(anEvent({ live: { taken: 1, mine: aMyJoiner() } })))
        return aMyJoiner()
      },
    })
    const app = await openApp(`/profile/${dana.id}`, { viewer: someone })
    await expect.element(page.getByRole('heading', { level: 1, name: dana.name })).toBeVisible()
    await app.goTo('/evt/sunrise')
    await button('Join').click()
    await expect.element(button('Show my ticket')).toBeVisible()
    await app.goTo(`/profile/${dana.id}`)
    await expect.element(main.getByRole('button', { name: /Plays fair/ })).toBeVisible()
  })
})

describe('after a change of a game that I run', () => {
  it('its list contains me after I joined', async () => {
    const host = aHost()
    answerWith({
      ...eventAnswers(anEvent({ isHost: true })),
      'GET /api/events/:id/manage': aManaged([]),
      'PUT /api/events/:id/me': () => {
        answerWith({
          ...eventAnswers(anEvent({ isHost: true, live: { taken: 1, mine: aMyJoiner() } })),
          'GET /api/events/:id/manage': aManaged([aManagedJoiner(host.name)]),
        })
        return aMyJoiner()
      },
    })
    const app = await openApp('/discover/events/sunrise/manage', { viewer: host })
    await expect.element(main.getByText('Nobody has joined yet')).toBeVisible()
    await app.goTo('/evt/sunrise')
    await button('Join').click()
    await expect.element(button('Show my ticket')).toBeVisible()
    await app.goTo('/discover/events/sunrise/manage')
    await expect.element(main.getByRole('button', { name: `${host.name} is here` })).toBeVisible()
  })

  it('the profile of a player counts the game after I checked them in', async () => {
    answerWith({
      'GET /api/events/:id/manage': aManaged([aManagedJoiner(dana.name)]),
      'PUT /api/events/:id/check-ins': () => {
        theirProfile = profileOf(dana, { badges: [{ id: 'regular', name: 'Regular', reason: 'Ten games played.' }] })
        return { unknown: [], tooEarly: [] }
      },
    })
    const app = await openApp(`/profile/${dana.id}`, { viewer: aHost() })
    await expect.element(main.getByText('Founding member')).toBeVisible()
    await app.goTo('/discover/events/sunrise/manage')
    await main.getByRole('button', { name: `${dana.name} is here` }).click()
    await page.getByRole('button', { name: 'Check in now' }).click()
    await expect.poll(() => requestsTo('PUT /api/events/:id/check-ins').length).toBe(1)
    await app.goTo(`/profile/${dana.id}`)
    await expect.element(main.getByText('Regular', { exact: true })).toBeVisible()
  })
})

describe('after leaving a community', () => {
  const javelina: OwnTeam = {
    ...noFacts,
    ...{ id: 'javelina', name: 'Javelina', description: '', photoKey: null, creatorId: 'alex', createdAt: 1 },
    ...{
      city: marfa,
      members: 2,
      role: 'member',
      rights: [],
      joinedAt: 1,
      sharesHours: false,
      unreadAnnouncements: 0,
      handOver: null,
      next: null,
    },
  }
  const registered: RegistrationPage = {
    registrations: [
      {
        ...{ id: 'fall', seasonLabel: 'Fall 2026', startDate: '2026-09-01', endDate: '2026-11-30', submission: null },
        ...{ child: null, groupName: null },
        team: { id: 'javelina', name: 'Javelina', pictureUrl: null },
      },
    ],
    next: null,
  }

  beforeEach(() =>
    answerWith({
      'GET /api/teams/mine': { teams: [javelina], next: null },
      'GET /api/teams/mine/deleted': { teams: [] },
      'GET /api/teams/guest-offers': { offers: [] },
      'GET /api/needs-you': { items: [] },
      'GET /api/organizations/mine': { organizations: [] },
      'GET /api/teams/followed': { teams: [], next: null },
      'GET /api/seasons/mine': registered,
      'DELETE /api/teams/:id/members/me': () => {
        answerWith({
          'GET /api/teams/mine': { teams: [], next: null },
          'GET /api/seasons/mine': { registrations: [], next: null },
          'GET /api/events': { events: [], next: null },
        })
        return null
      },
    }),
  )

  async function leave(app: Awaited<ReturnType<typeof openApp>>) {
    await app.goTo('/my-communities')
    await page.getByRole('button', { name: 'More for Javelina' }).click()
    await page.getByRole('menuitem', { name: 'Leave' }).click()
    await page.getByRole('button', { name: 'Leave', exact: true }).click()
    await expect.element(page.getByText('You have not joined a community yet')).toBeVisible()
  }

  it('a place no longer shows the games of the community', async () => {
    const app = await openApp('/places/view/northside', { viewer: someone })
    await expect.element(main.getByText(title)).toBeVisible()
    await leave(app)
    await app.goTo('/places/view/northside')
    await expect.element(page.getByRole('heading', { level: 1, name: 'Northside Courts' })).toBeVisible()
    await expect.element(main.getByText(title)).not.toBeInTheDocument()
  })

  it('the notification settings no longer list the community', async () => {
    const topics = Object.fromEntries(mailTopicKeys.map((topic) => [topic, { email: true, push: true }]))
    answerWith({
      'GET /api/notifications/settings': () => ({
        notificationSettings: topics as NotificationSettings['notificationSettings'],
        frequencies: Object.fromEntries(waitingTopics.map((topic) => [topic, 'hourly'])) as NotificationSettings['frequencies'],
        isChosen: true,
        teams:
          requestsTo('DELETE /api/teams/:id/members/me').length === 0
            ? [{ id: 'javelina', name: 'Javelina', isMuted: false, topics: [] }]
            : [],
      }),
    })
    const mute = main.getByRole('switch', { name: /Mute Javelina/ })
    const app = await openApp('/settings?tab=notification', { viewer: someone })
    await expect.element(mute).toBeVisible()
    await leave(app)
    await app.goTo('/settings?tab=notification')
    await expect.element(main.getByRole('switch', { name: 'Endorsement Received by email' })).toBeVisible()
    await expect.element(mute).not.toBeInTheDocument()
  })

  it('the player card no longer shows the seasons of the community', async () => {
    const card = page.getByRole('dialog', { name: 'Player card' })
    const app = await openApp('/home', { viewer: someone })
    await page.getByRole('button', { name: 'Player card' }).click()
    await expect.element(card.getByText('Fall 2026')).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await leave(app)
    await app.goTo('/home')
    await page.getByRole('button', { name: 'Player card' }).click()
    await expect.element(card).toHaveTextContent('No registrations found for this user')
  })
})

describe('after a change of a place', () => {
  const courts: PlaceDetail = {
    ...{
      id: 'courts',
      name: 'Corner Courts',
      description: '',
      lat: marfa.lat,
      lng: marfa.lng,
      address: '',
      cityName: 'Marfa',
      cityState: 'TX',
    },
    ...{ activities: ['pickleball'], courts: 4, surface: '', isIndoor: false, hasLights: true, fee: '', amenities: [], photos: [] },
    ...{ timeZone: 'America/Chicago', hours: null, version: 1, createdAt: 1, updatedAt: 1, followers: 0 },
    ...{ here: { count: 0, people: [] }, regulars: { count: 0, people: [] }, ping: null, proposals: [] },
    mine: { isCreator: false, isFollowing: false, hereUntil: null, mayPingAt: 0, photos: [] },
  }
  const cardOf = ({ photos, ...place }: PlaceDetail): PlaceCard => ({ ...place, photo: photos[0] ?? null })

  let stored: PlaceDetail

  beforeEach(() => {
    stored = courts
    answerWith({
      'GET /api/places/courts': () => stored,
      'GET /api/places': () => ({ places: [cardOf(stored)], next: null }),
      'GET /api/places/map': () => ({ places: [stored], clusters: [], bits: null, uncounted: [] }),
      'GET /api/search': () => ({ events: [], teams: [], places: [cardOf(stored)], people: [], corrections: [] }) satisfies SearchAnswer,
      'PUT /api/places/courts': ({ body }) => {
        stored = { ...stored, ...(body as Partial<PlaceDetail>), version: 2 }
        return stored
      },
    })
  })

  async function rename(app: Awaited<ReturnType<typeof openApp>>) {
    await app.goTo('/places/edit/courts')
    await page.getByLabelText('Name', { exact: true }).fill('Elm Street Courts')
    await button('Save changes').click()
    await expect.element(page.getByRole('heading', { level: 1, name: 'Elm Street Courts' })).toBeVisible()
  }

  it('Discover shows its new name', async () => {
    const places = main.getByRole('list', { name: 'Places' })
    const address = `/discover/places?lat=${marfa.lat}&lng=${marfa.lng}&radius=10`
    const app = await openApp(address, { viewer: someone })
    await expect.element(places.getByText('Corner Courts')).toBeVisible()
    await rename(app)
    await app.goTo(address)
    await expect.element(places.getByText('Elm Street Courts')).toBeVisible()
  })

  it('the search shows its new name', async () => {
    const results = main.getByRole('region', { name: 'Places' })
    const app = await openApp('/full-search?q=courts', { viewer: someone })
    await expect.element(results.getByText('Corner Courts')).toBeVisible()
    await rename(app)
    await app.goTo('/full-search?q=courts')
    await expect.element(results.getByText('Elm Street Courts')).toBeVisible()
  })
})
