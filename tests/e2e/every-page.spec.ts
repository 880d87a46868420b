import { expect } from '@playwright/test'
import type { PageName } from '../../domain/pages.ts'
import { expectAccessible, test } from './fixtures.ts'
import { expectNoSideways } from './people.ts'
import { logInAs } from './sign-in.ts'

type Handle = Parameters<typeof logInAs>[1]

/** One look at a page: its address, and who looks at it; a stranger when left out. */
type Look = { at: string; as?: Handle }

const seenBy = (handle: Handle, ...addresses: string[]): Look[] => addresses.map((at) => ({ at, as: handle }))
const seenByStranger = (...addresses: string[]): Look[] => addresses.map((at) => ({ at }))

const game = '/discover/events/demo-open-play'
const manage = '/discover/events/demo-full-house/manage'

/** Every page, in each state of the demo world that looks different. A new page does not compile until it stands here. */
const looks: Record<PageName | 'parts' | 'lost', Look[]> = {
  landing: seenByStranger('/'),
  citySearch: seenByStranger('/discover/city-search', '/discover/city-search?city=4671654'),
  discover: [...seenByStranger('/discover?city=4671654'), ...seenBy('player', '/discover?hosts=followed')],
  discoverContext: [
    ...seenByStranger('/discover/places?city=4671654', '/discover/teams?city=4671654'),
    ...seenBy('player', '/discover/players'),
  ],
  fullSearch: seenByStranger('/full-search', '/full-search?q=pickleball'),
  ask: seenByStranger('/ai', '/ai?q=chess%20in%20Springfield'),
  login: seenByStranger('/login'),
  authLogin: seenByStranger('/auth/login'),
  signUp: seenByStranger('/sign-up'),
  authSignUp: seenByStranger('/auth/sign-up'),
  forgotPassword: seenByStranger('/forgot-password'),
  authForgotPassword: seenByStranger('/auth/forgot-password'),
  faqs: seenByStranger('/faqs'),
  verifyEmail: seenByStranger('/verify-email'),
  home: [...seenBy('player', '/home'), ...seenBy('organizer', '/home')],
  create: seenBy('host', '/create'),
  newEvent: seenBy('host', '/create/event'),
  editEvent: seenBy('host', '/create/event/demo-open-play'),
  onboarding: seenBy('new', '/user-onboarding'),
  feedback: seenBy('player', '/feedback'),
  changeEmail: seenByStranger(`/change-email?token=${'x'.repeat(43)}`),
  settings: seenBy(
    'player',
    ...['general', 'privacy', 'sports', 'availability', 'notification', 'activities-subscription'].map((tab) => `/settings?tab=${tab}`),
  ),
  userList: seenBy('player', '/user-list'),
  myCommunities: seenBy('player', '/my-communities'),
  ownProfile: seenBy('player', '/profile'),
  publicProfile: seenBy('player', '/profile/demo-host'),
  connect: seenBy('player', '/connect'),
  localConnect: seenBy('player', '/localconnect'),
  viewPlace: seenByStranger('/places/view/demo-courts'),
  newPlace: seenBy('player', '/places/new'),
  editPlace: seenBy('player', '/places/edit/demo-courts'),
  placePoster: seenByStranger('/places/poster?place=demo-courts'),
  event: [...seenByStranger(game, '/discover/events/demo-called-off'), ...seenBy('player', game)],
  game: seenByStranger('/discover/games/demo-full-house'),
  shortEvent: seenByStranger('/evt/demo-open-play'),
  seatOffer: seenByStranger(`/seat-offer?token=${'x'.repeat(43)}`),
  manageEvent: seenBy('host', manage, ...['line', 'messages', 'attendance'].map((tab) => `${manage}?tab=${tab}`)),
  notifications: seenBy('player', '/notifications'),
  parts: seenByStranger('/_ui'),
  lost: seenByStranger('/no/such/page'),
}

test.describe.configure({ mode: 'parallel' })
// A page that is not there, or no longer, and links that lead nowhere are among the looks.
test.use({ allowedErrors: /status of 40[049]/ })

for (const [name, all] of Object.entries(looks)) {
  for (const { at, as } of all) {
    test(`${name} at ${at} for ${as ?? 'a stranger'}: no accessibility fault, nothing past the edge @both`, async ({ page }) => {
      if (as) await logInAs(page, as)
      await page.goto(at)
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
      // The parts show what waits, too.
      if (name !== 'parts') await expect(page.locator('main [aria-busy=true], main .animate-pulse')).toHaveCount(0)
      await expectNoSideways(page)
      await expectAccessible(page)
      // Nothing but the colors is another in the dark.
      await page.emulateMedia({ colorScheme: 'dark' })
      await expectAccessible(page, { only: ['color-contrast'] })
    })
  }
}
