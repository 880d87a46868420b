/**
 * Every screen, once: the web builds its router from this table and the Worker answers navigations from it,
 * so a path, its title and who may see it cannot drift apart. A screen that is not built is not listed.
 */
export type Guard = 'signedOut' | 'signedIn' | 'verified' | 'completeProfile' | 'owner'
export type HostKind = 'product' | 'team'

export type Page = {
  path: string
  title: string
  description: string
  /** Checked in this order; the first that fails decides where the person goes. */
  guards?: readonly Guard[]
  /** Where the page exists. Most live on the product's own domain only. */
  hosts?: readonly HostKind[]
  /** Kept out of search engines: personal, or made for development. */
  unlisted?: boolean
}

const definePages = <Name extends string>(pages: Record<Name, Page>) => pages

const login: Page = {
  path: 'login',
  title: 'Log in',
  description: 'Log in and go on where you were.',
  guards: ['signedOut'],
}

const signUp: Page = {
  path: 'sign-up',
  title: 'Sign up',
  description: 'Sign up with your email or with Google, and find your first game.',
  guards: ['signedOut'],
}

/** Its link also works for someone signed in, who wants a password beside Google: the screen sends home who comes without one. */
const forgotPassword: Page = {
  path: 'forgot-password',
  title: 'Forgot your password?',
  description: 'Get a link by mail and set a new password.',
  unlisted: true,
}

export const pages = definePages({
  landing: {
    path: '/',
    title: 'Find a game near you',
    description:
      'Players find games near them, hosts put them up in under a minute, and organizers run teams and seasons without spreadsheets.',
    guards: ['signedOut'],
  },
  citySearch: {
    path: 'discover/city-search',
    title: 'Find your city',
    description: 'Search every US city and town, and start with what is played there.',
  },
  discover: {
    path: 'discover',
    title: 'Games near you',
    description: 'Games with open seats near you, on a map and by day: what, when, and who it is for.',
  },
  discoverContext: {
    path: 'discover/:context',
    title: 'Discover',
    description: 'Games, places to play and communities near you, on a map.',
  },
  fullSearch: {
    path: 'full-search',
    title: 'Search',
    description: 'Games, communities, people and places by their words.',
    unlisted: true,
  },
  ask: {
    path: 'ai',
    title: 'Ask Beans',
    description: 'Say in your own words what you want to play, where and when. Beans makes filters of it.',
  },
  login,
  authLogin: { ...login, path: 'auth/login' },
  signUp,
  authSignUp: { ...signUp, path: 'auth/sign-up' },
  forgotPassword,
  authForgotPassword: { ...forgotPassword, path: 'auth/forgot-password' },
  verifyEmail: {
    path: 'verify-email',
    title: 'Verify your email',
    description: 'The last step of signing up: the link in your mail.',
    unlisted: true,
  },
  home: {
    path: 'home',
    title: 'Home',
    description: 'Your games, your people, and what is on near you.',
    guards: ['signedIn', 'verified', 'completeProfile'],
    unlisted: true,
  },
  create: {
    path: 'create',
    title: 'Put something up',
    description: 'A game or a place, and what you left unfinished.',
    guards: ['signedIn', 'verified', 'completeProfile'],
    unlisted: true,
  },
  newEvent: {
    path: 'create/event',
    title: 'Put up a game',
    description: 'What, when and where: the rest has good defaults.',
    guards: ['signedIn', 'verified', 'completeProfile'],
    unlisted: true,
  },
  editEvent: {
    path: 'create/event/:id',
    title: 'Edit game',
    description: 'Change a game of yours, or with it its series.',
    guards: ['signedIn', 'verified', 'completeProfile'],
    unlisted: true,
  },
  onboarding: {
    path: 'user-onboarding',
    title: 'Set up your account',
    description: 'Who you are, what you play, and what others see.',
    guards: ['signedIn', 'verified'],
    unlisted: true,
  },
  feedback: {
    path: 'feedback',
    title: 'Feedback',
    description: 'Tell us how it is going.',
    guards: ['signedIn'],
    unlisted: true,
  },
  changeEmail: {
    path: 'change-email',
    title: 'Your new email',
    description: 'The last step of changing your email: the link in your mail.',
    unlisted: true,
  },
  settings: {
    path: 'settings',
    title: 'Settings',
    description: 'Your profile, privacy, sports, availability and notifications.',
    guards: ['signedIn', 'verified', 'completeProfile'],
    unlisted: true,
  },
  userList: {
    path: 'user-list',
    title: 'Your lists',
    description: 'People you keep together, to invite them or to block them at once.',
    guards: ['signedIn', 'verified', 'completeProfile'],
    unlisted: true,
  },
  ownProfile: {
    path: 'profile',
    title: 'My profile',
    description: 'What others see of you.',
    guards: ['signedIn', 'verified', 'completeProfile'],
    unlisted: true,
  },
  publicProfile: {
    path: 'profile/:userId',
    title: 'Profile',
    description: 'Who they are, what they play, and how to get to know them.',
    guards: ['signedIn', 'verified', 'completeProfile'],
    unlisted: true,
  },
  connect: {
    path: 'connect',
    title: 'Connect',
    description: 'Your connections, requests and whom you follow.',
    guards: ['signedIn', 'verified', 'completeProfile'],
    unlisted: true,
  },
  localConnect: {
    path: 'localconnect',
    title: 'Players near you',
    description: 'Who plays near you what you play, at which level, and when both of you can.',
    guards: ['signedIn', 'verified', 'completeProfile'],
    unlisted: true,
  },
  viewPlace: {
    path: 'places/view/:id',
    title: 'Place',
    description: 'What is played there, when it is open, who is there now, and how to get there.',
  },
  newPlace: {
    path: 'places/new',
    title: 'Add a place',
    description: 'Put courts, a field or a hall on the map for everyone.',
    guards: ['signedIn', 'verified', 'completeProfile'],
    unlisted: true,
  },
  editPlace: {
    path: 'places/edit/:id',
    title: 'Edit place',
    description: 'Mend what is known of a place.',
    guards: ['signedIn', 'verified', 'completeProfile'],
    unlisted: true,
  },
  placePoster: {
    path: 'places/poster',
    title: 'Poster',
    description: 'A poster of a place with its code, ready to print and hang up.',
    unlisted: true,
  },
  event: {
    path: 'discover/events/:id',
    title: 'Game',
    description: 'Who plays, where and when, and the seats that are left.',
  },
  game: {
    path: 'discover/games/:id',
    title: 'Game',
    description: 'Who plays, where and when, and the seats that are left.',
  },
  shortEvent: {
    path: 'evt/:id',
    title: 'Game',
    description: 'Who plays, where and when, and the seats that are left.',
  },
  seatOffer: {
    path: 'seat-offer',
    title: 'A seat for you',
    description: 'Take the seat you are offered, or let it go to the next.',
    unlisted: true,
  },
  manageEvent: {
    path: 'discover/events/:id/manage',
    title: 'Manage a game',
    description: 'Who comes, who waits, and who is here.',
    guards: ['signedIn', 'verified', 'completeProfile'],
    unlisted: true,
  },
  notifications: {
    path: 'notifications',
    title: 'Notifications',
    description: 'What happened around you, newest first.',
    guards: ['signedIn'],
    unlisted: true,
  },
})

