import { Link } from 'react-router'
import type { SeriesDate } from '../../../domain/events/series-contract.ts'
import { describeDate, describeJoinedDates } from '../../../domain/events/series-rules.ts'
import { writeDate } from '../../../domain/time/write-time.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Status, type StatusTone } from '../../ui/status.tsx'

const toneOf = ({ state }: SeriesDate): StatusTone => (state === null ? 'quiet' : state === 'going' ? 'good' : 'warn')

const dayOptions = { weekday: 'short', month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' } as const

/** Says what happened to each date of a series after the person joined all of them. */
export default function JoinedDates({ dates, onClose }: { dates: readonly SeriesDate[]; onClose: () => void }) {
  const now = Date.now()
  return (
    <Dialog
      title={dates.some(({ state }) => state === 'going') ? 'You are in' : 'Your dates'}
      isOpen
      onClose={onClose}
      width={520}
      footer={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <p role="status" className="pb-3">
        {describeJoinedDates(dates)}
      </p>
      <ul aria-label="Dates" className="grid">
        {dates.map((date) => (
          <li key={date.id} className="border-t border-line first:border-t-0">
            <Link
              to={`/discover/events/${date.id}`}
              onClick={onClose}
              className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-0.5 rounded-control py-2 hover:bg-wash"
            >
              <time dateTime={new Date(date.startsAt).toISOString()} className="font-medium">
                {writeDate(date.startsAt, { timeZone: date.timeZone, now }, dayOptions)}
              </time>
              <Status tone={toneOf(date)} className="text-small whitespace-normal!">
                {describeDate(date)}
              </Status>
            </Link>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
