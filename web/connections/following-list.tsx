import { useMutation } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { useState } from 'react'
import type { Face } from '../../domain/profiles/contract.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { ShowMore } from '../ui/show-more.tsx'
import { PeopleLoading, PersonRow } from './person-row.tsx'
import { following, useFavorites } from './queries.ts'

export function FollowingList({ userId }: { userId: string }) {
  const {
    favorites: { state, favorites, error },
    query,
  } = useFavorites(userId)
  if (state === 'Pending' || state === 'Loading') return <PeopleLoading />
  if (state === 'Error') return <ErrorNotice error={error} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />
  if (favorites.length === 0) {
    return (
      <EmptyState title="You do not follow anyone yet" action={<LinkButton to="/discover/city-search">Find your city</LinkButton>}>
        Follow people whose games you like, and we will notify you when they host a new one. To follow someone, press Follow on their
        profile.
      </EmptyState>
    )
  }
  return (
    <>
      <ul aria-label="Following">
        {favorites.map((person) => (
          <FollowedRow key={person.id} person={person} />
        ))}
      </ul>
      <ShowMore query={query} />
    </>
  )
}

/** After the user stops following a person, the row stays until the list is opened again, so that a wrong tap is easy to undo. */
function FollowedRow({ person }: { person: Face }) {
  const [isFollowing, setFollowing] = useState(true)
  const { mutate } = useMutation(following(person.id))
  const toggle = () => {
    setFollowing(!isFollowing)
    mutate(!isFollowing, { onError: () => setFollowing(isFollowing) })
  }
  return (
    <PersonRow person={person}>
      <Button size="small" aria-pressed={isFollowing} aria-label={`Follow ${person.name}`} onClick={toggle}>
        {isFollowing ? (
          <>
            <Check size={16} aria-hidden="true" /> Following
          </>
        ) : (
          'Follow'
        )}
      </Button>
    </PersonRow>
  )
}
