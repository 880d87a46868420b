import { maxRadiusMiles } from '../../domain/discover/filter-limits.ts'
import { type DiscoverState, defaultRadiusMiles } from '../../domain/discover/state.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { AlertButton } from './alert-button.tsx'
import type { DiscoverControls } from './use-discover-state.ts'

/** The same search in a larger area, or null if the search has no center or is as wide as possible. */
export function widenSearch(state: DiscoverState): DiscoverState | null {
  const { filters, view } = state
  const radius = filters.radius ?? defaultRadiusMiles
  if (filters.center === null || (view === null && radius >= maxRadiusMiles)) return null
  return { ...state, view: null, filters: { ...filters, radius: view ? radius : Math.min(maxRadiusMiles, radius * 3) } }
}

/** Shown when a search found no games: other searches that may find some. */
export function NoEvents({ state, city, change }: Pick<DiscoverControls, 'state' | 'city' | 'change'>) {
  const { filters, view, isPast } = state
  const widerState = widenSearch(state)
  const hasDates = filters.from !== null || filters.to !== null || filters.weekdays.length > 0
  return (
    <EmptyState
      title={isPast ? 'No past games found' : 'No games found'}
      className="px-4.5 pt-2 sm:px-6"
      action={
        <>
          {isPast ? (
            <Button variant="primary" onClick={() => change({ ...state, isPast: false })}>
              Upcoming games
            </Button>
          ) : (
            <LinkButton variant="primary" to="/create/event">
              Host a game
            </LinkButton>
          )}
          {widerState && <Button onClick={() => change(widerState)}>{view ? 'Search around the city' : 'Search a larger area'}</Button>}
          {hasDates && (
            <Button onClick={() => change({ ...state, filters: { ...filters, from: null, to: null, weekdays: [] } })}>Any date</Button>
          )}
          {!isPast && <AlertButton state={state} city={city} />}
        </>
      }
    >
      {isPast
        ? 'No past games here match your filters.'
        : 'Search a larger area, try other dates, or host a game. You can also get an alert when a new game comes up.'}
    </EmptyState>
  )
}
