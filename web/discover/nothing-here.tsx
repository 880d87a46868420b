import { radiusMostMiles } from '../../domain/discover/filter-limits.ts'
import { type DiscoverState, usualRadius } from '../../domain/discover/state.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { SaveSearch } from './save-search.tsx'
import type { Discovering } from './use-discover-state.ts'

/** The same search in more of the world, where there is a circle to go by. */
export function widen(state: DiscoverState): DiscoverState | null {
  const { filters, view } = state
  const radius = filters.radius ?? usualRadius
  if (filters.center === null || (view === null && radius >= radiusMostMiles)) return null
  return { ...state, view: null, filters: { ...filters, radius: view ? radius : Math.min(radiusMostMiles, radius * 3) } }
}

/** Where a search found nothing, what may find something. */
export function NothingHere({ state, city, change }: Pick<Discovering, 'state' | 'city' | 'change'>) {
  const { filters, view, isPast } = state
  const wider = widen(state)
  const hasDates = filters.from !== null || filters.to !== null || filters.weekdays.length > 0
  return (
    <EmptyState
      title={isPast ? 'No games in the past' : 'Nothing here yet'}
      className="px-4.5 pt-2 sm:px-6"
      action={
        <>
          {isPast ? (
            <Button variant="go" onClick={() => change({ ...state, isPast: false })}>
              Games to come
            </Button>
          ) : (
            <LinkButton variant="go" to="/create/event">
              Put up a game
            </LinkButton>
          )}
          {wider && <Button onClick={() => change(wider)}>{view ? 'Back to the circle' : 'Look farther'}</Button>}
          {hasDates && (
            <Button onClick={() => change({ ...state, filters: { ...filters, from: null, to: null, weekdays: [] } })}>Any day</Button>
          )}
          {!isPast && <SaveSearch state={state} city={city} />}
        </>
      }
    >
      {isPast
        ? 'No game was played here that fits.'
        : 'Look farther, on another day, or be the one who puts a game up. We can also tell you when one comes.'}
    </EmptyState>
  )
}
