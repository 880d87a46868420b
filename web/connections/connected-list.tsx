import { MessageButton } from '../messages/message-button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { ShowMore } from '../ui/show-more.tsx'
import { formatSince, PeopleLoading, PersonRow } from './person-row.tsx'
import { useRequests } from './use-requests.ts'

export function ConnectedList() {
  const { query, people } = useRequests('connected')
  if (query.isPending) return <PeopleLoading />
  if (query.isLoadingError) return <ErrorNotice error={query.error} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />
  if (people.length === 0) {
    return (
      <EmptyState title="No connections yet">
        Met someone on the court? Ask them to scan your QR code, or find them by name and press Connect. Once you are connected, you can
        message and invite each other.
      </EmptyState>
    )
  }
  return (
    <>
      <ul aria-label="Connections">
        {people.map(({ person, since }) => (
          <PersonRow key={person.id} person={person} note={`Connected since ${formatSince(since)}`}>
            <MessageButton userId={person.id} name={person.name} size="small" />
          </PersonRow>
        ))}
      </ul>
      <ShowMore query={query} />
    </>
  )
}
