import type { NamedFilters } from './filter-contract.ts'

/**
 * What discover can be about, as its addresses say it: teams are called communities on the screen. Players have a screen of their own,
 * to which the page leads on.
 */
export const discoverContexts = ['events', 'teams', 'places', 'players'] as const
export type DiscoverContext = (typeof discoverContexts)[number]

export const contextPath = (context: DiscoverContext) => (context === 'events' ? '/discover' : `/discover/${context}`)

/** Where one looks for what a question is about; games, if it does not say. */
export const contextOf = (kind: NamedFilters['kind']): DiscoverContext => kind ?? 'events'
