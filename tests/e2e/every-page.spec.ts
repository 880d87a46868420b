import { expect, type Page } from '@playwright/test'
import type { LedgerPayoutPage } from '../../domain/ledger/contract.ts'
import type { PageName } from '../../domain/pages.ts'
import { day } from '../../domain/time/spans.ts'
import { colorRules } from '../components/setup/color-rules.ts'
import { demoCoHostToken } from '../world/demo-co-host-token.ts'
import { expectAccessible, test } from './fixtures.ts'
import { expectNoHorizontalScroll } from './people.ts'
import { logInAs } from './sign-in.ts'

type Handle = Parameters<typeof logInAs>[1]

/** A page to check: its address, and the demo account that opens it. Without an account, a visitor opens it. `kept` is what its tab has kept. */
type PageView = { at: string; as?: Handle; host?: string; kept?: { key: string; value: string } }

const viewedBy = (handle: Handle, ...addresses: string[]): PageView[] => addresses.map((at) => ({ at, as: handle }))
const viewedByVisitor = (...addresses: string[]): PageView[] => addresses.map((at) => ({ at }))

const gamePath = '/discover/events/demo-open-play'
/** Whoever comes from a game sees it beside the fields. */
const toGame = `next=${encodeURIComponent(gamePath)}`
const coHostPath = `/co-host?token=${demoCoHostToken}`
/** A month in which the demo host sold a game, 47 days ago. */
const soldMonth = new Date(Date.now() - 47 * day).toISOString().slice(0, 7)
/** Stands for the id of the newest payout of the host, which Stripe has chosen. */
const anyPayout = ':payout'
const managePath = '/discover/events/demo-full-house/manage'

