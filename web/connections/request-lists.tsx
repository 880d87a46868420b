import { useMutation } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import type { Connection } from '../../domain/connections/contract.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { ShowMore } from '../ui/show-more.tsx'
import { formatSince, PeopleLoading, PersonRow } from './person-row.tsx'
import { connecting, disconnecting } from './queries.ts'
import { type Outcomes, type Requests, useRequests } from './use-requests.ts'

/** The connection requests that the user received and sent. */
export function RequestLists({ received, outcomes }: { received: Requests; outcomes: Outcomes }) {
  const sent = useRequests('sent')
  const lists = [received, sent]
  const failedList = lists.find(({ query }) => query.isLoadingError)
  if (failedList)
    return (
      <ErrorNotice
        error={failedList.query.error}
        onRetry={() => void failedList.query.refetch()}
        isRetrying={failedList.query.isFetching}
      />
    )
  if (lists.some(({ query }) => query.isPending)) return <PeopleLoading />
  if (lists.every(({ people }) => people.length === 0)) {
    return (
      <EmptyState title="No requests">
        Requests you receive and requests you send will show up here. To send one, press Connect on a profile.
      </EmptyState>
    )
  }
  return (
    <div className="grid gap-9">
      <RequestList title="Received" requests={received} emptyText="You have no requests to answer.">
        {(connection) => <ReceivedRow key={connection.person.id} connection={connection} outcomes={outcomes} />}
      </RequestList>
      {sent.people.length > 0 && (
        <RequestList title="Sent" requests={sent}>
          {(connection) => <SentRow key={connection.person.id} connection={connection} outcomes={outcomes} />}
        </RequestList>
      )}
    </div>
  )
}

type RequestListProps = { title: string; requests: Requests; emptyText?: string; children: (connection: Connection) => ReactNode }

function RequestList({ title, requests: { people, query }, emptyText, children }: RequestListProps) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-1">
        {title}
      </h2>
      {people.length === 0 && <p className="py-2 text-soft">{emptyText}</p>}
      <ul>{people.map(children)}</ul>
      <ShowMore query={query} />
    </section>
  )
}

type RowProps = { connection: Connection; outcomes: Outcomes }

function RequestFacts({ since, note }: Pick<Connection, 'since' | 'note'>) {
  return (
    <>
      Requested {formatSince(since)}
      {note && <span className="block text-ink wrap-anywhere">“{note}”</span>}
    </>
  )
}

function ReceivedRow({ connection, outcomes }: RowProps) {
  const { person, since, state: from, note } = connection
  const accept = useMutation(connecting(person.id))
  const decline = useMutation(disconnecting(person.id))
  const undo = { onError: () => outcomes.set(connection, null) }
  const outcome = outcomes.get(connection)
  return (
    <PersonRow person={person} note={<RequestFacts since={since} note={note} />}>
      {outcome ? (
        <OutcomeLabel>{outcome === 'connected' ? 'You are connected' : 'Declined'}</OutcomeLabel>
      ) : (
        <>
          <Button
            variant="primary"
            size="small"
            aria-label={`Accept ${person.name}`}
            onClick={() => {
              outcomes.set(connection, 'connected')
              accept.mutate({ from }, undo)
            }}
          >
            Accept
          </Button>
          <Button
            size="small"
            aria-label={`Decline ${person.name}`}
            onClick={() => {
              outcomes.set(connection, 'declined')
              decline.mutate({ from }, undo)
            }}
          >
            Decline
          </Button>
        </>
      )}
    </PersonRow>
  )
}

function SentRow({ connection, outcomes }: RowProps) {
  const { person, since, state: from, note } = connection
  const withdraw = useMutation(disconnecting(person.id))
  return (
    <PersonRow person={person} note={<RequestFacts since={since} note={note} />}>
      {outcomes.get(connection) ? (
        <OutcomeLabel>Withdrawn</OutcomeLabel>
      ) : (
        <Button
          size="small"
          aria-label={`Withdraw request to ${person.name}`}
          onClick={() => {
            outcomes.set(connection, 'withdrawn')
            withdraw.mutate({ from }, { onError: () => outcomes.set(connection, null) })
          }}
        >
          Withdraw
        </Button>
      )}
    </PersonRow>
  )
}

/** Replaces the button that was pressed. It takes the focus, so that screen readers read it aloud. */
function OutcomeLabel({ children }: { children: ReactNode }) {
  const label = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (document.activeElement === document.body) label.current?.focus({ preventScroll: true })
  }, [])
  return (
    <p ref={label} tabIndex={-1} className="flex min-h-9.5 items-center gap-1.5 text-small font-medium text-soft">
      <Check size={16} aria-hidden="true" /> {children}
    </p>
  )
}
