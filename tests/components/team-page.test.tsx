import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { RosterPerson } from '../../domain/roster/contract.ts'
import { aFoundGame } from './discover-examples.ts'
import { aFace } from './event-examples.ts'
import { aSeason } from './season-examples.ts'
import { answerWith, refuse, requestsTo } from './setup/answers.ts'
import { expectAccessible } from './setup/expect-accessible.ts'
import { expectNoHorizontalScroll } from './setup/expect-no-horizontal-scroll.ts'
import { focusOn } from './setup/focus-on.ts'
import { openApp, someone } from './setup/open-app.tsx'
import { aTeam } from './team-examples.ts'

const viewer = someone
const heading = page.getByRole('heading', { level: 1 })
const main = page.getByRole('main')
const tabs = page.getByRole('navigation', { name: 'Community' })

const aRosterPerson: RosterPerson = {
  ...{
    person: aFace('Dana Alvarez'),
    role: 'owner',
    customRole: null,
    title: null,
    joinedAt: 1,
    jersey: '',
    position: '',
    notes: null,
    values: [],
    version: 0,
  },
}

const setTeam = (more: Parameters<typeof aTeam>[0] = {}) => answerWith({ 'GET /api/teams/smashers/detail': aTeam(more) })

beforeEach(() => {
  setTeam()
  answerWith({
    'GET /api/teams/:id/photos': { photos: [] },
    'GET /api/discover/events': ({ query }) => ({
      events: [aFoundGame(query.past === '1' ? { id: 'game-old', title: 'Last spring' } : { teamId: 'smashers' })],
      games: 1,
      next: null,
      ranked: null,
    }),
  })
})

