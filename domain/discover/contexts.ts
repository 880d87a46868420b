import type { NamedFilters } from './filter-contract.ts'

/**
 * What the discover page can show, as in its URLs. On the screen, teams are called communities. For players the page links to
 * a screen of their own.
 */
export const discoverContexts = ['events', 'teams', 'places', 'players'] as const
export type DiscoverContext = (typeof discoverContexts)[number]

export const contextPath = (context: DiscoverContext) => (context === 'events' ? '/discover' : `/discover/${context}`)

/** The context for the kind of results that a question asks for. Games by default. */
export const contextOf = (kind: NamedFilters['kind']): DiscoverContext => kind ?? 'events'
