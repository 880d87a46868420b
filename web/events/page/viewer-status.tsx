import { useMutation } from '@tanstack/react-query'
import { Suspense } from 'react'
import { formatOrdinal } from '../../../domain/events/format.ts'
import { canTakeSeatNow } from '../../../domain/events/viewer-state.ts'
import { lazyAfterPaint } from '../../ui/after-paint.ts'
import { Button } from '../../ui/button.tsx'
import { showFailure } from '../../ui/show-failure.ts'
import { Status } from '../../ui/status.tsx'
import { formatNames, formatSignUpOpening } from '../format-event.ts'
import { leaving } from '../queries.ts'
import type { JoinProps } from './card-links.tsx'
import { linkClasses } from './card-links.tsx'
import { hasReceivedSeat } from './has-received-seat.ts'
import { StatusBox } from './status-box.tsx'

// Few seats are offered or change hands, and few games open later, so the first screen does not wait for these parts.
const SeatReceived = lazyAfterPaint(async () => (await import('./seat-transfer.tsx')).SeatReceived)
const Offered = lazyAfterPaint(async () => (await import('./seat-offered.tsx')).Offered)
const JoiningOpens = lazyAfterPaint(async () => (await import('./joining-opens.tsx')).JoiningOpens)
const FriendSeats = lazyAfterPaint(async () => (await import('./friend-seats.tsx')).FriendSeats)
const SeatSent = lazyAfterPaint(async () => (await import('./seat-transfer.tsx')).SeatSent)

/** Where the viewer stands with this game, and what they can do apart from the main button. */
export function ViewerStatus(props: JoinProps) {
  if (hasReceivedSeat(props))
    return (
      <Suspense>
        <SeatReceived {...props} />
      </Suspense>
    )
  switch (props.viewerState) {
    case 'going':
      return <Going {...props} />
    case 'waiting':
      return <Waiting {...props} />
    case 'offered':
      return (
        <Suspense>
          <Offered {...props} />
        </Suspense>
      )
    case 'asked':
    case 'paying':
      return <Requested {...props} />
    case 'scheduled':
      return <Scheduled {...props} />
    case 'early':
      return (
        <Suspense fallback={<div className="min-h-7" />}>
          <JoiningOpens {...props} />
        </Suspense>
      )
    case 'refused':
      return <p className="font-strong text-balance">The hosts decided that you cannot join this game.</p>
    case 'begun':
      return <p className="font-strong">This game has started.</p>
    case 'over':
      return <Over {...props} />
    case 'cancelled':
      return <p className="text-lead font-strong">Cancelled</p>
    default:
      return null
  }
}

/** When sign-up opens, in place of the button to join. On a phone, the bar shows it. Hosts read it in the notice above. */
const Scheduled = ({ event, now }: JoinProps) =>
  event.isHost ? null : (
    <div className="grid gap-1">
      <p className="text-lead font-strong text-balance max-sm:hidden">{formatSignUpOpening(event, now)}</p>
      <p className="text-small text-soft">You can join once sign-up opens. This page updates automatically.</p>
    </div>
  )

function Going(props: JoinProps) {
  const { mine, slots } = props.event.live
  if (!mine) return null
  const slot = slots.find(({ id }) => id === mine.slotId)
  const facts = [slot?.name, mine.guests.length > 0 && `With ${formatNames(mine.guests)}`, mine.checkedInAt !== null && 'Checked in']
  const words = facts.filter(Boolean).join(' · ')
  return (
    <div className="grid gap-0.5">
      <Status tone="live" className="text-lead font-strong">
        You are in
      </Status>
      {words && <p className="text-small text-soft wrap-anywhere">{words}</p>}
      {props.event.live.friends && (
        <Suspense>
          <FriendSeats event={props.event} now={props.now} />
        </Suspense>
      )}
      {props.event.live.transferSent && (
        <Suspense>
          <SeatSent {...props} />
        </Suspense>
      )}
    </div>
  )
}

/** What the viewer can still do with their seat: change guests or slot, give it away, or leave. */
export function SeatLinks({ event, viewerState, now, open }: JoinProps) {
  const { mine, slots } = event.live
  if (viewerState !== 'going' || !mine || event.startsAt <= now) return null
  // Seats that were paid for cannot change.
  const isChangeable = event.price === null && (event.maxGuests > 0 || slots.length > 1 || mine.guests.length > 0)
  // A newcomer looks for a way to bring somebody, and not for one to change what they do not have.
  const bringsSomebody = mine.guests.length > 0 || (event.live.friends ?? []).some(({ isMine }) => isMine)
  return (
    <p className="flex flex-wrap gap-x-4.5">
      {isChangeable && (
        <button type="button" onClick={() => open('changeSeat')} aria-haspopup="dialog" className={linkClasses}>
          {event.maxGuests === 0 ? 'Change slot' : bringsSomebody ? 'Change guests' : 'Bring friends'}
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

function Waiting({ event, open }: JoinProps) {
  const { mine } = event.live
  if (!mine) return null
  const group = mine.seats > 1 ? `Your group of ${mine.seats} stays together. ` : ''
  return (
    <StatusBox title={mine.position === null ? 'You are on the waitlist' : `You are ${formatOrdinal(mine.position)} on the waitlist`}>
      <p className="text-small text-soft">
        {group}
        {canTakeSeatNow(event.live)
          ? 'A seat is free, and you are next.'
          : mine.position === 1
            ? 'When a seat becomes free, we hold it for you and email you.'
            : 'When a seat becomes free, we hold it for the first person on the waitlist and email them.'}
      </p>
      <Button onClick={() => open('leave')} aria-haspopup="dialog" className="w-full max-sm:hidden">
        Leave waitlist
      </Button>
    </StatusBox>
  )
}

function Requested({ event, viewerState, open }: JoinProps) {
  const leave = useMutation(leaving(event.id))
  const isPaying = viewerState === 'paying'
  return (
    <StatusBox title={isPaying ? 'Your seat is held while you pay.' : 'You asked to join'}>
      {!isPaying && <p className="text-small text-soft">The hosts have to approve you. We will notify you when they answer.</p>}
      <Button
        isPending={leave.isPending}
        // Whoever has paid a part is told first whether it comes back.
        onClick={() => (event.live.mine?.balance ? open('leave') : leave.mutate(undefined, { onError: showFailure }))}
        className={isPaying ? 'w-full' : 'w-full max-sm:hidden'}
      >
        {isPaying ? 'Leave' : 'Cancel request'}
      </Button>
    </StatusBox>
  )
}

function Over({ event, open }: JoinProps) {
  const wasIn = event.live.mine?.state === 'going'
  return (
    <StatusBox title="This game is over">
      {wasIn && (
        <>
          <p className="text-small text-soft">Thank you for playing. You can endorse the people you played with.</p>
          <Button onClick={() => open('people')} aria-haspopup="dialog" className="w-full">
            Endorse players
          </Button>
        </>
      )}
    </StatusBox>
  )
}