describe('The page of a community', () => {
  it('leads to its memberships if it sells any', async () => {
    setTeam({ sellerId: 'dana' })
    await openApp('/team/smashers')
    await expect.element(main.getByRole('link', { name: 'Memberships' })).toHaveAttribute('href', '/subscriptions/dana')
  })

  it('shows what, where and since when it plays, its next games, and who founded it', async () => {
    await openApp('/team/smashers')
    await expect.element(heading).toHaveTextContent('Sunset Smashers')
    await expect.element(main).toHaveTextContent('Pickleball · Austin, TX · since 2023 · by request')
    await expect.element(main).toHaveTextContent('38 members')
    await expect.element(main).toHaveTextContent('Founded by Dana Alvarez')
    await expect.element(main.getByRole('link', { name: /Chinati tennis/ })).toHaveAttribute('href', '/discover/events/game-a')
    await expect.poll(() => document.title).toBe('Sunset Smashers · Gather')
    expect(requestsTo('GET /api/discover/events').at(-1)?.query).toEqual({ order: 'date', team: 'smashers' })
    await expectAccessible()
  })

  it('shows past games at an address of their own', async () => {
    const app = await openApp('/team/smashers')
    await page.getByRole('button', { name: 'Past' }).click()
    await expect.element(main.getByRole('link', { name: /Last spring/ })).toBeVisible()
    await expect.element(main.getByRole('link', { name: /Chinati tennis/ })).not.toBeInTheDocument()
    expect(app.address()).toBe('/team/smashers?past=1')
    await expectAccessible()
  })

  it('can be followed by people who are not in it, and says how many do', async () => {
    let saved = { isFollowing: false, followers: 1 }
    answerWith({
      'GET /api/teams/smashers/detail': () => aTeam(saved),
      'PUT /api/teams/:id/follow': () => {
        saved = { isFollowing: true, followers: 2 }
        return saved
      },
      'DELETE /api/teams/:id/follow': () => refuse('TooManyRequests', 'Please wait a moment.'),
    })
    const app = await openApp('/team/smashers', { viewer })
    const follow = main.getByRole('button', { name: /^Follow/ })
    await expect.element(main.getByText('1 follower', { exact: true })).toBeVisible()
    await expect.element(follow).toHaveAttribute('aria-pressed', 'false')
    await follow.click()
    await expect.element(follow).toHaveTextContent('Following')
    await expect.element(main.getByText('2 followers')).toBeVisible()
    await expectAccessible()
    await app.reload()
    await expect.element(follow).toHaveAttribute('aria-pressed', 'true')
    // A refused change is undone.
    await follow.click()
    await expect.element(page.getByText('Please wait a moment.')).toBeVisible()
    await expect.element(follow).toHaveAttribute('aria-pressed', 'true')
    await expect.element(main.getByText('2 followers')).toBeVisible()
  })

  it('cannot be followed by its members, or signed out', async () => {
    setTeam({ role: 'member', followers: 12 })
    await openApp('/team/smashers', { viewer })
    await expect.element(main.getByText('12 followers')).toBeVisible()
    await expect.element(main.getByRole('button', { name: /^Follow/ })).not.toBeInTheDocument()
    setTeam({ followers: 12 })
    await openApp('/team/smashers')
    await expect.element(main.getByRole('link', { name: 'Log in to join' })).toBeVisible()
    await expect.element(main.getByRole('button', { name: /^Follow/ })).not.toBeInTheDocument()
  })

  it('has tabs for members only, and a way to host for those who may', async () => {
    setTeam({ role: 'captain' })
    const app = await openApp('/team/smashers', { viewer })
    await expect.element(page.getByRole('heading', { name: 'You are a captain' })).toBeVisible()
    await expect.element(tabs.getByRole('link', { name: 'Games' })).toHaveAttribute('aria-current', 'page')
    await expect.element(tabs.getByRole('link', { name: 'When can we play?' })).toHaveAttribute('href', '/team/smashers/when')
    await expect.element(main.getByRole('link', { name: 'Host a game' })).toHaveAttribute('href', '/create/event?team=smashers')
    await expectAccessible()
    setTeam({ role: 'member' })
    await app.reload()
    await expect.element(page.getByRole('heading', { name: 'You are a member' })).toBeVisible()
    await expect.element(main.getByRole('link', { name: 'Host a game' })).not.toBeInTheDocument()
    setTeam()
    await app.reload()
    await expect.element(heading).toHaveTextContent('Sunset Smashers')
    await expect.element(page.getByRole('link', { name: 'When can we play?' })).not.toBeInTheDocument()
  })

  it('shows pictures of past games with a link to each, and offers to try again without them', async () => {
    const game = { id: 'game-old', title: 'Last spring', startsAt: Date.parse('2024-04-06T15:00:00Z'), timeZone: 'America/Chicago' }
    const photos = page.getByRole('region', { name: 'Photos' })
    answerWith({ 'GET /api/teams/:id/photos': refuse('NotFound', 'Something went wrong') })
    await openApp('/team/smashers')
    await expect.element(page.getByText('The photos could not be loaded')).toBeVisible()
    await expect.element(main.getByRole('link', { name: /Chinati tennis/ })).toBeVisible()
    answerWith({ 'GET /api/teams/:id/photos': { photos: [{ pictureUrl: '/files/photos/key/480', game }] } })
    await page.getByRole('button', { name: 'Try again' }).click()
    const link = photos.getByRole('link', { name: /Last spring/ })
    await expect.element(link).toHaveAttribute('href', '/evt/game-old')
    await expect.element(link).toHaveTextContent('Apr 6, 2024')
    await expectAccessible()
  })

  it.each([
    ['Invite people', 'Invite people to Sunset Smashers'],
    ['Add to your calendar', 'Add to your calendar'],
    ['Leave this community', 'Leave Sunset Smashers?'],
  ])('gives the focus back to the button that opened a dialog: %s', async (label, title) => {
    setTeam({ role: 'captain' })
    answerWith({
      'GET /api/user-lists': { lists: [] },
      'GET /api/teams/smashers/invitations': { invitations: [], next: null },
      'GET /api/calendar-addresses/teams/smashers': { address: null },
    })
    await openApp('/team/smashers', { viewer })
    const button = main.getByRole('button', { name: label })
    await focusOn(button)
    await userEvent.keyboard('{Enter}')
    const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'))
    await expect.element(dialog).toHaveAccessibleName(title)
    await expect.poll(() => dialog.element().contains(document.activeElement)).toBe(true)
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(button).toHaveFocus()
  })

  it('keeps to the width of a phone with a very long name', async () => {
    await page.viewport(390, 844)
    setTeam({ name: 'Unbelievablylongnamewithoutanyspaceinitthatgoesonandon', role: 'owner', mainColor: 'white', secondColor: null })
    await openApp('/team/smashers', { viewer })
    await expect.element(heading).toBeVisible()
    expect(document.documentElement.scrollWidth).toBe(390)
    await expectAccessible()
  })

  it.each([{}, { role: 'member' as const }, { role: 'owner' as const, requests: 2 }])(
    'shows the first game on a phone without scrolling: %j',
    async (more) => {
      await page.viewport(390, 844)
      setTeam(more)
      await openApp('/team/smashers', { viewer: more.role ? viewer : null })
      const game = main.getByText('Chinati tennis')
      await expect.element(game).toBeVisible()
      await expect
        .poll(() => {
          const { left, bottom } = game.element().getBoundingClientRect()
          // The bar at the bottom of the screen covers what is behind it.
          return game.element().contains(document.elementFromPoint(left + 5, bottom - 1))
        })
        .toBe(true)
    },
  )

  it.each(['people', 'seasons'])('has the list of another tab within 300 pixels on a phone: %s', async (tab) => {
    await page.viewport(390, 844)
    setTeam({ role: 'owner', name: 'Sunset Smashers of the Northside', description: 'Open play at sunrise, coffee after.' })
    answerWith({
      'GET /api/teams/smashers/people': { people: [aRosterPerson], next: null, fields: [], role: 'owner' },
      'GET /api/teams/smashers/people/online': { online: [] },
      'GET /api/teams/smashers/people/attendance': { games: 0, people: [] },
      'GET /api/teams/smashers/guests': { guests: [], next: null, fields: [] },
      'GET /api/teams/smashers/seasons': { seasons: [aSeason()], next: null },
    })
    await openApp(`/team/smashers/${tab}`, { viewer })
    const list = page.getByRole('list', { name: tab === 'people' ? 'People' : 'Seasons', exact: true })
    await expect.element(list).toBeVisible()
    await expect.poll(() => list.element().getBoundingClientRect().top).toBeLessThan(305)
    await expectNoHorizontalScroll()
    await expectAccessible()
    await page.viewport(1440, 900)
    await expect.element(main.getByText('38 members')).toBeVisible()
  })

  it.each(['/team', '/team/smashers'])('leads to the start page with a message if there is no such community: %s', async (path) => {
    answerWith({ 'GET /api/teams/smashers/detail': refuse('TeamNotFound', 'Team not found') })
    const app = await openApp(path)
    await expect.element(page.getByText('Team not found')).toBeVisible()
    await expect.poll(app.address).toBe('/')
  })

  it('offers to try again if it could not be loaded', async () => {
    answerWith({ 'GET /api/teams/smashers/detail': refuse('NotFound', 'Something went wrong') })
    await openApp('/team/smashers')
    await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible()
    setTeam()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.element(heading).toHaveTextContent('Sunset Smashers')
  })
})

