import { useMutation } from '@tanstack/react-query'
import { formatDeadline } from '../../../domain/events/format.ts'
import { Button } from '../../ui/button.tsx'
import { showFailure } from '../../ui/show-failure.ts'
import { formatNames } from '../format-event.ts'
import { answeringTransfer, takingBackSeat } from '../queries.ts'
import { type JoinProps, linkClasses } from './card-links.tsx'
import { StatusBox } from './status-box.tsx'

/** A seat that a player offers to the viewer. The main button accepts it. */
export function SeatReceived({ event, now }: JoinProps) {
  const answer = useMutation(answeringTransfer(event.id))
  const transfer = event.live.transferReceived
  if (!transfer) return null
  const { id, person, guests, expiresAt } = transfer
  return (
    <StatusBox title={`${person.name} offers you their seat`}>
      <p className="text-small text-soft wrap-anywhere">
        {guests.length > 0 && `Their guests come too: ${formatNames(guests)}. `}
        You are not on the list until you accept. You can do that until {formatDeadline(expiresAt, { timeZone: event.timeZone, now })}.
      </p>
      <Button
        isPending={answer.isPending}
        pendingLabel="Declining"
        onClick={() => answer.mutate({ transferId: id, isAccepted: false }, { onError: showFailure })}
        className="w-full"
      >
        Decline the seat
      </Button>
    </StatusBox>
  )
}

/** The viewer's own offer, which they can take back until it is accepted. */
export function SeatSent({ event, now }: JoinProps) {
  const takeBack = useMutation(takingBackSeat(event.id))
  const transfer = event.live.transferSent
  if (!transfer || transfer.expiresAt <= now) return null
  return (
    <div className="mt-1.5 grid justify-items-start">
      <p className="text-small text-soft wrap-anywhere">
        You offered your seat to {transfer.person.name}. They can accept until{' '}
        {formatDeadline(transfer.expiresAt, { timeZone: event.timeZone, now })}. Until then it is yours.
      </p>
      <button
        type="button"
        disabled={takeBack.isPending}
        onClick={() => takeBack.mutate(undefined, { onError: showFailure })}
        className={linkClasses}
      >
        Take the offer back
      </button>
    </div>
  )
}
