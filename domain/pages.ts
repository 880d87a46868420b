import { definePages, type Page } from './define-pages.ts'

/** Only people with a complete profile can open these, so search engines have nothing to list. */
const forMembers = { guards: ['signedIn', 'verified', 'completeProfile'], unlisted: true } satisfies Partial<Page>

const login: Page = {
  path: 'login',
  title: 'Log in',
  guards: ['signedOut'],
}

const signUp: Page = {
  path: 'sign-up',
  title: 'Sign up',
  guards: ['signedOut'],
}

/** The link also works for a signed-in person who adds a password to their Google sign-in. Without a link, the screen sends them home. */
const forgotPassword: Page = {
  path: 'forgot-password',
  title: 'Forgot your password?',
  unlisted: true,
}

const memberPlus: Page = {
  path: 'pricing/member',
  title: 'Member Plus',
}

/**
 * All screens in one table. The web app builds its router from it and the Worker answers page requests from it, so both always agree
 * on paths, titles and guards. Screens that are not built yet are not listed.
 */
export const pages = definePages({
  landing: { path: '/', title: 'Find a game near you', guards: ['signedOut'] },
  citySearch: { path: 'discover/city-search', title: 'Find your city' },
  discover: { path: 'discover', title: 'Games', isFullHeight: true },
  discoverContext: { path: 'discover/:context', title: 'Discover', isFullHeight: true },
  fullSearch: { path: 'full-search', title: 'Search', unlisted: true },
  ask: { path: 'ai', title: 'Ask Beans' },
  login,
  siteLogin: { path: 'login', title: 'Log in', guards: ['signedOut'], hosts: ['team'], unlisted: true },
  leaveForSite: { path: 'login/site', title: 'Log in', guards: ['signedIn'], unlisted: true },
  authLogin: { ...login, path: 'auth/login' },
  signUp,
  authSignUp: { ...signUp, path: 'auth/sign-up' },
  forgotPassword,
  authForgotPassword: { ...forgotPassword, path: 'auth/forgot-password' },
  organizerPricing: { path: 'organizer/pricing', title: 'Plans for communities' },
  pricingMemberPlus: memberPlus,
  memberPricing: { ...memberPlus, path: 'member/pricing', unlisted: true },
  faqs: { path: 'faqs', title: 'Help & Faqs' },
  terms: { path: 'terms', title: 'Terms' },
  privacy: { path: 'privacy', title: 'Privacy' },
  contact: { path: 'contact', title: 'Contact' },
  verifyEmail: { path: 'verify-email', title: 'Verify your email', unlisted: true },
  home: { path: 'home', title: 'Home', ...forMembers },
  create: { path: 'create', title: 'Create', ...forMembers },
  newEvent: { path: 'create/event', title: 'Host a game', ...forMembers },
  editEvent: { path: 'create/event/:id', title: 'Edit game', ...forMembers },
  onboarding: { path: 'user-onboarding', title: 'Set up your account', guards: ['signedIn', 'verified'], unlisted: true },
  feedback: { path: 'feedback', title: 'Feedback', guards: ['signedIn'], unlisted: true },
  confirmGoogle: { path: 'confirm-google', title: 'Confirm with Google', guards: ['signedIn'], unlisted: true },
  changeEmail: { path: 'change-email', title: 'Your new email', unlisted: true },
  settings: { path: 'settings', title: 'Settings', ...forMembers },
  userList: { path: 'user-list', title: 'Your lists', ...forMembers },
  myGames: { path: 'my-games', title: 'My games', ...forMembers },
  myCommunities: { path: 'my-communities', title: 'Your Communities', ...forMembers },
  createTeam: { path: 'teams/create', title: 'Start a community', ...forMembers },
  createTeamStep: { path: 'teams/create/:step', title: 'Start a community', ...forMembers },
  teamDirectory: { path: 'teams-v3', title: 'Communities', ...forMembers },
  externalTeams: { path: 'external-teams', title: 'Teams on other sites', ...forMembers },
  team: { path: 'team/:id', title: 'Community' },
  noTeam: { path: 'team', title: 'Team not found', unlisted: true },
  teamInvitation: { path: 'team-invitation', title: 'Invitation', unlisted: true },
  teamNotFound: { path: 'team-not-found', title: 'Team not found', unlisted: true },
  editTeam: { path: 'team/:id/edit', title: 'Edit community', ...forMembers },
  teamChanges: { path: 'team/:id/changes', title: 'Changes', ...forMembers },
  teamMemberships: { path: 'team/:id/memberships', title: 'Memberships', ...forMembers },
  teamDues: { path: 'team/:id/dues', title: 'Dues', ...forMembers },
  teamDue: { path: 'team/:id/dues/:dueId', title: 'Who has paid', ...forMembers },
  formPayment: { path: 'form/payment/:id/:submissionId', title: 'Pay', unlisted: true, leadsToProduct: true },
  payBalance: { path: 'pay-balance/:id/:submissionId', title: 'Your payments', ...forMembers },
  teamLedger: { path: 'team/:id/ledger', title: 'Books', ...forMembers },
  teamLedgerMonth: { path: 'team/:id/ledger/:month', title: 'One month of the books', ...forMembers },
  teamLedgerSeason: { path: 'team/:id/ledger/seasons/:seasonId', title: 'Books of a season', ...forMembers },
  teamLedgerPayouts: { path: 'team/:id/ledger/payouts', title: 'Payouts', ...forMembers },
  teamLedgerPayout: { path: 'team/:id/ledger/payouts/:payoutId', title: 'Payout', ...forMembers },
  teamPeople: { path: 'team/:id/people', title: 'People', ...forMembers },
  teamImport: { path: 'team/:id/people/import', title: 'Import people', ...forMembers },
  teamNews: { path: 'team/:id/news', title: 'News', ...forMembers },
  teamHours: { path: 'team/:id/when', title: 'When can we play?', ...forMembers },
  teamSeasons: { path: 'team/:id/seasons', title: 'Seasons', ...forMembers },
  teamSeason: { path: 'team/:id/seasons/:seasonId', title: 'Season', ...forMembers },
  organization: { path: 'organization/:id', title: 'Organization' },
  organizationChild: { path: 'organization/:id/*', title: 'Organization' },
  forms: { path: 'form', title: 'Your Forms', ...forMembers, leadsToProduct: true },
  newForm: { path: 'form/build', title: 'New form', ...forMembers, leadsToProduct: true },
  buildForm: { path: 'form/build/:id', title: 'Build a form', ...forMembers, isFullHeight: true, leadsToProduct: true },
  invoices: { path: 'invoices', title: 'Invoices', ...forMembers },
  transactions: { path: 'transactions', title: 'My Transactions', ...forMembers },
  subscriptions: { path: 'subscriptions', title: 'Your Subscriptions', ...forMembers },
  hostMemberships: { path: 'subscriptions/:hostId', title: 'Memberships', ...forMembers },
  ledger: { path: 'ledger', title: 'Your books', ...forMembers },
  ledgerMonth: { path: 'ledger/:month', title: 'One month of your books', ...forMembers },
  ledgerEvent: { path: 'ledger/events/:eventId', title: 'Books of a game', ...forMembers },
  ledgerPayouts: { path: 'ledger/payouts', title: 'Payouts', ...forMembers },
  ledgerPayout: { path: 'ledger/payouts/:payoutId', title: 'Payout', ...forMembers },
  seatShare: { path: 'shares/:id', title: 'Pay for your seat', ...forMembers },
  paymentSuccess: { path: 'payment-success', title: 'Your payment', ...forMembers },
  ownProfile: { path: 'profile', title: 'My profile', ...forMembers },
  publicProfile: { path: 'profile/:userId', title: 'Profile', ...forMembers },
  connect: { path: 'connect', title: 'Connect', ...forMembers },
  localConnect: { path: 'localconnect', title: 'Players near you', ...forMembers },
  viewPlace: { path: 'places/view/:id', title: 'Place' },
  newPlace: { path: 'places/new', title: 'Add a place', ...forMembers },
  editPlace: { path: 'places/edit/:id', title: 'Edit place', ...forMembers },
  placePoster: { path: 'places/poster', title: 'Poster', unlisted: true },
  event: { path: 'discover/events/:id', title: 'Game' },
  game: { path: 'discover/games/:id', title: 'Game' },
  shortEvent: { path: 'evt/:id', title: 'Game' },
  seatOffer: { path: 'seat-offer', title: 'Seat offer', unlisted: true },
  seatCode: { path: 'seat-code', title: 'Your seat', unlisted: true },
  coHostInvite: { path: 'discover/events/:id/co-host', title: 'Co-host a game', ...forMembers },
  coHostLink: { path: 'co-host', title: 'Co-host a game', unlisted: true },
  manageEvent: { path: 'discover/events/:id/manage', title: 'Manage a game', ...forMembers },
  teamSite: { path: '*', title: 'Community', hosts: ['team'] },
  formAccessDenied: { path: 'form/access-denied', title: 'Form', hosts: ['product', 'team'], unlisted: true },
  form: { path: 'form/:id', title: 'Form', hosts: ['product', 'team'], unlisted: true },
  formSubmissions: { path: 'form/:id/submissions', title: 'Submissions', ...forMembers, leadsToProduct: true },
  teamFormAdd: { path: 'form/:formId/team-form-add/:userId', title: 'Fill a form for somebody', ...forMembers, leadsToProduct: true },
  // After all other pages below `form`, because its path matches theirs too.
  formSubmission: { path: 'form/:id/:submissionId', title: 'What was sent', hosts: ['product', 'team'], unlisted: true },
  messages: { path: 'messages', title: 'Messages', ...forMembers, isFullHeight: true },
  conversation: { path: 'messages/:conversationId', title: 'Messages', ...forMembers, isFullHeight: true },
  notifications: { path: 'notifications', title: 'Notifications', guards: ['signedIn'], unlisted: true },
})

export type PageName = keyof typeof pages

/** The texts of the not-found page, as the specification quotes them. */
export const notFoundPage = {
  title: 'Page not found',
  description: 'This page does not exist.',
  heading: 'Beans is having a "RUFF" time finding your page.',
  text: 'Maybe try another page, please?',
} as const
