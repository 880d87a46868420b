import type { EventDetail } from '../../../domain/events/contract.ts'
import { formatDeadline } from '../../../domain/events/format.ts'
import { formatNames } from '../format-event.ts'

type FriendSeatsProps = { event: EventDetail; now: number }

/** The friends with whom the viewer comes, and those who have not answered yet. */
export function FriendSeats({ event: { live, timeZone }, now }: FriendSeatsProps) {
  const friends = live.friends ?? []
  const names = (which: (friend: (typeof friends)[number]) => boolean) => friends.filter(which).map(({ person }) => person.name)
  const accepted = names(({ isMine, hasAccepted, isPaying }) => isMine && hasAccepted && !isPaying)
  const paying = names(({ isMine, isPaying }) => isMine && isPaying === true)
  const open = friends.filter(({ isMine, hasAccepted }) => isMine && !hasAccepted)
  const holders = names(({ isMine, hasAccepted }) => !isMine && hasAccepted)
  const expiresAt = open[0]?.expiresAt ?? null
  return (
    <div className="grid gap-0.5 text-small text-soft wrap-anywhere">
      {accepted.length > 0 && (
        <p>
          {formatNames(accepted)} accepted and {accepted.length === 1 ? 'has' : 'have'} a seat.
        </p>
      )}
      {paying.length > 0 && (
        <p>
          {formatNames(paying)} accepted and still {paying.length === 1 ? 'has' : 'have'} to pay.
        </p>
      )}
      {open.length > 0 && (
        <p>
          {open.length === 1 ? 'A seat is' : 'Seats are'} held for {formatNames(open.map(({ person }) => person.name))}
          {expiresAt !== null && ` until ${formatDeadline(expiresAt, { timeZone, now })}`}.
        </p>
      )}
      {holders.length > 0 && <p>You came along with {formatNames(holders)}.</p>}
    </div>
  )
}
