import { contextPath } from '../../domain/discover/contexts.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import type { Discovering } from './use-discover-state.ts'
import { useTeam } from './use-team.ts'

/** Where a community has no game that fits, or is gone itself. */
export function NothingOfTeam({ state, change }: Pick<Discovering, 'state' | 'change'>) {
  const team = useTeam(state.teamId)
  const { filters, isPast } = state
  const hasDates = filters.from !== null || filters.to !== null || filters.weekdays.length > 0
  const all = <Button onClick={() => change({ ...state, teamId: null })}>Show all games</Button>
  if (team === null) {
    return (
      <EmptyState
        title="This community is not here any more"
        className="px-4.5 pt-2 sm:px-6"
        action={
          <>
            {all}
            <LinkButton to={contextPath('teams')}>Other communities</LinkButton>
          </>
        }
      >
        It was deleted, or the link to it is not right.
      </EmptyState>
    )
  }
  const name = team?.name ?? 'this community'
  return (
    <EmptyState
      title={isPast ? `No past games of ${name}` : `Nothing of ${name} is coming up`}
      className="px-4.5 pt-2 wrap-anywhere sm:px-6"
      action={
        <>
          {hasDates && (
            <Button onClick={() => change({ ...state, filters: { ...filters, from: null, to: null, weekdays: [] } })}>Any day</Button>
          )}
          <Button onClick={() => change({ ...state, isPast: !isPast })}>{isPast ? 'Games to come' : 'Past games'}</Button>
          {all}
        </>
      }
    >
      {isPast ? 'None of theirs that is over fits.' : 'A game they put up for everyone will stand here.'}
    </EmptyState>
  )
}
