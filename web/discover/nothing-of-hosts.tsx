import { useQuery } from '@tanstack/react-query'
import { anywhere, followedPeople, isAnywhere } from '../../domain/discover/state.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { followsSomebody } from './queries.ts'
import type { Discovering } from './use-discover-state.ts'

/** Where none of the hosts one follows has a game that fits, or one follows nobody yet. */
export function NothingOfHosts({ state, change }: Pick<Discovering, 'state' | 'change'>) {
  const { data: follows } = useQuery(followsSomebody)
  const { filters, isPast } = state
  const all = <Button onClick={() => change({ ...state, isFollowed: false })}>Show all games</Button>
  if (follows === false) {
    return (
      <EmptyState
        title="You do not follow anyone yet"
        className="px-4.5 pt-2 sm:px-6"
        action={
          <>
            <LinkButton variant="go" to="/localconnect">
              Find players near you
            </LinkButton>
            {all}
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
          {!isAnywhere(state) && <Button onClick={() => change(anywhere(state))}>Search everywhere</Button>}
          <Button onClick={() => change({ ...state, isPast: !isPast })}>{isPast ? 'Upcoming games' : 'Past games'}</Button>
          {all}
          <LinkButton to={followedPeople}>People you follow</LinkButton>
        </>
      }
    >
      {isPast
        ? 'None of their past games match your filters.'
        : 'We will notify you when one of them hosts a game. To find more hosts, look through all games and press Follow on a host’s profile.'}
    </EmptyState>
  )
}
