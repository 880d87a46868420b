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
        title="You follow nobody yet"
        className="px-4.5 pt-2 sm:px-6"
        action={
          <>
            <LinkButton variant="go" to="/localconnect">
              Players near you
            </LinkButton>
            {all}
          </>
        }
      >
        Liked a game? Open its host’s profile and press Follow: what they put up next stands here.
      </EmptyState>
    )
  }
  const hasDates = filters.from !== null || filters.to !== null || filters.weekdays.length > 0
  return (
    <EmptyState
      title={isPast ? 'No past games of hosts you follow' : 'Nothing of hosts you follow is coming up'}
      className="px-4.5 pt-2 sm:px-6"
      action={
        <>
          {hasDates && (
            <Button onClick={() => change({ ...state, filters: { ...filters, from: null, to: null, weekdays: [] } })}>Any day</Button>
          )}
          {!isAnywhere(state) && <Button onClick={() => change(anywhere(state))}>Look everywhere</Button>}
          <Button onClick={() => change({ ...state, isPast: !isPast })}>{isPast ? 'Games to come' : 'Past games'}</Button>
          {all}
          <LinkButton to={followedPeople}>Whom you follow</LinkButton>
        </>
      }
    >
      {isPast
        ? 'None of theirs that is over fits.'
        : 'You hear when one of them puts a game up. Find more hosts in all games, and press Follow on their profiles.'}
    </EmptyState>
  )
}
