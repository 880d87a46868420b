import { Suspense } from 'react'
import { Link } from 'react-router'
import type { EventDetail } from '../../../domain/events/contract.ts'
import { formatDeadline } from '../../../domain/events/format.ts'
import type { ViewerState } from '../../../domain/events/viewer-state.ts'
import { eventConversationId } from '../../../domain/messages/rules.ts'
import { useViewer } from '../../app-state.ts'
import { directionsUrl } from '../../maps/directions.ts'
import { lazyAfterPaint } from '../../ui/after-paint.ts'
import type { DialogName } from '../use-dialogs.ts'

const SaveButton = lazyAfterPaint(async () => (await import('../../my-games/save-button.tsx')).SaveButton)

/** What the parts of the join card need to know. */
export type JoinProps = { event: EventDetail; viewerState: ViewerState; now: number; open: (name: DialogName) => void }

/** Until when players can leave without being late. Hosts who do not play know it, because they chose it. */
export function LeaveDeadline({ event: { leaveBy, startsAt, timeZone, isHost, guestOf }, viewerState, now }: JoinProps) {
  const canStillJoin = (viewerState === 'open' || viewerState === 'full') && !isHost && !guestOf
  if ((!canStillJoin && viewerState !== 'going') || startsAt <= now) return null
  const moment = formatDeadline(leaveBy, { timeZone, now })
  return (
    <p className="text-small text-soft sm:border-t sm:border-line sm:pt-3.5">
      {leaveBy >= startsAt
        ? 'You can leave until it starts.'
        : leaveBy > now
          ? `If you cannot come, leave by ${moment}. After that, the hosts see that you left late.`
          : canStillJoin
            ? `The deadline to leave was ${moment}. Join only if you are sure that you can come.`
            : `The deadline to leave was ${moment}. If you cannot come, please leave anyway. Your seat goes to the next person on the waitlist.`}
    </p>
  )
}

/** Text links at the end of the join card. */
export const linkClasses = 'inline-flex min-h-11 items-center text-small font-strong hover:text-court'

export function CardLinks({ event: { id, where, live, hosts, startsAt, isHost }, viewerState, now, open }: JoinProps) {
  const viewer = useViewer()
  const isInGame = viewerState === 'going' || (viewerState !== 'draft' && hosts.some((host) => host.id === viewer?.id))
  // People on the waitlist have no seat yet, so there is nothing to add to a calendar.
  const isForCalendar =
    (live.mine === null || viewerState === 'going') && (viewerState === 'open' || viewerState === 'full' || viewerState === 'going')
  return (
    <p className="flex flex-wrap gap-x-4.5">
      {/* For hosts, it leads the page. */}
      {viewerState !== 'draft' && !isHost && (
        <button type="button" onClick={() => open('share')} aria-haspopup="dialog" className={linkClasses}>
          Share
        </button>
      )}
      {viewer?.profileComplete && startsAt > now && live.state === 'published' && (
        <Suspense>
          <SaveButton id={id} className={linkClasses} />
        </Suspense>
      )}
      {isInGame && (
        <Link to={`/messages/${eventConversationId(id)}`} className={linkClasses}>
          Messages
        </Link>
      )}
      {isForCalendar && (
        <button type="button" onClick={() => open('calendar')} aria-haspopup="dialog" className={linkClasses}>
          Add to calendar
        </button>
      )}
      <a href={directionsUrl(where)} target="_blank" rel="noreferrer" className={linkClasses}>
        Directions
      </a>
    </p>
  )
}