/** Every page, in each state that looks different in the demo world. The types require each page of the product to be listed here. */
const pageViews: Record<PageName | 'parts' | 'lost', PageView[]> = {
  landing: viewedByVisitor('/'),
  citySearch: viewedByVisitor('/discover/city-search', '/discover/city-search?city=4671654'),
  // The site map lists the games of a city, and those of an activity.
  discover: [
    ...viewedByVisitor('/discover?city=4671654', '/discover?activity=pickleball', '/discover?activity=pickleball&city=4671654'),
    ...viewedBy('player', '/discover?hosts=followed'),
  ],
  discoverContext: [
    ...viewedByVisitor('/discover/places?city=4671654', '/discover/teams?city=4671654'),
    ...viewedBy('player', '/discover/players'),
  ],
  fullSearch: viewedByVisitor('/full-search', '/full-search?q=pickleball'),
  ask: viewedByVisitor('/ai', '/ai?q=chess%20in%20Springfield'),
  login: viewedByVisitor('/login', `/login?${toGame}`),
  authLogin: viewedByVisitor('/auth/login'),
  signUp: viewedByVisitor('/sign-up', `/sign-up?${toGame}`),
  authSignUp: viewedByVisitor('/auth/sign-up'),
  forgotPassword: viewedByVisitor('/forgot-password'),
  authForgotPassword: viewedByVisitor('/auth/forgot-password'),
  organizerPricing: viewedByVisitor('/organizer/pricing'),
  pricingMemberPlus: viewedByVisitor('/pricing/member'),
  memberPricing: viewedByVisitor('/member/pricing'),
  faqs: viewedByVisitor('/faqs'),
  terms: viewedByVisitor('/terms'),
  privacy: viewedByVisitor('/privacy'),
  contact: viewedByVisitor('/contact'),
  verifyEmail: viewedByVisitor('/verify-email'),
  home: [...viewedBy('player', '/home'), ...viewedBy('organizer', '/home')],
  create: viewedBy('host', '/create'),
  newEvent: viewedBy('host', '/create/event'),
  editEvent: viewedBy('host', '/create/event/demo-open-play'),
  onboarding: viewedBy('new', '/user-onboarding'),
  feedback: viewedBy('player', '/feedback'),
  leaveForSite: viewedBy('player', `/login/site?host=sunset-smashers.localhost&challenge=${'x'.repeat(43)}&next=%2F`),
  // Google refuses by an error in the address. Without one, the page leaves for Google at once.
  confirmGoogle: viewedBy('player', '/confirm-google?error=OtherGoogleAccount', '/confirm-google?done=true'),
  changeEmail: viewedByVisitor(`/change-email?token=${'x'.repeat(43)}`),
  settings: viewedBy(
    'player',
    ...['general', 'privacy', 'payments', 'sports', 'availability', 'calendar', 'notification', 'activities-subscription'].map(
      (tab) => `/settings?tab=${tab}`,
    ),
  ),
  userList: viewedBy('player', '/user-list'),
  myGames: viewedBy('player', '/my-games'),
  myCommunities: viewedBy('player', '/my-communities'),
  createTeam: viewedBy('player', '/teams/create'),
  createTeamStep: [
    ...viewedBy('player', ...[0, 1, 2, 3, 4, 5, 6].map((step) => `/teams/create/${step}`)),
    ...viewedBy('host', '/teams/create/8?team=sunset-smashers'),
  ],
  teamDirectory: viewedBy('player', '/teams-v3', '/teams-v3?near=anywhere&activity=pickleball&join=open', '/teams-v3?q=nothing-here'),
  externalTeams: [...viewedBy('player', '/external-teams'), ...viewedBy('host', '/external-teams')],
  team: [
    ...viewedByVisitor('/team/sunset-smashers', '/team/sunset-smashers?past=1', '/team/trailhead-runners'),
    ...viewedBy('host', '/team/sunset-smashers'),
  ],
  noTeam: viewedByVisitor('/team', '/team/no-such-team'),
  teamInvitation: viewedByVisitor('/team-invitation', `/team-invitation?token=${'x'.repeat(43)}`),
  teamNotFound: viewedByVisitor('/team-not-found'),
  editTeam: [...viewedBy('host', '/team/sunset-smashers/edit'), ...viewedBy('player', '/team/sunset-smashers/edit')],
  teamChanges: [...viewedBy('host', '/team/sunset-smashers/changes'), ...viewedBy('player', '/team/sunset-smashers/changes')],
  teamMemberships: [...viewedBy('host', '/team/sunset-smashers/memberships'), ...viewedBy('player', '/team/sunset-smashers/memberships')],
  teamDues: [...viewedBy('host', '/team/sunset-smashers/dues'), ...viewedBy('player', '/team/sunset-smashers/dues')],
  teamDue: viewedBy('host', '/team/sunset-smashers/dues/demo-season-fee'),
  formPayment: [
    ...viewedByVisitor('/form/payment/no-such-form/no-such-answers'),
    ...viewedBy('player', '/form/payment/demo-registration/demo-submission'),
  ],
  payBalance: viewedBy('player', '/pay-balance/no-such-form/no-such-answers', '/pay-balance/demo-registration/demo-submission'),
  teamLedger: [...viewedBy('host', '/team/sunset-smashers/ledger'), ...viewedBy('player', '/team/sunset-smashers/ledger')],
  teamLedgerMonth: viewedBy('host', `/team/sunset-smashers/ledger/${soldMonth}`),
  teamLedgerSeason: viewedBy('host', '/team/sunset-smashers/ledger/seasons/smashers-running'),
  teamLedgerPayouts: viewedBy('host', '/team/sunset-smashers/ledger/payouts'),
  teamLedgerPayout: viewedBy('host', `/team/sunset-smashers/ledger/payouts/${anyPayout}`, '/team/sunset-smashers/ledger/payouts/po_none'),
  teamPeople: [...viewedBy('host', '/team/sunset-smashers/people'), ...viewedBy('player', '/team/sunset-smashers/people')],
  teamImport: [...viewedBy('host', '/team/sunset-smashers/people/import'), ...viewedBy('player', '/team/sunset-smashers/people/import')],
  teamNews: [...viewedBy('host', '/team/sunset-smashers/news'), ...viewedBy('player', '/team/sunset-smashers/news')],
  teamHours: [
    ...viewedBy('host', '/team/sunset-smashers/when'),
    ...viewedBy('player', '/team/sunset-smashers/when', '/team/riverside-rookies/when'),
  ],
  teamSeasons: [...viewedBy('host', '/team/sunset-smashers/seasons'), ...viewedBy('player', '/team/riverside-rookies/seasons')],
  teamSeason: [
    ...viewedBy('host', '/team/sunset-smashers/seasons/smashers-running'),
    ...viewedBy('player', ...['running', 'over', 'coming'].map((season) => `/team/sunset-smashers/seasons/smashers-${season}`)),
  ],
  organization: [
    ...viewedByVisitor('/organization/demo-organization', '/organization/no-such'),
    ...viewedBy('organizer', '/organization/demo-organization'),
  ],
  organizationChild: [
    ...viewedByVisitor(...['games', 'seasons', 'people', 'about', 'anything'].map((child) => `/organization/demo-organization/${child}`)),
    ...viewedBy('player', '/organization/demo-organization/seasons', '/organization/demo-organization/people'),
  ],
  forms: [...viewedBy('host', '/form'), ...viewedBy('player', '/form')],
  newForm: [...viewedBy('host', '/form/build'), ...viewedBy('player', '/form/build')],
  buildForm: [...viewedBy('host', '/form/build/demo-league-form'), ...viewedBy('player', '/form/build/demo-league-form')],
  invoices: viewedBy('player', '/invoices'),
  transactions: viewedBy('player', '/transactions'),
  subscriptions: viewedBy('player', '/subscriptions'),
  hostMemberships: viewedBy('player', '/subscriptions/demo-host'),
  ledger: viewedBy('host', '/ledger'),
  ledgerMonth: viewedBy('host', `/ledger/${soldMonth}`),
  ledgerEvent: viewedBy('host', '/ledger/events/demo-padel-night'),
  ledgerPayouts: viewedBy('host', '/ledger/payouts'),
  ledgerPayout: viewedBy('host', `/ledger/payouts/${anyPayout}`, '/ledger/payouts/po_none'),
  seatShare: viewedBy('player', '/shares/demo-padel-share', '/shares/none'),
  paymentSuccess: viewedBy('player', '/payment-success'),
  ownProfile: viewedBy('player', '/profile'),
  publicProfile: viewedBy('player', '/profile/demo-host'),
  connect: viewedBy('player', '/connect'),
  localConnect: viewedBy('player', '/localconnect'),
  viewPlace: viewedByVisitor('/places/view/demo-courts'),
  newPlace: viewedBy('player', '/places/new'),
  editPlace: viewedBy('player', '/places/edit/demo-courts'),
  placePoster: viewedByVisitor('/places/poster?place=demo-courts'),
  event: [
    ...viewedByVisitor(gamePath, '/discover/events/demo-called-off'),
    ...viewedBy('player', gamePath, '/discover/events/demo-paid-clinic', '/discover/events/demo-volleyball-camp'),
  ],
  game: viewedByVisitor('/discover/games/demo-full-house'),
  shortEvent: viewedByVisitor('/evt/demo-open-play'),
  seatOffer: viewedByVisitor(`/seat-offer?token=${'x'.repeat(43)}`),
  seatCode: viewedByVisitor(`/seat-code?token=${'x'.repeat(43)}&event=demo-open-play`),
  coHostLink: [...viewedByVisitor('/co-host', coHostPath), ...viewedBy('player', coHostPath)],
  coHostInvite: viewedBy('player', '/discover/events/demo-team-practice/co-host', '/discover/events/demo-full-house/co-host'),
  manageEvent: viewedBy('host', managePath, ...['waitlist', 'messages', 'attendance'].map((tab) => `${managePath}?tab=${tab}`)),
  // Without its secret, the page leaves for our own domain at once. With it, the page shows that the code is not valid.
  siteLogin: [
    {
      at: `/login?next=%2F#code=${'x'.repeat(43)}`,
      host: 'sunset-smashers.localhost',
      kept: { key: 'siteLogin', value: 'x'.repeat(43) },
    },
  ],
  teamSite: ['/', '/about/us'].map((at) => ({ at, host: 'sunset-smashers.localhost' })),
  formAccessDenied: viewedByVisitor(...['signIn', 'members', 'people', 'code'].map((why) => `/form/access-denied?form=none&why=${why}`)),
  form: [
    ...viewedByVisitor('/form/none', '/form/demo-registration'),
    ...viewedBy('player', '/form/demo-members-form'),
    { at: '/form/none', host: 'sunset-smashers.localhost' },
  ],
  formSubmissions: [
    ...viewedBy('host', '/form/none/submissions', '/form/demo-registration/submissions'),
    ...viewedBy('player', '/form/none/submissions'),
  ],
  teamFormAdd: [
    ...viewedBy('host', '/form/none/team-form-add/none', '/form/demo-league-form/team-form-add/demo-player'),
    ...viewedBy('player', '/form/none/team-form-add/none'),
  ],
  formSubmission: [
    ...viewedByVisitor('/form/none/none', `/form/none/none?key=${'x'.repeat(43)}`),
    { at: '/form/none/none', host: 'sunset-smashers.localhost' },
    ...viewedBy('host', '/form/demo-registration/demo-submission'),
    ...viewedBy('player', '/form/demo-registration/demo-submission', '/form/demo-registration/demo-submission?change=1'),
  ],
  messages: viewedBy('player', '/messages', '/messages?show=removed'),
  conversation: viewedBy('player', '/messages/team_sunset-smashers'),
  notifications: viewedBy('player', '/notifications'),
  parts: viewedByVisitor('/_ui'),
  lost: viewedByVisitor('/no/such/page'),
}

