import type { NamedFilters } from '../../domain/discover/query.ts'

/** Where one looks for what a question is about; games, if it does not say. */
export const askedPath = (kind: NamedFilters['kind']) => (kind === 'places' || kind === 'players' ? `/discover/${kind}` : '/discover')
