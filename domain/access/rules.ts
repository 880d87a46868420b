import type { Guard } from '../pages.ts'
import type { Viewer } from './contract.ts'

const namedPaths = {
  Home: '/home',
  Login: '/login',
  VerifyEmail: '/verify-email',
  Onboarding: '/user-onboarding',
} as const

/** What a guard decides: stay, go elsewhere, or behave as if the page did not exist. */
export type GuardOutcome = { kind: 'stay' } | { kind: 'go'; to: string } | { kind: 'hidden' }

type GuardFacts = {
  viewer: Viewer | null
  /** Path and query of the page asked for: the way back after signing in. */
  here: string
  /** Who owns the thing the page shows, where a page has the owner guard. */
  ownerId?: string | undefined
}

export function passGuards(guards: readonly Guard[], { viewer, here, ownerId }: GuardFacts): GuardOutcome {
  for (const guard of guards) {
    if (guard === 'signedOut' && viewer) return { kind: 'go', to: wayBack(here) ?? namedPaths.Home }
    if (guard === 'signedIn' && !viewer) return { kind: 'go', to: withWayBack(namedPaths.Login, here) }
    if (guard === 'verified' && !viewer?.emailVerified) return { kind: 'go', to: withWayBack(namedPaths.VerifyEmail, here) }
    if (guard === 'completeProfile' && !viewer?.profileComplete) return { kind: 'go', to: withWayBack(namedPaths.Onboarding, here) }
    if (guard === 'owner' && (ownerId === undefined || viewer?.id !== ownerId)) return { kind: 'hidden' }
  }
  return { kind: 'stay' }
}

export const withWayBack = (to: string, here: string) => `${to}?next=${encodeURIComponent(here)}`

/** The page to return to, if the address names one on this very site; anything else is ignored. */
export function wayBack(here: string): string | null {
  const next = new URLSearchParams(here.split('?')[1] ?? '').get('next')
  if (!next?.startsWith('/')) return null
  const base = 'https://here.invalid'
  return URL.canParse(next, base) && new URL(next, base).origin === base ? next : null
}
