import { contextOf, contextPath } from '../discover/contexts.ts'
import { noFilters, toDiscoverFilters } from '../discover/filters.ts'
import { defaultDiscoverState, defaultRadiusMiles, moveToCity, writeDiscoverState } from '../discover/state.ts'
import type { AskFilters } from './contract.ts'

export const noAskFilters: AskFilters = { ...noFilters, placeFlags: [], isFollowed: false, isPast: false }

/** The URL of the list that a question asks for. */
export function searchPath({ kind, placeFlags, isFollowed, isPast, ...filters }: AskFilters): string {
  const context = contextOf(kind)
  const state = { ...defaultDiscoverState, filters: toDiscoverFilters({ ...filters, kind: null }), isFollowed, isPast }
  const { city, radius } = filters
  const query = [
    writeDiscoverState(city ? moveToCity(state, city, radius ?? defaultRadiusMiles) : state),
    ...(context === 'places' ? placeFlags.map((flag) => `${flag}=1`) : []),
  ]
  const search = query.filter(Boolean).join('&')
  return contextPath(context) + (search && `?${search}`)
}
