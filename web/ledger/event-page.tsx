import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { writeTime } from '../../domain/time/write-time.ts'
import { useTitle } from '../shell/use-title.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { BooksFrame } from './books-frame.tsx'
import { eventLedger } from './queries.ts'
import { SumsLists } from './sums-table.tsx'

/** The page `ledger/events/:eventId`. */
export default function EventLedgerPage() {
  const { eventId = '' } = useParams()
  const query = useQuery(eventLedger(eventId))
  const { data } = query
  const title = data?.event.title ?? 'Books of a game'
  useTitle(data ? title : null)
  return (
    <BooksFrame
      of={undefined}
      title={title}
      {...(data && { intro: `What players have paid for this game on ${writeDay(data.event)}, and what was taken or given back.` })}
      back={{ to: `/discover/events/${encodeURIComponent(eventId)}/manage?tab=payments`, label: 'Payments of the game' }}
      query={query}
    >
      {data ? (
        <SumsLists all={data.sums} />
      ) : (
        <EmptyState title="Nothing in these books yet">
          A payment is here about a minute after it has arrived. Whoever is paid for the game, and those who manage the money of its
          community, can see it.
        </EmptyState>
      )}
    </BooksFrame>
  )
}

const writeDay = ({ startsAt, timeZone }: { startsAt: number; timeZone: string }) =>
  writeTime(startsAt, timeZone, { month: 'long', day: 'numeric', year: 'numeric' })