async function findPayout(page: Page): Promise<string> {
  const { payouts } = (await (await page.request.get('/api/ledger/payouts')).json()) as LedgerPayoutPage
  expect(payouts.length, 'payouts of the demo host').toBeGreaterThan(0)
  return payouts[0]?.id ?? ''
}

const looks = [
  { viewport: { width: 390, height: 844 }, colorScheme: 'dark', rules: undefined },
  { viewport: { width: 1440, height: 900 }, colorScheme: 'light', rules: colorRules },
] as const

/** How many pages one test checks. To sign in and to load the code of the app takes longer than most pages. */
const maxPages = 6
/** A page takes five seconds on an idle machine. One that never comes to rest must not stop all others for minutes. */
const pageTimeout = 90_000

test.describe.configure({ mode: 'parallel', timeout: maxPages * pageTimeout })
// Some of these pages do not exist, are not for this person or have an invalid link, so the browser logs their status.
test.use({ allowedErrors: /status of 40[0349]/ })

/** Pages that the same person opens on the same host, a few for each test. */
const visits = [
  ...Map.groupBy(
    Object.entries(pageViews).flatMap(([name, all]) => all.map((view) => ({ name, ...view }))),
    ({ as = 'a visitor', host = 'the product' }) => `${as} on ${host}`,
  ),
].flatMap(([who, views]) =>
  Array.from({ length: Math.ceil(views.length / maxPages) }, (_, index) => {
    const some = views.slice(index * maxPages, (index + 1) * maxPages)
    return { title: `${who}, part ${index + 1}: ${some.map(({ name }) => name).join(', ')}`, views: some }
  }),
)

