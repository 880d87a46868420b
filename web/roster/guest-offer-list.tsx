import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { joinedPath } from '../../domain/teams/paths.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Button } from '../ui/button.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { answeringGuestOffer, guestOffers } from './queries.ts'

/** Communities that have added the viewer's address as a guest. The viewer decides whether to become a member. */
export function GuestOfferList() {
  const { data: offers = [], isLoadingError, error, refetch, isFetching } = useQuery(guestOffers)
  const answer = useMutation(answeringGuestOffer)
  const navigate = useNavigate()
  if (isLoadingError) {
    const title = 'We could not load where you are a guest'
    return <ErrorNotice title={title} error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
  }
  if (offers.length === 0) return null
  return (
    <section aria-labelledby="guest-offers" className="grid gap-1">
      <h2 id="guest-offers" className="text-title">
        You are a guest here
      </h2>
      <ul aria-label="Communities in which you are a guest" className="border-b border-line">
        {offers.map(({ team, guestName }) => (
          <li key={team.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line py-3">
            <Avatar face={{ id: team.id, name: team.name, pictureUrl: team.photo }} size={48} isDecorative />
            <span className="grid min-w-[min(13rem,100%)] flex-1">
              <span className="font-strong wrap-anywhere">{team.name}</span>
              <span className="text-small text-soft wrap-anywhere">Added your email as “{guestName}”. Do you want to be a member?</span>
            </span>
            <span className="flex gap-2.5">
              <Button size="small" disabled={answer.isPending} onClick={() => answer.mutate({ id: team.id, isAccepted: false })}>
                No, thanks
              </Button>
              <Button
                size="small"
                variant="primary"
                disabled={answer.isPending}
                onClick={() =>
                  answer.mutate(
                    { id: team.id, isAccepted: true },
                    // The page of the community asks whether to share hours, as it asks everybody who joins.
                    { onSuccess: () => void navigate(joinedPath(team.id)) },
                  )
                }
              >
                Become a member
              </Button>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
