import type { Guard } from '../define-pages.ts'
import type { Viewer } from './contract.ts'

const namedPaths = {
  Home: '/home',
  Login: '/login',
  VerifyEmail: '/verify-email',
  Onboarding: '/user-onboarding',
} as const

/** What a guard decides: stay on the page, go to another one, or act as if the page did not exist. */
export type GuardOutcome = { kind: 'stay' } | { kind: 'go'; to: string } | { kind: 'hidden' }

type GuardFacts = {
  viewer: Viewer | null
  /** Path and query of the requested page: the person returns to it after signing in. */
  currentPath: string
  /** The owner of what the page shows, for a page with the owner guard. */
  ownerId?: string | undefined
}

export function passGuards(guards: readonly Guard[], { viewer, currentPath, ownerId }: GuardFacts): GuardOutcome {
  for (const guard of guards) {
    if (guard === 'signedOut' && viewer) return { kind: 'go', to: readReturnPath(currentPath) ?? namedPaths.Home }
    if (guard === 'signedIn' && !viewer) return { kind: 'go', to: addReturnPath(namedPaths.Login, currentPath) }
    if (guard === 'verified' && !viewer?.emailVerified) return { kind: 'go', to: addReturnPath(namedPaths.VerifyEmail, currentPath) }
    if (guard === 'completeProfile' && !viewer?.profileComplete)
      return { kind: 'go', to: addReturnPath(namedPaths.Onboarding, currentPath) }
    if (guard === 'owner' && (ownerId === undefined || viewer?.id !== ownerId)) return { kind: 'hidden' }
  }
  return { kind: 'stay' }
}

const protectedPaths = ['/home', '/profile', '/teams'] as const

/**
 * Where a path without a page leads. A signed-out person who follows a link below a protected path logs in first. Null means that
 * the person sees the not-found page.
 */
export function redirectFromUnknownPath(pathname: string, { viewer, currentPath }: GuardFacts): string | null {
  const isProtected = protectedPaths.some((start) => pathname === start || pathname.startsWith(`${start}/`))
  return isProtected && !viewer ? addReturnPath(namedPaths.Login, currentPath) : null
}

export const addReturnPath = (to: string, currentPath: string) =>
  `${to}${to.includes('?') ? '&' : '?'}next=${encodeURIComponent(currentPath)}`

/**
 * The pages to which a link in an email may return: those of games, and of invitations to co-host one. Anybody can ask for an email to
 * another person, so it must not lead to a page that does something as soon as it is opened.
 */
export const mailedReturnPath =
  /^\/(?:(?:evt|discover\/(?:events|games))\/[\w-]{1,100}(?:\?open=(?:join|ticket|leave|accept))?|discover\/events\/[\w-]{1,100}\/co-host|co-host\?token=[\w-]{20,100})$/

/** The page to return to, from the `next` parameter. Null when it is missing or leads to another site. */
export function readReturnPath(currentPath: string): string | null {
  const next = new URLSearchParams(currentPath.split('?')[1] ?? '').get('next')
  if (!next?.startsWith('/')) return null
  const base = 'https://this-site.invalid'
  return URL.canParse(next, base) && new URL(next, base).origin === base ? next : null
}
