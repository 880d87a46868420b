import type { ComponentType } from 'react'
import type { DevelopmentPageName, PageName } from '../domain/pages.ts'

type LoadScreen = () => Promise<{ default: ComponentType }>

/** The file that renders each page of domain/pages.ts. The build reads this table to preload the code of a page from its HTML. */
export const screens: Record<PageName, LoadScreen> = {
  landing: () => import('./landing/landing-page.tsx'),
  citySearch: () => import('./cities/city-search-page.tsx'),
  discover: () => import('./discover/discover-page.tsx'),
  discoverContext: () => import('./discover/discover-page.tsx'),
  fullSearch: () => import('./search/full-search-page.tsx'),
  ask: () => import('./ask/ask-page.tsx'),
  login: () => import('./accounts/login-page.tsx'),
  authLogin: () => import('./accounts/login-page.tsx'),
  signUp: () => import('./accounts/sign-up-page.tsx'),
  authSignUp: () => import('./accounts/sign-up-page.tsx'),
  forgotPassword: () => import('./accounts/forgot-password-page.tsx'),
  authForgotPassword: () => import('./accounts/forgot-password-page.tsx'),
  faqs: () => import('./faqs/faqs-page.tsx'),
  terms: () => import('./legal/terms-page.tsx'),
  privacy: () => import('./legal/privacy-page.tsx'),
  contact: () => import('./legal/contact-page.tsx'),
  verifyEmail: () => import('./accounts/verify-email-page.tsx'),
  home: () => import('./home/home-page.tsx'),
  create: () => import('./events/form/create-page.tsx'),
  newEvent: () => import('./events/form/new-event-page.tsx'),
  editEvent: () => import('./events/form/edit-event-page.tsx'),
  onboarding: () => import('./profiles/onboarding-page.tsx'),
  feedback: () => import('./feedback/feedback-page.tsx'),
  confirmGoogle: () => import('./accounts/confirm-google-page.tsx'),
  changeEmail: () => import('./accounts/change-email-page.tsx'),
  settings: () => import('./settings/settings-page.tsx'),
  teamSite: () => import('./hostnames/team-site-page.tsx'),
  userList: () => import('./user-lists/user-list-page.tsx'),
  myCommunities: () => import('./teams/my-communities-page.tsx'),
  externalTeams: () => import('./external-teams/external-teams-page.tsx'),
  teamHours: () => import('./team-hours/when-page.tsx'),
  ownProfile: () => import('./profiles/profile-page.tsx'),
  publicProfile: () => import('./profiles/profile-page.tsx'),
  connect: () => import('./connections/connect-page.tsx'),
  localConnect: () => import('./people/local-connect-page.tsx'),
  viewPlace: () => import('./places/place-page.tsx'),
  newPlace: () => import('./places/new-place-page.tsx'),
  editPlace: () => import('./places/edit-place-page.tsx'),
  placePoster: () => import('./places/poster-page.tsx'),
  event: () => import('./events/page/event-page.tsx'),
  game: () => import('./events/page/event-page.tsx'),
  shortEvent: () => import('./events/page/event-page.tsx'),
  seatOffer: () => import('./events/page/seat-offer-page.tsx'),
  coHostInvite: () => import('./events/page/co-host-invite-page.tsx'),
  manageEvent: () => import('./events/manage/manage-page.tsx'),
  notifications: () => import('./notifications/notifications-page.tsx'),
}

const guardTest: LoadScreen = () => import('./development/guard-test-page.tsx')

export const developmentScreens: Record<DevelopmentPageName, LoadScreen> = {
  parts: () => import('./ui/parts-page.tsx'),
  guardSignedIn: guardTest,
  guardSignedOut: guardTest,
  guardVerified: guardTest,
  guardComplete: guardTest,
  guardOwner: guardTest,
  teamCatchAll: () => import('./development/team-test-page.tsx'),
  teamPage: () => import('./development/team-test-page.tsx'),
  crash: () => import('./development/crash-page.tsx'),
}
