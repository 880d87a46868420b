import { definePages } from './define-pages.ts'

/** Screens for developers and tests. They are not deployed. */
export const developmentPages = definePages({
  parts: { path: '_ui', title: 'Parts', unlisted: true },
  guardSignedIn: { path: '_test/signed-in', title: 'Signed in', guards: ['signedIn'], unlisted: true },
  guardSignedOut: { path: '_test/signed-out', title: 'Signed out', guards: ['signedOut'], unlisted: true },
  guardVerified: {
    path: '_test/verified',
    title: 'Verified',
    guards: ['signedIn', 'verified'],
    unlisted: true,
  },
  guardComplete: {
    path: '_test/complete',
    title: 'Complete',
    guards: ['signedIn', 'completeProfile'],
    unlisted: true,
  },
  guardOwner: { path: '_test/owner/:ownerId', title: 'Owner', guards: ['signedIn', 'owner'], unlisted: true },
  teamCatchAll: { path: '_test/team/*', title: 'Team page', hosts: ['team'], unlisted: true },
  teamPage: { path: '_test/team/about', title: 'About the team', hosts: ['team'], unlisted: true },
  crash: { path: '_test/crash', title: 'Crash', unlisted: true },
})

export type DevelopmentPageName = keyof typeof developmentPages
