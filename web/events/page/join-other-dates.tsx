import { useMutation } from '@tanstack/react-query'
import { CalendarPlus } from 'lucide-react'
import { lazy, type RefObject, Suspense, useState } from 'react'
import type { EventDetail } from '../../../domain/events/contract.ts'
import type { SeriesDate } from '../../../domain/events/series-contract.ts'
import { offersAllDates } from '../../../domain/events/series-rules.ts'
import { Button } from '../../ui/button.tsx'
import { showFailure } from '../../ui/show-failure.ts'
import { useFocusAfterRemoval } from '../../ui/use-focus-after-removal.ts'
import { joiningSeries } from '../queries.ts'

const JoinedDates = lazy(() => import('./joined-dates.tsx'))

type JoinOtherDatesProps = {
  event: EventDetail
  /** The other dates. It gets the focus when the button has gone. */
  list: RefObject<HTMLElement | null>
}

/**
 * For a player of one date of a series: joins the other ones with the same slot and answers. Their guests may not have time on those
 * dates, so they do not come along.
 */
export function JoinOtherDates({ event, list }: JoinOtherDatesProps) {
  const { id, series, live, needsApproval, isHost } = event
  const join = useMutation(joiningSeries(id))
  const [joined, setJoined] = useState<SeriesDate[] | null>(null)
  // While the dialog is open it counts as one. The button that opened it is gone when it closes.
  useFocusAfterRemoval(list, joined ? 1 : 0)
  const { mine } = live
  const count = series?.joinable ?? 0
  const press = () => {
    if (!mine) return
    join.mutate(
      { slotId: mine.slotId, guests: [], answers: mine.answers },
      { onSuccess: ({ dates }) => setJoined(dates), onError: showFailure },
    )
  }
  return (
    <>
      {mine?.state === 'going' && offersAllDates(event) && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Button size="small" onClick={press} isPending={join.isPending} pendingLabel="Joining">
            <CalendarPlus size={16} aria-hidden="true" />
            {needsApproval && !isHost ? 'Ask to join' : 'Join'} the other {count === 1 ? 'date' : `${count} dates`}
          </Button>
          <p className="min-w-0 flex-1 basis-48 text-small text-soft">
            Each date has its own seats. Where none is free, you join the waitlist.
            {mine.guests.length > 0 && ' Your guests come only to this date.'}
          </p>
        </div>
      )}
      {joined && (
        <Suspense>
          <JoinedDates dates={joined} onClose={() => setJoined(null)} />
        </Suspense>
      )}
    </>
  )
}
