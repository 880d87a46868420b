import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { PersonRow } from '../profiles/person-row.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { ShowMore } from '../ui/show-more.tsx'
import { Loading, SkeletonText } from '../ui/skeleton.tsx'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'
import { answeringRequest, teamRequests } from './queries.ts'

/** Who asks to join, with the answers. Nobody is told of a decline. */
export default function RequestsDialog({ teamId, onClose }: { teamId: string; onClose: () => void }) {
  const query = useInfiniteQuery(teamRequests(teamId))
  const answer = useMutation(answeringRequest(teamId))
  const requests = query.data?.pages.flatMap((page) => page.requests) ?? []
  return (
    <Dialog title="Who asks to join" isOpen onClose={onClose} width={520}>
      {query.isPending ? (
        <Loading label="Loading the requests">
          <SkeletonText lines={3} />
        </Loading>
      ) : query.data === undefined ? (
        <ErrorNotice error={query.error} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />
      ) : requests.length === 0 ? (
        <p className="text-soft">Nobody asks at the moment.</p>
      ) : (
        <ul aria-label="Requests" className="grid grid-cols-[minmax(0,1fr)]">
          {requests.map(({ person, message }) => {
            const isPending = answer.isPending && answer.variables.userId === person.id
            return (
              <PersonRow key={person.id} face={person} note={message}>
                <Button size="small" disabled={isPending} onClick={() => answer.mutate({ userId: person.id, isAccepted: false })}>
                  Decline <VisuallyHidden>{person.name}</VisuallyHidden>
                </Button>
                <Button
                  size="small"
                  variant="primary"
                  isPending={isPending && answer.variables.isAccepted}
                  onClick={() => answer.mutate({ userId: person.id, isAccepted: true })}
                >
                  Accept <VisuallyHidden>{person.name}</VisuallyHidden>
                </Button>
              </PersonRow>
            )
          })}
        </ul>
      )}
      <ShowMore query={query} />
      <p className="pt-4 text-small text-soft">People you decline are not told, and cannot ask again for 30 days.</p>
    </Dialog>
  )
}
