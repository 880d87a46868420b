import { contextPath } from '../../domain/discover/contexts.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import type { DiscoverControls } from './use-discover-state.ts'
import { useTeam } from './use-team.ts'

/** Shown when the community has no matching game or does not exist. */
export function NoEventsByTeam({ state, change }: Pick<DiscoverControls, 'state' | 'change'>) {
  const team = useTeam(state.teamId)
  const { filters, isPast } = state
  const hasDates = filters.from !== null || filters.to !== null || filters.weekdays.length > 0
  const showAllButton = <Button onClick={() => change({ ...state, teamId: null })}>Show all games</Button>
  if (team === null) {
    return (
      <EmptyState
        title="This community no longer exists"
        className="px-4.5 pt-2 sm:px-6"
        action={
          <>
            {showAllButton}
            <LinkButton to={contextPath('teams')}>Find other communities</LinkButton>
          </>
        }
      >
        It was deleted, or the link is wrong.
      </EmptyState>
    )
  }
  const name = team?.name ?? 'this community'
  return (
    <EmptyState
      title={isPast ? `No past games by ${name}` : `No upcoming games by ${name}`}
      className="px-4.5 pt-2 wrap-anywhere sm:px-6"
      action={
        <>
          {hasDates && (
            <Button onClick={() => change({ ...state, filters: { ...filters, from: null, to: null, weekdays: [] } })}>Any date</Button>
          )}
          <Button onClick={() => change({ ...state, isPast: !isPast })}>{isPast ? 'Upcoming games' : 'Past games'}</Button>
          {showAllButton}
        </>
      }
    >
      {isPast ? 'None of their past games match your filters.' : 'You will see their next public games here.'}
    </EmptyState>
  )
}