describe('The messages of a community', () => {
  const messages = main.getByRole('link', { name: 'Messages', exact: true })

  it.each(['owner', 'coach', 'member'] as const)('are one tap away for a %s', async (role) => {
    setTeam({ role })
    await openApp('/team/smashers', { viewer })
    await expect.element(messages).toHaveAttribute('href', '/messages/team_smashers')
  })

  it('are not offered to people outside', async () => {
    await openApp('/team/smashers', { viewer })
    await expect.element(main.getByRole('button', { name: /join/i }).first()).toBeVisible()
    await expect.element(messages).not.toBeInTheDocument()
  })
})

describe('The page for a link without a community', () => {
  it('says so in words', async () => {
    await openApp('/team-not-found')
    await expect.element(heading).toHaveTextContent('Team not found')
    await expect.element(page.getByRole('link', { name: 'Find communities near you' })).toHaveAttribute('href', '/discover/teams')
    await expectAccessible()
  })
})

describe('Joining a community', () => {
  it('is done at once where it is open, and asks whether to share hours', async () => {
    setTeam({ joinMode: 'open' })
    answerWith({
      'POST /api/teams/smashers/join': () => {
        setTeam({ joinMode: 'open', role: 'member' })
        return { result: 'joined' }
      },
      'GET /api/availability': { availability: null, version: 0 },
      'PUT /api/teams/smashers/hours/sharing': null,
    })
    await openApp('/team/smashers', { viewer })
    await main.getByRole('button', { name: 'Join', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'You joined Sunset Smashers' })
    await expect.element(dialog).toBeVisible()
    await expectAccessible()
    await dialog.getByRole('button', { name: 'Share my hours' }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(page.getByText('You share your hours, but you have not entered any hours yet.')).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Enter your hours' })).toBeVisible()
    await expect.element(page.getByRole('heading', { name: 'You are a member' })).toBeVisible()
    expect(requestsTo('PUT /api/teams/smashers/hours/sharing').map(({ body }) => body)).toEqual([{ isSharing: true }])
  })

  it('is asked for with a message, which can be taken back', async () => {
    answerWith({
      'POST /api/teams/smashers/join': () => {
        setTeam({ hasAsked: true })
        return { result: 'asked' }
      },
      'DELETE /api/teams/smashers/request': () => {
        setTeam()
        return null
      },
    })
    await openApp('/team/smashers', { viewer })
    await page.getByLabelText('Message to the organizers').fill('I live next door.')
    await main.getByRole('button', { name: 'Ask to join' }).click()
    await expect.element(main.getByText(/You asked to join\. We tell you/)).toBeVisible()
    expect(requestsTo('POST /api/teams/smashers/join').map(({ body }) => body)).toEqual([{ message: 'I live next door.' }])
    await expectAccessible()
    await main.getByRole('button', { name: 'Take my request back' }).click()
    await expect.element(main.getByRole('button', { name: 'Ask to join' })).toBeVisible()
  })

  it('says who may invite where it needs an invitation', async () => {
    setTeam({ joinMode: 'invite' })
    await openApp('/team/smashers', { viewer })
    await expect
      .element(main.getByText(/Only an owner, an organizer, a captain or a coach can invite you: ask Dana Alvarez\./))
      .toBeVisible()
  })

  it('leads visitors to the login and back', async () => {
    await openApp('/team/smashers')
    await expect.element(main.getByRole('link', { name: 'Log in to join' })).toHaveAttribute('href', '/login?next=%2Fteam%2Fsmashers')
  })

  it('is answered by organizers', async () => {
    setTeam({ role: 'organizer', requests: 1 })
    let requests = [{ person: { id: 'zoe', name: 'Zoe Volley', pictureUrl: null }, message: 'I live next door.', createdAt: 1 }]
    answerWith({
      'GET /api/teams/smashers/requests': () => ({ requests, next: null }),
      'POST /api/teams/smashers/requests/zoe/accept': () => {
        requests = []
        setTeam({ role: 'organizer', requests: 0 })
        return null
      },
    })
    await openApp('/team/smashers', { viewer })
    await expect.element(main.getByText('1 person asks to join')).toBeVisible()
    await main.getByRole('button', { name: 'Look' }).click()
    const dialog = page.getByRole('dialog', { name: 'Who asks to join' })
    await expect.element(dialog.getByText('I live next door.')).toBeVisible()
    await expectAccessible()
    await dialog.getByRole('button', { name: 'Accept Zoe Volley' }).click()
    await expect.element(dialog.getByText('Nobody asks at the moment.')).toBeVisible()
  })

  it('happens by a link that a captain makes, with a QR code', async () => {
    setTeam({ role: 'captain' })
    answerWith({
      'GET /api/user-lists': { lists: [] },
      'GET /api/teams/smashers/invitations': { invitations: [], next: null },
      'POST /api/teams/smashers/invite-link': { token: 'x'.repeat(43), expiresAt: Date.now() + 1, maxUses: 25 },
    })
    await openApp('/team/smashers', { viewer })
    await main.getByRole('button', { name: 'Invite people' }).click()
    const dialog = page.getByRole('dialog', { name: 'Invite people to Sunset Smashers' })
    await dialog.getByRole('button', { name: 'Make a link' }).click()
    await expect.element(dialog.getByRole('img', { name: 'QR code to join Sunset Smashers' })).toBeVisible()
    await expectAccessible()
    expect(requestsTo('POST /api/teams/smashers/invite-link').map(({ body }) => body)).toEqual([{ days: 7, maxUses: 25 }])
  })
})

describe('The link of an invitation', () => {
  const token = 'x'.repeat(43)
  const invitation = {
    team: { id: 'smashers', name: 'Sunset Smashers', description: '', city: null, members: 4 },
    inviter: { id: 'dana', name: 'Dana Alvarez', pictureUrl: null },
    isMember: false,
    expiresAt: 9e12,
  }

  it('says who invites, and joins when the person presses the button', async () => {
    answerWith({
      'GET /api/team-invitations/:token': invitation,
      'POST /api/team-invitations/:token/accept': () => {
        setTeam({ role: 'member' })
        return { id: 'smashers' }
      },
    })
    const app = await openApp(`/team-invitation?token=${token}`, { viewer })
    await expect.element(main.getByText('Dana Alvarez invites you to')).toBeVisible()
    await expectAccessible()
    await main.getByRole('button', { name: 'Join' }).click()
    await expect.element(page.getByRole('dialog', { name: 'You joined Sunset Smashers' })).toBeVisible()
    expect(app.address()).toBe('/team/smashers?joined=1')
  })

  it('leads back here from the profile that a newcomer has to complete first', async () => {
    answerWith({ 'GET /api/team-invitations/:token': invitation })
    await openApp(`/team-invitation?token=${token}`, { viewer: { ...viewer, profileComplete: false } })
    await expect
      .element(main.getByRole('link', { name: 'Complete your profile to join' }))
      .toHaveAttribute('href', `/user-onboarding?next=${encodeURIComponent(`/team-invitation?token=${token}`)}`)
  })

  it.each(['', `?token=${token}`])('says in one sentence that it is over: %s', async (query) => {
    answerWith({ 'GET /api/team-invitations/:token': refuse('TeamInvitationOver', 'This invitation is no longer valid.') })
    await openApp(`/team-invitation${query}`, { viewer })
    await expect.element(main.getByText('This invitation is no longer valid.')).toBeVisible()
    await expectAccessible()
  })
})

it('The last page of creating a community invites by name, email, list and link', async () => {
  setTeam({ role: 'owner', members: 1 })
  answerWith({
    'GET /api/user-lists': { lists: [{ uid: 'regulars', name: 'Regulars' }] },
    'GET /api/teams/smashers/invitations': { invitations: [], next: null },
    'POST /api/teams/smashers/invitations': { invited: 2, emailed: 1 },
    'POST /api/teams/smashers/invite-link': { token: 'secret', expiresAt: Date.now() + 86_400_000 },
  })
  await openApp('/teams/create/8?team=smashers', { viewer })
  await expect.element(heading).toHaveTextContent('Invite your people')
  const invite = main.getByRole('button', { name: 'Invite', exact: true })
  await expect.element(invite).toBeDisabled()
  const byEmail = main.getByLabelText('By email')
  await byEmail.fill('robin@example.com, broken@@x')
  await expect.element(main.getByText(/not an email address/)).not.toBeInTheDocument()
  await invite.click()
  await expect.element(main.getByText('broken@@x is not an email address.')).toBeVisible()
  await expect.element(byEmail).toHaveAttribute('aria-invalid', 'true')
  await byEmail.fill('robin@example.com')
  await expect.element(main.getByText(/not an email address/)).not.toBeInTheDocument()
  await main.getByRole('button', { name: 'Regulars' }).click()
  await expectAccessible()
  await invite.click()
  await expect.element(page.getByText('You invited 3 people.')).toBeVisible()
  await expect.element(main.getByLabelText('By email')).toHaveValue('')
  await expect.element(invite).toBeDisabled()
  expect(requestsTo('POST /api/teams/smashers/invitations').map(({ body }) => body)).toEqual([
    { userIds: [], emails: ['robin@example.com'], listId: 'regulars' },
  ])
  await main.getByRole('button', { name: 'Make a link' }).click()
  await expect.element(main.getByRole('img', { name: 'QR code to join Sunset Smashers' })).toBeVisible()
  await expect.element(main.getByRole('link', { name: 'Go to your community' })).toHaveAttribute('href', '/team/smashers')
})
