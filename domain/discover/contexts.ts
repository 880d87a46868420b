import { type Page, pages } from '../pages.ts'
import type { NamedFilters } from './query.ts'

/** What discover can be about. Players have a screen of their own, which joins when it is there. */
export const discoverContexts = ['events', 'places', 'communities', 'players'] as const
export type DiscoverContext = (typeof discoverContexts)[number]

export const contextPath = (context: DiscoverContext) => (context === 'events' ? '/discover' : `/discover/${context}`)

/** Where one looks for what a question is about; games, if it does not say. */
export const contextOf = (kind: NamedFilters['kind']): DiscoverContext => (kind === 'teams' ? 'communities' : (kind ?? 'events'))

export const playersPath = 'localconnect'
export const hasPlayers = () => Object.values<Page>(pages).some(({ path }) => path === playersPath)
