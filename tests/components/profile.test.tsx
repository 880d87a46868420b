import { beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { EventPage } from '../../domain/events/contract.ts'
import type { OwnProfile, PlayedActivity } from '../../domain/profiles/contract.ts'
import type { ProfileTeam, ProfileTeams, PublicProfile } from '../../domain/profiles/public-contract.ts'
import { aCard } from './event-examples.ts'
import { dana, ownProfile, profileOf } from './people-examples.ts'
import { answerWith, refuse, requestsTo } from './setup/answers.ts'
import { expectAccessible, expectAccessibleInBothThemes } from './setup/expect-accessible.ts'
import { expectNoHorizontalScroll } from './setup/expect-no-horizontal-scroll.ts'
import { openApp, someone } from './setup/open-app.tsx'
import { noFacts } from './team-examples.ts'

const failing = refuse('Unexpected', 'Something went wrong on our side.')
const main = page.getByRole('main')
const button = (name: string) => main.getByRole('button', { name, exact: true })
const heading = (name: string) => page.getByRole('heading', { level: 1, name })
const myPublicProfile = profileOf({ ...someone, pictureUrl: null }, { isMe: true, showsUpcomingGames: true })

const aProfileTeam = (more: Partial<ProfileTeam> = {}): ProfileTeam => ({
  ...noFacts,
  ...{ id: 'crew', name: 'Court Crew', photo: null, members: 2, activity: null, mainColor: null, role: 'member', isShared: false },
  city: { id: 4671654, name: 'Austin', state: 'TX', lat: 30.27, lng: -97.74 },
  ...more,
})

let profile: PublicProfile

beforeEach(() => {
  profile = profileOf(dana)
  answerWith({
    'GET /api/profiles/:id': () => profile,
    'GET /api/profiles/:id/games': { events: [] },
    'GET /api/profiles/:id/teams': { teams: [] },
    'GET /api/events': { events: [], next: null },
    'PUT /api/follows/:id': () => {
      profile = { ...profile, isFollowing: true, followers: profile.followers + 1 }
      return { isFollowing: true, followers: profile.followers }
    },
    'PUT /api/connections/:id': () => {
      profile = { ...profile, connection: 'sent' }
      return { state: 'sent' }
    },
    'DELETE /api/connections/:id': () => {
      profile = { ...profile, connection: null, mayEndorse: false }
      return null
    },
  })
})

const open = () => openApp(`/profile/${dana.id}`, { viewer: someone })

/** Expects that the data is requested again after a change was saved. */
async function expectReloadAfter(act: () => Promise<void>) {
  const before = requestsTo('GET /api/profiles/:id').length
  await act()
  await expect.poll(() => requestsTo('GET /api/profiles/:id').length).toBeGreaterThan(before)
}

describe('a profile', () => {
  it('lists each series they host as one game with its next dates', async () => {
    const nextDates = [Date.UTC(2030, 5, 11, 18), Date.UTC(2030, 5, 18, 18)]
    answerWith({ 'GET /api/events': { events: [{ ...aCard({ title: 'Weekly ladder' }), nextDates }], next: null } satisfies EventPage })
    await open()
    await expect.element(main.getByRole('link', { name: /Weekly ladder/ })).toHaveTextContent('Also Jun 11, 2030, Jun 18, 2030')
  })

  it('does not say to its owner, who hosts games, that they have none', async () => {
    profile = myPublicProfile
    answerWith({ 'GET /api/events': { events: [{ ...aCard({ title: 'Weekly ladder' }), nextDates: [] }], next: null } satisfies EventPage })
    await openApp(`/profile/${someone.id}`, { viewer: someone })
    await expect.element(main.getByRole('region', { name: 'Games I host' }).getByRole('link', { name: /Weekly ladder/ })).toBeVisible()
    await expect
      .element(main.getByRole('region', { name: 'Upcoming games' }))
      .toHaveTextContent('Public games that you join will show up here.')
    await expect.element(main.getByText(/no upcoming games/)).not.toBeInTheDocument()
  })

  it('leads to the communities of a person, and says which ones both are in', async () => {
    answerWith({
      'GET /api/profiles/:id/teams': {
        teams: [
          aProfileTeam({ id: 'smashers', name: 'Sunset Smashers', role: 'captain', activity: 'pickleball', members: 38 }),
          aProfileTeam({ id: 'crew', name: 'Court Crew', isShared: true }),
        ],
      } satisfies ProfileTeams,
    })
    await open()
    const communities = main.getByRole('region', { name: 'Communities' })
    const rows = communities.getByRole('link')
    await expect.element(rows.first()).toHaveTextContent('Sunset SmashersCaptain · Pickleball · Austin, TX · 38 members')
    await expect.element(rows.last()).toHaveTextContent('Court CrewAustin, TX · 2 members · You are in it too')
    expect(rows.elements().map((row) => row.getAttribute('href'))).toEqual(['/team/smashers', '/team/crew'])
    await expectAccessibleInBothThemes()
  })

  it('does not speak of communities if the viewer may see none, and says so to its owner', async () => {
    await open()
    await expect.element(main.getByRole('heading', { name: 'Badges' })).toBeVisible()
    await expect.poll(() => requestsTo('GET /api/profiles/:id/teams')).not.toHaveLength(0)
    await expect.element(main.getByRole('region', { name: 'Communities' })).not.toBeInTheDocument()
    profile = myPublicProfile
    await openApp('/profile', { viewer: someone })
    const communities = main.getByRole('region', { name: 'Communities' })
    await expect.element(communities).toHaveTextContent('You are not in a community yet. Find one near you')
    await expect.element(communities.getByRole('link')).toHaveAttribute('href', '/teams-v3')
  })

  it('leads its owner to all of their communities', async () => {
    profile = myPublicProfile
    answerWith({ 'GET /api/profiles/:id/teams': { teams: [aProfileTeam({ isShared: true })] } satisfies ProfileTeams })
    await openApp('/profile', { viewer: someone })
    const communities = main.getByRole('region', { name: 'Communities' })
    await expect.element(communities.getByRole('link', { name: /Court Crew/ })).not.toHaveTextContent('You are in it too')
    await expect.element(communities.getByRole('link', { name: 'All my communities' })).toHaveAttribute('href', '/my-communities')
  })

  it('offers a retry if the communities could not be loaded', async () => {
    answerWith({ 'GET /api/profiles/:id/teams': failing })
    await open()
    const communities = main.getByRole('region', { name: 'Communities' })
    await expect.element(communities).toHaveTextContent('Something went wrong on our side.')
    answerWith({ 'GET /api/profiles/:id/teams': { teams: [aProfileTeam({ name: 'Court Crew' })] } satisfies ProfileTeams })
    await communities.getByRole('button', { name: 'Try again' }).click()
    await expect.element(communities.getByRole('link', { name: /Court Crew/ })).toBeVisible()
  })

  it('shows who someone is', async () => {
    await open()
    await expect.element(heading('Dana Alvarez')).toBeVisible()
    await expect.poll(() => document.title).toBe('Dana Alvarez · Gather')
    await expect.element(main.getByText('They/Them')).toBeVisible()
    await expect.element(main.getByText('Austin, Texas')).toBeVisible()
    await expect.element(main.getByText('Dana Alvarez plays most evenings.')).toBeVisible()
    await expect.element(main.getByRole('listitem').filter({ hasText: 'Pickleball' })).toHaveTextContent('Intermediate')
    await expect.element(main.getByText('Founding member')).toBeVisible()
  })

  it('can be reported', async () => {
    answerWith({ 'POST /api/reports': null })
    await open()
    await button('Report').click()
    const report = page.getByRole('dialog', { name: 'Report Dana Alvarez' })
    await report.getByText('They pretend to be someone else').click()
    await report.getByLabelText('Details').fill('This is my photo.')
    await expectAccessible()
    await report.getByRole('button', { name: 'Send report' }).click()
    await expect.element(page.getByText('Thank you. Our team will review your report.')).toBeVisible()
    expect(requestsTo('POST /api/reports').map(({ body }) => body)).toEqual([
      { kind: 'person', subjectId: dana.id, reason: 'wrong', text: 'This is my photo.' },
    ])
  })

  it('can be followed at once, and is then requested again', async () => {
    await open()
    await expect.element(main.getByText('0 followers')).toBeVisible()
    await expectReloadAfter(() => button('Follow').click())
    await expect.element(button('Following')).toBeVisible()
    await expect.element(main.getByText('1 follower', { exact: true })).toBeVisible()
  })

  it('has a button to request a connection, which can be withdrawn', async () => {
    await open()
    await expectReloadAfter(() => main.getByRole('button', { name: 'Connect' }).click())
    const requested = main.getByRole('button', { name: 'Requested' })
    await expect.element(requested).toHaveFocus()
    await requested.click()
    await expectReloadAfter(() => page.getByRole('menuitem', { name: 'Withdraw request' }).click())
    await expect.element(button('Connect')).toBeVisible()
  })

  it('takes a note with the request, which comes back if it could not be sent', async () => {
    answerWith({ 'PUT /api/connections/:id': failing })
    await open()
    await button('Add a note').click()
    const dialog = page.getByRole('dialog', { name: 'Connect with Dana Alvarez' })
    await dialog.getByLabelText('Your note').fill('We met at the sunrise game.')
    await expectAccessible()
    await dialog.getByRole('button', { name: 'Send request' }).click()
    await expect.element(page.getByText('Something went wrong on our side.').first()).toBeVisible()
    await expect.element(dialog.getByLabelText('Your note')).toHaveValue('We met at the sunrise game.')
    answerWith({
      'PUT /api/connections/:id': () => {
        profile = { ...profile, connection: 'sent' }
        return { state: 'sent' }
      },
    })
    await dialog.getByRole('button', { name: 'Send request' }).click()
    await expect.element(main.getByRole('button', { name: 'Requested' })).toBeVisible()
    await expect.element(dialog).not.toBeInTheDocument()
    expect(requestsTo('PUT /api/connections/:id').map(({ body }) => body)).toContainEqual({ note: 'We met at the sunrise game.' })
  })

  it('shows the note of a request, and whom both know', async () => {
    profile = profileOf(dana, {
      connection: 'received',
      connectionNote: 'We met at the sunrise game.',
      mutual: { people: ['Ana', 'Bo', 'Cy'].map((name) => ({ id: name, name, pictureUrl: null })), count: 7 },
    })
    await open()
    await expect.element(main.getByText('We met at the sunrise game.')).toBeVisible()
    await expect.element(main.getByText('You both know Ana, Bo, and 5 others.')).toBeVisible()
    await expectAccessible()
  })

  it('can be endorsed while the two people are connected', async () => {
    profile = profileOf(dana, { connection: 'connected', mayEndorse: true })
    answerWith({
      'PUT /api/endorsements/:id/:kind': () => {
        profile = { ...profile, endorsements: [{ kind: 'fair-play', count: 1, isMine: true }] }
        return null
      },
      'DELETE /api/endorsements/:id/:kind': () => {
        profile = { ...profile, endorsements: [] }
        return null
      },
    })
    await open()
    const fair = main.getByRole('button', { name: /Plays fair/ })
    await expectReloadAfter(() => fair.click())
    await expect.element(fair).toHaveAttribute('aria-pressed', 'true')
    await expect.element(fair).toHaveTextContent('Plays fair 1')
    await expectAccessibleInBothThemes()
    await expectReloadAfter(() => fair.click())
    await expect.element(fair).toHaveAttribute('aria-pressed', 'false')

    await main.getByRole('button', { name: 'Connected' }).click()
    await page.getByRole('menuitem', { name: 'Remove connection' }).click()
    await expectReloadAfter(() => page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click())
    await expect.element(button('Connect')).toBeVisible()
    await expect.element(fair).not.toBeInTheDocument()
  })

  it('shows a friendly page if the person does not exist', async () => {
    answerWith({
      'GET /api/profiles/nobody-at-all': refuse('PersonNotFound', 'There is nobody.'),
      'GET /api/profiles/no%20id': refuse('InvalidInput', 'Not an id.'),
      'GET /api/connections': { connections: [], next: null },
    })
    const app = await openApp('/profile/nobody-at-all', { viewer: someone })
    await expect.element(heading('User not found')).toBeVisible()
    await app.goTo('/profile/no%20id')
    await expect.element(heading('User not found')).toBeVisible()
    await expect.poll(() => document.title).toBe('User not found · Gather')
    await expectAccessible()
    await main.getByRole('link', { name: 'My connections' }).click()
    await expect.element(heading('Connect')).toBeVisible()
  })

  it('undoes a change that the server refuses, and shows the reason', async () => {
    answerWith({ 'PUT /api/follows/:id': failing, 'POST /api/privacy/blocks': failing })
    await open()
    await button('Follow').click()
    await expect.element(page.getByText('Something went wrong on our side.')).toBeVisible()
    await expect.element(button('Follow')).toBeVisible()
    await expect.element(page.getByText('0 followers')).toBeVisible()

    await button('Block').click()
    const dialog = page.getByRole('alertdialog', { name: 'Block Dana Alvarez?' })
    await dialog.getByRole('button', { name: 'Block' }).click()
    await expect.element(dialog.getByRole('alert')).toHaveTextContent('Error blocking users.')
    await expectAccessible()
  })
})

describe('my own profile', () => {
  beforeEach(() => {
    profile = myPublicProfile
  })

  it('looks as others see it, with links to edit it', async () => {
    const app = await openApp('/feedback', { viewer: someone })
    await page.getByRole('button', { name: 'Your account' }).click()
    await page.getByRole('menuitem', { name: 'Profile' }).click()
    await expect.element(heading(someone.name)).toBeVisible()
    expect(app.address()).toBe('/profile')
    await expect.element(main.getByRole('link', { name: 'Edit profile' })).toHaveAttribute('href', '/settings?tab=general')
    await expect.element(main.getByRole('link', { name: 'Sports' })).toHaveAttribute('href', '/settings?tab=sports')
    await expect.element(main.getByRole('link', { name: 'Privacy' })).toHaveAttribute('href', '/settings?tab=privacy')
    await expect.element(main.getByRole('button', { name: 'Follow' })).not.toBeInTheDocument()
  })

  it('can be looked at as others see it', async () => {
    answerWith({
      'GET /api/profiles/:id': ({ query }) =>
        query.as === 'others' ? { ...myPublicProfile, isMe: false, mayMessage: false } : myPublicProfile,
    })
    const app = await openApp('/profile', { viewer: someone })
    await main.getByRole('link', { name: 'View as others' }).click()
    await expect.element(main.getByText('Only people you know can write to you.', { exact: false })).toBeVisible()
    await expect.element(main.getByRole('link', { name: 'Edit profile' })).not.toBeInTheDocument()
    await expect.element(main.getByRole('button', { name: 'Connect' })).not.toBeInTheDocument()
    await expectAccessible()
    await main.getByRole('link', { name: 'Back to my profile' }).click()
    await expect.element(main.getByRole('link', { name: 'Edit profile' })).toBeVisible()
    expect(app.address()).toBe('/profile')
  })

  it('can be shared by QR code or link', async () => {
    // This browser has no share sheet, so the address is copied to the clipboard.
    Object.defineProperty(navigator, 'share', { value: undefined, configurable: true })
    const copy = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    await openApp('/profile', { viewer: someone })
    await button('QR code').click()
    const dialog = page.getByRole('dialog', { name: 'My QR code' })
    await expect.element(dialog.getByRole('img', { name: 'QR code to my profile' })).toBeVisible()
    await expectAccessibleInBothThemes()
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog).not.toBeInTheDocument()
    await button('Share').click()
    await expect.element(page.getByText('Link copied')).toBeVisible()
    expect(copy).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(`/profile/${someone.id}$`))
    Reflect.deleteProperty(navigator, 'share')
  })
})

