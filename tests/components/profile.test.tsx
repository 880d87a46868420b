import { beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { OwnProfile, PlayedActivity } from '../../domain/profiles/contract.ts'
import type { PublicProfile } from '../../domain/profiles/public-contract.ts'
import { dana, ownProfile, profileOf } from './people-examples.ts'
import { answerWith, askedFor, refuse } from './setup/answers.ts'
import { expectAccessible, expectAccessibleInBothThemes } from './setup/expect-accessible.ts'
import { expectNoSideways } from './setup/expect-no-sideways.ts'
import { openApp, someone } from './setup/open-app.tsx'

const failing = refuse('Unexpected', 'Something went wrong on our side.')
const main = page.getByRole('main')
const button = (name: string) => main.getByRole('button', { name, exact: true })
const heading = (name: string) => page.getByRole('heading', { level: 1, name })
const mine = profileOf({ ...someone, pictureUrl: null }, { isMe: true, showsUpcomingGames: true })

let profile: PublicProfile

beforeEach(() => {
  profile = profileOf(dana)
  answerWith({
    'GET /api/profiles/:id': () => profile,
    'GET /api/profiles/:id/games': { events: [] },
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

/** What shows at once is asked for anew when the server has it. */
async function asksAgainAfter(act: () => Promise<void>) {
  const before = askedFor('GET /api/profiles/:id').length
  await act()
  await expect.poll(() => askedFor('GET /api/profiles/:id').length).toBeGreaterThan(before)
}

describe('a profile', () => {
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

  it('is followed at once, and asked for anew', async () => {
    await open()
    await expect.element(main.getByText('0 followers')).toBeVisible()
    await asksAgainAfter(() => button('Follow').click())
    await expect.element(button('Following')).toBeVisible()
    await expect.element(main.getByText('1 follower', { exact: true })).toBeVisible()
  })

  it('takes a request to connect, which can be withdrawn', async () => {
    await open()
    await asksAgainAfter(() => main.getByRole('button', { name: 'Connect' }).click())
    const requested = main.getByRole('button', { name: 'Requested' })
    await expect.element(requested).toHaveFocus()
    await requested.click()
    await asksAgainAfter(() => page.getByRole('menuitem', { name: 'Withdraw request' }).click())
    await expect.element(button('Connect')).toBeVisible()
  })

  it('of a connection can be endorsed until the connection is removed', async () => {
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
    await asksAgainAfter(() => fair.click())
    await expect.element(fair).toHaveAttribute('aria-pressed', 'true')
    await expect.element(fair).toHaveTextContent('Plays fair 1')
    await expectAccessibleInBothThemes()
    await asksAgainAfter(() => fair.click())
    await expect.element(fair).toHaveAttribute('aria-pressed', 'false')

    await main.getByRole('button', { name: 'Connected' }).click()
    await page.getByRole('menuitem', { name: 'Remove connection' }).click()
    await asksAgainAfter(() => page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click())
    await expect.element(button('Connect')).toBeVisible()
    await expect.element(fair).not.toBeInTheDocument()
  })

  it('of nobody is a kind page, not a crash', async () => {
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

  it('takes back a write that the server refuses, and says why', async () => {
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
    profile = mine
  })

  it('is as others see it, with the ways to change it', async () => {
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

  it('is handed on by code or by link', async () => {
    // No share sheet here: the address goes to the clipboard.
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

describe('what I play', () => {
  let own: OwnProfile

  beforeEach(() => {
    own = ownProfile
    const change = (next: (list: PlayedActivity[]) => PlayedActivity[]) => {
      own = { ...own, sportAvailability: next(own.sportAvailability) }
      return null
    }
    const named = (path: string) => path.split('/')[5] ?? ''
    answerWith({
      'GET /api/profiles/me': () => own,
      'PUT /api/profiles/me/activities/:activity': ({ path, body }: { path: string; body: unknown }) => {
        const played = { ...(body as Omit<PlayedActivity, 'activity'>), activity: named(path) } as PlayedActivity
        return change((list) => {
          const isThere = list.some(({ activity }) => activity === played.activity)
          return isThere ? list.map((one) => (one.activity === played.activity ? played : one)) : [...list, played]
        })
      },
      'DELETE /api/profiles/me/activities/:activity': ({ path }: { path: string }) =>
        change((list) => list.filter(({ activity }) => activity !== named(path))),
    })
  })

  const openSports = () => openApp('/settings?tab=sports', { viewer: someone })
  const level = page.getByRole('slider', { name: 'Your level in Pickleball' })
  const put = (activity: string) => askedFor(`PUT /api/profiles/me/activities/${activity}`).map(({ body }) => body)

  it('is saved as it is set: a level, a switch and a new activity', async () => {
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
    await expect.poll(() => put('chess')).toEqual([{ level: null, isOn: true }])
    expect(put('pickleball')).toEqual([{ level: 3.5, isOn: true }])
    expect(put('soccer')).toEqual([{ level: null, isOn: false }])
    await expectAccessibleInBothThemes()
    // Once all is saved, what stands is asked for anew.
    await expect.poll(() => askedFor('GET /api/profiles/me').length).toBeGreaterThan(1)

    await app.reload()
    await expect.element(level).toHaveValue('3.5')
    await expect.element(page.getByRole('switch', { name: /Soccer/ })).not.toBeChecked()
    await expect.element(page.getByRole('slider', { name: 'Your level in Chess' })).toHaveAttribute('aria-valuetext', 'No level')
  })

  it('is taken away but for the last, and comes back', async () => {
    await openSports()
    await page.getByRole('button', { name: 'Remove Pickleball' }).click()
    await expect.element(page.getByText('Pickleball removed')).toBeVisible()
    await page.getByRole('button', { name: 'Remove Soccer' }).click()
    await expect.element(page.getByText('Pick atleast one')).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.element(level).toBeVisible()
    await expect.poll(() => own.sportAvailability.map(({ activity }) => activity)).toEqual(['soccer', 'pickleball'])
  })

  it('goes back where the server refuses', async () => {
    answerWith({ 'PUT /api/profiles/me/activities/:activity': failing })
    await openSports()
    await page.getByRole('switch', { name: /Soccer/ }).click()
    await expect.element(page.getByText('Something went wrong on our side.')).toBeVisible()
    await expect.element(page.getByRole('switch', { name: /Soccer/ })).toBeChecked()
  })
})

describe('the longest names', () => {
  it.each(['W'.repeat(25), '👨‍👩‍👧‍👦'.repeat(3)])('fit on a phone and on a desktop: %s', async (name) => {
    profile = { ...mine, displayName: name, bio: `${name} plays most evenings.` }
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
      expectNoSideways()
      await expectAccessible()
      await page.viewport(1440, 900)
      expectNoSideways()
    }
  })
})
