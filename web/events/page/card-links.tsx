import { Link } from 'react-router'
import type { EventDetail } from '../../../domain/events/contract.ts'
import type { Standing } from '../../../domain/events/standing.ts'
import { isScheduled } from '../../../domain/events/states.ts'
import { momentWords } from '../../../domain/events/words.ts'
import { directionsUrl } from '../../maps/directions.ts'
import type { DialogName } from '../use-dialogs.ts'

/** A game as its page stands, for the card that one joins by. */
export type JoinProps = { event: EventDetail; standing: Standing; now: number; open: (name: DialogName) => void }

/** Until when one may change one's mind. */
export function DeadlineWords({ event: { leaveBy, startsAt, timeZone }, standing, now }: JoinProps) {
  if ((standing !== 'open' && standing !== 'full' && standing !== 'going') || startsAt <= now) return null
  const moment = momentWords(leaveBy, { timeZone, now })
  return (
    <p className="text-small text-soft sm:border-t sm:border-line sm:pt-3.5">
      {leaveBy >= startsAt
        ? 'You can leave until it starts.'
        : leaveBy > now
          ? `You can leave until ${moment}. After that your seat goes to the first person waiting.`
          : `The time to leave was ${moment}. If you cannot come, leave all the same: your seat goes to the first person waiting.`}
    </p>
  )
}

/** Words of the card that lead on; the last lines of it. */
export const linkClasses = 'inline-flex min-h-11 items-center text-small font-strong hover:text-court'

export function CardLinks({ event: { id, where, live }, standing, open }: JoinProps) {
  // Whoever waits has nothing to put into a calendar yet.
  const isForCalendar = (live.mine === null || standing === 'going') && (standing === 'open' || standing === 'full' || standing === 'going')
  return (
    <p className="flex flex-wrap gap-x-4.5">
      {standing !== 'draft' && (
        <button type="button" onClick={() => open('share')} aria-haspopup="dialog" className={linkClasses}>
          Share
        </button>
      )}
      {isForCalendar && (
        <a href={`/api/events/${id}/calendar.ics`} download className={linkClasses}>
          Add to calendar
        </a>
      )}
      <a href={directionsUrl(where)} target="_blank" rel="noreferrer" className={linkClasses}>
        Directions
      </a>
    </p>
  )
}

/** What its hosts do with it, each on a page of its own. */
export function HostLinks({ event: { id, live, startsAt } }: { event: EventDetail }) {
  return (
    <nav aria-label="Run this game" className="flex flex-wrap gap-x-4.5 border-t border-line pt-1.5">
      {(live.state !== 'draft' || isScheduled({ ...live, startsAt })) && (
        <Link to={`/discover/events/${id}/manage`} className={linkClasses}>
          Manage
        </Link>
      )}
      {live.state !== 'cancelled' && (
        <Link to={`/create/event/${id}`} className={linkClasses}>
          Edit
        </Link>
      )}
      <Link to={`/create/event?from=${id}`} className={linkClasses}>
        Duplicate
      </Link>
      {live.state === 'published' && (
        <Link to={`/discover/events/${id}/manage?cancel=1`} className={`${linkClasses} text-bad`}>
          Cancel
        </Link>
      )}
    </nav>
  )
}