export type PageName = keyof typeof pages

/** Screens for builders and tests. They are left out of what is deployed. */
export const developmentPages = definePages({
  parts: { path: '_ui', title: 'Parts', description: 'Every part the screens are made of.', unlisted: true },
  guardSignedIn: { path: '_test/signed-in', title: 'Signed in', description: 'A test page.', guards: ['signedIn'], unlisted: true },
  guardSignedOut: { path: '_test/signed-out', title: 'Signed out', description: 'A test page.', guards: ['signedOut'], unlisted: true },
  guardVerified: {
    path: '_test/verified',
    title: 'Verified',
    description: 'A test page.',
    guards: ['signedIn', 'verified'],
    unlisted: true,
  },
  guardComplete: {
    path: '_test/complete',
    title: 'Complete',
    description: 'A test page.',
    guards: ['signedIn', 'completeProfile'],
    unlisted: true,
  },
  guardOwner: { path: '_test/owner/:ownerId', title: 'Owner', description: 'A test page.', guards: ['signedIn', 'owner'], unlisted: true },
  crash: { path: '_test/crash', title: 'Crash', description: 'A test page.', unlisted: true },
})

export type DevelopmentPageName = keyof typeof developmentPages

/** Old and short addresses. Parameters of `path` are carried into `to`. */
export const redirects = [
  { path: 'auth', to: '/auth/sign-up' },
  { path: 'faqs/cats', to: '/faqs' },
  { path: 'games/:id/manage', to: '/discover/events/:id/manage' },
  { path: 'share/event/:id', to: '/evt/:id' },
] as const

export const fillPath = (to: string, params: Readonly<Record<string, string | undefined>>) =>
  to.replace(/:([A-Za-z]+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))

/** A screen's title as the browser's tab and a shared link show it. */
export const fullTitle = (title: string, platformName: string) => `${title} · ${platformName}`

/** The lost page speaks with Beans's own words. */
export const lostPage = {
  title: 'Page not found',
  description: 'This page does not exist.',
  heading: 'Beans is having a "RUFF" time finding your page.',
  text: 'Maybe try another page, please?',
} as const
