import { Link } from 'react-router'
import type { EventDetail } from '../../../domain/events/contract.ts'
import type { ViewerState } from '../../../domain/events/viewer-state.ts'
import { Status } from '../../ui/status.tsx'
import { formatSignUpOpening } from '../format-event.ts'
import { Notice } from './notice.tsx'

type EventProps = { event: EventDetail }

/** A draft, or a game whose sign-up is not open yet. */
export function HostNotice({ event, viewerState, now }: EventProps & { viewerState: ViewerState; now: number }) {
  const { isHost, visibility, team } = event
  return (
    <Notice>
      <Status tone="quiet" className="font-strong">
        {viewerState === 'draft' ? 'Draft' : 'Scheduled'}
      </Status>
      <p className="text-soft">
        {viewerState === 'draft' ? (
          isHost ? (
            'Only you and your co-hosts can see it.'
          ) : (
            'It was never published.'
          )
        ) : (
          <>
            {formatSignUpOpening(event, now)}. Until then,{' '}
            {visibility === 'team' ? `only members of ${team?.name ?? 'the community'} with` : 'only people with'} the link can open it. You
            can already invite people.
          </>
        )}
      </p>
    </Notice>
  )
}

/** Only the person who is asked sees this. They answer on a page of its own, which says what a co-host can do. */
export const CoHostNotice = ({ event: { id } }: EventProps) => (
  <Notice>
    <p className="font-strong">You are asked to be a co-host</p>
    <Link to={`/discover/events/${id}/co-host`} className="font-strong text-court underline-offset-3 hover:underline">
      Accept or decline
    </Link>
  </Notice>
)
