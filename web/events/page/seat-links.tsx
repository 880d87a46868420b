import { useRef } from 'react'
import { useFocusAfterRemoval } from '../../ui/use-focus-after-removal.ts'
import { type JoinProps, linkClasses } from './card-links.tsx'
import { maySeatFriends } from './join-form.ts'
import { countRoomForFriends } from './room-for-friends.ts'

/** What the viewer can still do with their seat: bring others, change guests or slot, give it away, or leave. */
export function SeatLinks({ event, now, open }: Pick<JoinProps, 'event' | 'now' | 'open'>) {
  const links = useRef<HTMLParagraphElement>(null)
  const { mine, slots } = event.live
  const isFree = event.price === null
  // In a game that costs money only friends who have accounts can come: they have seats of their own, and pay for them.
  const mayBring = mine !== null && countRoomForFriends(event) > 0 && (isFree || maySeatFriends(event, now))
  // With the last friend, the button is gone by the time the dialog closes.
  useFocusAfterRemoval(links, mayBring ? 1 : 0)
  if (!mine) return null
  const hasGuests = mine.guests.length > 0
  return (
    <p ref={links} tabIndex={-1} className="flex flex-wrap gap-x-4.5 outline-none">
      {mayBring && (
        <button type="button" onClick={() => open(isFree ? 'changeSeat' : 'bringFriends')} aria-haspopup="dialog" className={linkClasses}>
          Bring friends
        </button>
      )}
      {/* Seats that were paid for cannot change. */}
      {isFree && (hasGuests || slots.length > 1) && (
        <button type="button" onClick={() => open('changeSeat')} aria-haspopup="dialog" className={linkClasses}>
          {hasGuests ? 'Change guests' : 'Change slot'}
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
