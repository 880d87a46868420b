import { canHoldSeats } from '../../../domain/events/rules.ts'
import { type JoinProps, linkClasses } from './card-links.tsx'
import { countRoomForFriends } from './room-for-friends.ts'

/** What the viewer can still do with their seat: change guests or slot, give it away, or leave. */
export function SeatLinks({ event, open }: Pick<JoinProps, 'event' | 'open'>) {
  const { mine, slots } = event.live
  if (!mine) return null
  // Seats that were paid for cannot change.
  const isChangeable = event.price === null && (event.maxGuests > 0 || slots.length > 1 || mine.guests.length > 0)
  // A newcomer looks for a way to bring somebody, and not for one to change what they do not have.
  const bringsSomebody = mine.guests.length > 0 || (event.live.friends ?? []).some(({ isMine }) => isMine)
  // Friends who have accounts have seats of their own, and pay for them.
  const bringsFriends = event.price !== null && canHoldSeats(event) && countRoomForFriends(event) > 0
  return (
    <p className="flex flex-wrap gap-x-4.5">
      {isChangeable && (
        <button type="button" onClick={() => open('changeSeat')} aria-haspopup="dialog" className={linkClasses}>
          {event.maxGuests === 0 ? 'Change slot' : bringsSomebody ? 'Change guests' : 'Bring friends'}
        </button>
      )}
      {bringsFriends && (
        <button type="button" onClick={() => open('bringFriends')} aria-haspopup="dialog" className={linkClasses}>
          Bring friends
        </button>
      )}
      {!event.live.transferSent && (
        <button type="button" onClick={() => open('transfer')} aria-haspopup="dialog" className={linkClasses}>
          Give away my seat
        </button>
      )}
      <button type="button" onClick={() => open('leave')} aria-haspopup="dialog" className={`${linkClasses} text-bad`}>
        Leave
      </button>
    </p>
  )
}
