import { Suspense } from 'react'
import { lazyAfterPaint } from '../../ui/after-paint.ts'
import { Status } from '../../ui/status.tsx'
import { formatNames, formatSignUpOpening } from '../format-event.ts'
import type { JoinProps } from './card-links.tsx'
import { hasReceivedSeat } from './has-received-seat.ts'

// Most people who open a game have no seat in it yet, so the first screen does not wait for these parts.
const SeatReceived = lazyAfterPaint(async () => (await import('./seat-transfer.tsx')).SeatReceived)
const Offered = lazyAfterPaint(async () => (await import('./seat-offered.tsx')).Offered)
const JoiningOpens = lazyAfterPaint(async () => (await import('./joining-opens.tsx')).JoiningOpens)
const Requested = lazyAfterPaint(async () => (await import('./seat-requested.tsx')).Requested)
const GameOver = lazyAfterPaint(async () => (await import('./game-over.tsx')).GameOver)
const Waiting = lazyAfterPaint(async () => (await import('./seat-waiting.tsx')).Waiting)
const FriendSeats = lazyAfterPaint(async () => (await import('./friend-seats.tsx')).FriendSeats)
const SeatSent = lazyAfterPaint(async () => (await import('./seat-transfer.tsx')).SeatSent)

/** Where the viewer stands with this game, and what they can do apart from the main button. */
export const ViewerStatus = (props: JoinProps) => (
  <Suspense fallback={props.viewerState === 'early' && <div className="min-h-7" />}>
    <StatusOf {...props} />
  </Suspense>
)

function StatusOf(props: JoinProps) {
  if (hasReceivedSeat(props)) return <SeatReceived {...props} />
  switch (props.viewerState) {
    case 'going':
      return <Going {...props} />
    case 'waiting':
      return <Waiting {...props} />
    case 'offered':
      return <Offered {...props} />
    case 'asked':
    case 'paying':
      return <Requested {...props} />
    case 'scheduled':
      return <Scheduled {...props} />
    case 'early':
      return <JoiningOpens {...props} />
    case 'refused':
      return <p className="font-strong text-balance">The hosts decided that you cannot join this game.</p>
    case 'begun':
      return <p className="font-strong">This game has started.</p>
    case 'over':
      return <GameOver {...props} />
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