describe('the list of my sports', () => {
  let myProfile: OwnProfile

  beforeEach(() => {
    myProfile = ownProfile
    const change = (next: (list: PlayedActivity[]) => PlayedActivity[]) => {
      myProfile = { ...myProfile, sportAvailability: next(myProfile.sportAvailability) }
      return null
    }
    const activityOf = (path: string) => path.split('/')[5] ?? ''
    answerWith({
      'GET /api/profiles/me': () => myProfile,
      'PUT /api/profiles/me/activities/:activity': ({ path, body }: { path: string; body: unknown }) => {
        const played = { ...(body as Omit<PlayedActivity, 'activity'>), activity: activityOf(path) } as PlayedActivity
        return change((list) => {
          const isThere = list.some(({ activity }) => activity === played.activity)
          return isThere ? list.map((one) => (one.activity === played.activity ? played : one)) : [...list, played]
        })
      },
      'DELETE /api/profiles/me/activities/:activity': ({ path }: { path: string }) =>
        change((list) => list.filter(({ activity }) => activity !== activityOf(path))),
    })
  })

  const openSports = () => openApp('/settings?tab=sports', { viewer: someone })
  const level = page.getByRole('slider', { name: 'Your level in Pickleball' })
  const getPutBodies = (activity: string) => requestsTo(`PUT /api/profiles/me/activities/${activity}`).map(({ body }) => body)

  it('saves each change at once: a level, a switch and a new activity', async () => {
    const app = await openSports()
    await expect.element(level).toHaveAttribute('aria-valuetext', '3.5 · Intermediate')
    level.element().focus()
    await userEvent.keyboard('{ArrowRight}')
    await expect.element(page.getByText('Updated user data successfully.').first()).toBeVisible()
    await page.getByRole('switch', { name: /Soccer/ }).click()
    const add = page.getByRole('combobox', { name: 'Add an activity' })
    await add.fill('che')
    await expect.element(page.getByRole('option', { name: 'Chess' })).toBeVisible()
    await userEvent.keyboard('{ArrowDown}{Enter}')
    await expect.element(add).toHaveValue('')
    await expect.poll(() => getPutBodies('chess')).toEqual([{ level: null, isOn: true }])
    expect(getPutBodies('pickleball')).toEqual([{ level: 3.5, isOn: true }])
    expect(getPutBodies('soccer')).toEqual([{ level: null, isOn: false }])
    await expectAccessibleInBothThemes()
    // After all changes are saved, the list is requested again.
    await expect.poll(() => requestsTo('GET /api/profiles/me').length).toBeGreaterThan(1)

    await app.reload()
    await expect.element(level).toHaveValue('3.5')
    await expect.element(page.getByRole('switch', { name: /Soccer/ })).not.toBeChecked()
    await expect.element(page.getByRole('slider', { name: 'Your level in Chess' })).toHaveAttribute('aria-valuetext', 'No level')
  })

  it('lets the user remove a sport, except the last one, and undo it', async () => {
    await openSports()
    await page.getByRole('button', { name: 'Remove Pickleball' }).click()
    await expect.element(page.getByText('Pickleball removed')).toBeVisible()
    await page.getByRole('button', { name: 'Remove Soccer' }).click()
    await expect.element(page.getByText('Pick atleast one')).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.element(level).toBeVisible()
    await expect.poll(() => myProfile.sportAvailability.map(({ activity }) => activity)).toEqual(['soccer', 'pickleball'])
  })

  it('goes back to the old value if the server refuses', async () => {
    answerWith({ 'PUT /api/profiles/me/activities/:activity': failing })
    await openSports()
    await page.getByRole('switch', { name: /Soccer/ }).click()
    await expect.element(page.getByText('Something went wrong on our side.')).toBeVisible()
    await expect.element(page.getByRole('switch', { name: /Soccer/ })).toBeChecked()
  })
})

describe('the longest names', () => {
  it.each(['W'.repeat(25), '👨‍👩‍👧‍👦'.repeat(3)])('fit on a phone and on a desktop: %s', async (name) => {
    profile = { ...myPublicProfile, displayName: name, bio: `${name} plays most evenings.` }
    answerWith({
      'GET /api/profiles/me': { ...ownProfile, displayName: name } satisfies OwnProfile,
      'GET /api/connections': { connections: [], next: null },
    })
    const app = await openApp('/profile', { viewer: { ...someone, name } })
    for (const path of ['/profile', '/connect', '/settings?tab=sports']) {
      await app.goTo(path)
      await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect.poll(() => document.querySelectorAll('[aria-busy=true]').length).toBe(0)
      await expectAccessibleInBothThemes()
      await page.viewport(390, 844)
      await expectNoHorizontalScroll()
      await expectAccessible()
      await page.viewport(1440, 900)
      await expectNoHorizontalScroll()
    }
  })
})