/** Pages without the frame: they fill the window. */
const windowPages = new Set<string>([
  'landing',
  'discover',
  'discoverContext',
  'messages',
  'conversation',
  'buildForm',
] satisfies PageName[])

const frameWidth = 1120

/**
 * The left edge of the outermost element around the heading that does not have the width of the window. Null for a message in the middle of
 * the window, which stands for a page that is missing.
 */
const readLeftEdge = (page: Page) =>
  page.getByRole('main').evaluate((main) => {
    let edge = 0
    for (let part = main.querySelector('h1')?.parentElement; part && part !== main; part = part.parentElement) {
      if (getComputedStyle(part).justifyItems === 'center') return null
      const { left, width } = part.getBoundingClientRect()
      if (width < main.clientWidth) edge = left
    }
    return edge
  })

/** Some parts load only when the user scrolls near them. */
async function loadAll(page: Page): Promise<void> {
  const loading = page.locator('main [aria-busy=true], main .animate-pulse')
  const countAtEnd = async () => {
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    return loading.count()
  }
  await expect.poll(countAtEnd, { message: 'what still loads', timeout: 20_000 }).toBe(0)
  await page.evaluate(() => scrollTo(0, 0))
}

async function checkPage(page: Page, { name, at, host, kept }: PageView & { name: string }, productUrl: string): Promise<void> {
  const path = at.includes(anyPayout) ? at.replace(anyPayout, await findPayout(page)) : at
  const origin = host ? productUrl.replace('localhost', host) : productUrl
  if (kept) {
    await page.goto(origin)
    await page.evaluate(({ key, value }) => sessionStorage.setItem(key, value), kept)
  }
  await page.goto(origin + path)
  // All rules are checked on the phone, and colors in each theme. tests/components checks the other rules for what only desktops show.
  // The contrast of what only phones show in light, or only desktops in dark, is not checked here.
  for (const { viewport, colorScheme, rules } of looks) {
    await page.setViewportSize(viewport)
    await page.emulateMedia({ colorScheme })
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
    // The page of UI parts shows loading states on purpose.
    if (name !== 'parts') await loadAll(page)
    await expectNoHorizontalScroll(page)
    await expectAccessible(page, rules)
  }
  // The last look is the desktop's. All pages have the same frame, so nothing jumps sideways between them.
  const edge = await readLeftEdge(page)
  if (!windowPages.has(name) && edge !== null) expect(edge, 'the left edge of the page').toBe((looks[1].viewport.width - frameWidth) / 2)
}

for (const { title, views } of visits) {
  test(`pages are accessible and do not scroll sideways for ${title}`, async ({ page, product }) => {
    const [first] = views
    if (first?.as) await logInAs(page, first.as)
    for (const view of views) {
      const title = `${view.name} at ${view.host ?? ''}${view.at}`
      try {
        await test.step(title, () => checkPage(page, view, product.url), { timeout: pageTimeout })
      } catch (error) {
        throw new Error(title, { cause: error })
      }
    }
  })
}
