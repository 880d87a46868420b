import { useQuery } from '@tanstack/react-query'
import { followedPeoplePath, isAnywhere, removeLocation } from '../../domain/discover/state.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { followsSomebody } from './queries.ts'
import type { DiscoverControls } from './use-discover-state.ts'

/** Shown when no followed host has a matching game, or when the viewer follows nobody yet. */
export function NoEventsByHosts({ state, change }: Pick<DiscoverControls, 'state' | 'change'>) {
  const { data: followsAnyone } = useQuery(followsSomebody)
  const { filters, isPast } = state
  const showAllButton = <Button onClick={() => change({ ...state, isFollowed: false })}>Show all games</Button>
  if (followsAnyone === false) {
    return (
      <EmptyState
        title="You do not follow anyone yet"
        className="px-4.5 pt-2 sm:px-6"
        action={
          <>
            <LinkButton variant="primary" to="/localconnect">
              Find players near you
            </LinkButton>
            {showAllButton}
          </>
        }
      >
        Liked a game? Open the host’s profile and press Follow. You will see their next games here.
      </EmptyState>
    )
  }
  const hasDates = filters.from !== null || filters.to !== null || filters.weekdays.length > 0
  return (
    <EmptyState
      title={isPast ? 'No past games by hosts you follow' : 'No upcoming games by hosts you follow'}
      className="px-4.5 pt-2 sm:px-6"
      action={
        <>
          {hasDates && (
            <Button onClick={() => change({ ...state, filters: { ...filters, from: null, to: null, weekdays: [] } })}>Any date</Button>
          )}
          {!isAnywhere(state) && <Button onClick={() => change(removeLocation(state))}>Search everywhere</Button>}
          <Button onClick={() => change({ ...state, isPast: !isPast })}>{isPast ? 'Upcoming games' : 'Past games'}</Button>
          {showAllButton}
          <LinkButton to={followedPeoplePath}>People you follow</LinkButton>
        </>
      }
    >
      {isPast
        ? 'None of their past games match your filters.'
        : 'We will notify you when one of them hosts a game. To find more hosts, look through all games and press Follow on a host’s profile.'}
    </EmptyState>
  )
}
