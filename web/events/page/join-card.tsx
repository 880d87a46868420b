import { useMutation } from '@tanstack/react-query'
import { Suspense } from 'react'
import { formatOrdinal } from '../../../domain/events/format.ts'
import { countSeats, type ViewerState } from '../../../domain/events/viewer-state.ts'
import { useViewer } from '../../app-state.ts'
import { readCodeWords } from '../../seat-codes/code-words.ts'
import { lazyAfterPaint } from '../../ui/after-paint.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { joinClasses } from '../../ui/class-names.ts'
import { Seats } from '../../ui/seats.tsx'
import { showFailure } from '../../ui/show-failure.ts'
import { formatSeatsLeft, formatSignUpOpening } from '../format-event.ts'
import { leaving } from '../queries.ts'
import { CardLinks, type JoinProps, LeaveDeadline } from './card-links.tsx'
import { hasReceivedSeat } from './has-received-seat.ts'
import { countRoomForFriends } from './room-for-friends.ts'
import { type PrimaryAction, type Sale, usePrimaryAction } from './use-primary-action.ts'
import { ViewerStatus } from './viewer-status.tsx'

/** Loaded late, because only hosts need it. */
const HostLinks = lazyAfterPaint(async () => (await import('./host-links.tsx')).HostLinks)
const SeatLinks = lazyAfterPaint(async () => (await import('./seat-links.tsx')).SeatLinks)

/** The seats, the button to join, and what else the viewer can do. On a phone, `JoinBar` shows the seats and the button instead. */
export function JoinCard(props: JoinProps & { sale?: Sale }) {
  const { event, viewerState, open, sale } = props
  const viewer = useViewer()
  const action = usePrimaryAction(props)
  // Until its price is loaded, nobody can join a game that costs money.
  const primary = event.price && !sale ? null : action
  const mayBring =
    countRoomForFriends(event) > 0 &&
    !hasReceivedSeat(props) &&
    (viewerState === 'open' || viewerState === 'full') &&
    primary !== null &&
    viewer?.profileComplete
  return (
    <aside aria-label="Your seat" className="mt-1 lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:mt-0">
      <div className="grid gap-3.5 border-b border-line py-4 lg:sticky lg:top-8 lg:rounded-card lg:border lg:bg-card lg:p-5.5 lg:pb-3 lg:shadow-card">
        <p aria-live="polite" className="sr-only">
          {viewerStateLabels[viewerState]}
        </p>
        {viewerState !== 'cancelled' && <PriceAndSeats event={event} viewerState={viewerState} now={props.now} sale={sale} />}
        <ViewerStatus {...props} />
        {sale?.facts}
        {primary && <PrimaryButton primary={primary} className="w-full max-sm:hidden" />}
        {mayBring && (
          <Button onClick={() => open('bring')} aria-haspopup="dialog" className="w-full">
            Bring a guest
          </Button>
        )}
        {viewerState === 'going' && event.startsAt > props.now && (
          <Suspense fallback={<div className="min-h-11" />}>
            <SeatLinks {...props} />
          </Suspense>
        )}
        <LeaveDeadline {...props} />
        <CardLinks {...props} />
        {event.isHost && (
          <Suspense>
            <HostLinks event={event} now={props.now} />
          </Suspense>
        )}
      </div>
    </aside>
  )
}

/** Screen readers announce these when the state changes, because the button that was pressed has disappeared. */
const viewerStateLabels: Partial<Record<ViewerState, string>> = {
  going: 'You are in',
  waiting: 'You are on the waitlist',
  offered: 'A seat is held for you',
  paying: 'Your seat is held while you pay.',
  asked: 'You asked to join',
}

/** A stranger for whom a seat may be held is not told how many others are left: it may be the last one. */
function useSeatWords({ event: { id, live }, viewerState, now }: Pick<JoinProps, 'event' | 'viewerState' | 'now'>) {
  const isStranger = useViewer() === null && (viewerState === 'open' || viewerState === 'full')
  const code = isStranger ? readCodeWords(id, now) : null
  return code ? { words: code.status, isFew: false } : formatSeatsLeft(live)
}

/** The free seats are a warning only to those who have none yet. */
const hasSeat = (viewerState: ViewerState): boolean => viewerState === 'going' || viewerState === 'offered' || viewerState === 'paying'

function PriceAndSeats({ sale, ...props }: Pick<JoinProps, 'event' | 'viewerState' | 'now'> & { sale: Sale | undefined }) {
  const { event, viewerState } = props
  const { live, price } = event
  const { words, isFew } = useSeatWords(props)
  return (
    <div className="grid gap-3 max-sm:hidden">
      <p className="flex items-baseline justify-between gap-3">
        {price ? (sale?.title ?? <span />) : <b className="text-[1.375rem] leading-tight">Free</b>}
        {viewerState === 'scheduled' && <span className="text-small font-strong text-soft">{live.capacity} seats</span>}
        {live.state === 'published' && viewerState !== 'over' && (
          <span
            aria-live="polite"
            className={joinClasses('text-small font-strong', isFew && !hasSeat(viewerState) ? 'text-warn' : 'text-soft')}
          >
            {words}
          </span>
        )}
      </p>
      <Seats {...countSeats(live)} />
    </div>
  )
}

function PrimaryButton({ primary, className }: { primary: PrimaryAction; className: string }) {
  const { label } = primary
  if ('to' in primary) {
    return (
      <LinkButton variant="primary" to={primary.to} className={className}>
        {label}
      </LinkButton>
    )
  }
  return (
    <Button
      variant="primary"
      className={className}
      isPending={primary.isPending}
      disabled={primary.isDisabled}
      onClick={primary.press}
      {...(primary.opensDialog ? { 'aria-haspopup': 'dialog' as const } : {})}
    >
      {label}
    </Button>
  )
}

function formatBarTitle(viewerState: ViewerState, position: number | null, price = 'Free'): string {
  if (viewerState === 'waiting') return position === null ? 'Waitlisted' : `${formatOrdinal(position)} on waitlist`
  if (viewerState === 'going') return 'You are in'
  if (viewerState === 'offered' || viewerState === 'paying') return 'Held for you'
  return viewerState === 'asked' ? 'Requested' : price
}

/** On a phone: a bar at the bottom with the price, the seats and the main button, within reach of the thumb. It replaces the tab bar. */
export function JoinBar(props: JoinProps & { sale?: Sale }) {
  const { event, viewerState, now, open } = props
  const { live } = event
  const primary = usePrimaryAction(props)
  const leave = useMutation(leaving(event.id))
  const isScheduled = viewerState === 'scheduled'
  const seatWords = useSeatWords(props)
  const { words, isFew } = isScheduled ? { words: `${live.capacity} seats`, isFew: false } : seatWords
  const isWaiting = viewerState === 'waiting'
  if (!primary && !isWaiting && !isScheduled && viewerState !== 'asked') return null
  return (
    <section
      aria-label="Join"
      data-bar="action"
      className="fixed inset-x-0 bottom-0 z-20 flex items-center gap-4.5 border-t border-line bg-card px-4.5 pt-3 pb-[max(0.875rem,env(safe-area-inset-bottom))] sm:hidden"
    >
      <p className="grid flex-none">
        <b className="leading-snug">{formatBarTitle(viewerState, live.mine?.position ?? null, props.sale?.price)}</b>
        <span className={joinClasses('text-small', isFew && !hasSeat(viewerState) ? 'font-medium text-warn' : 'text-soft')}>{words}</span>
      </p>
      {primary ? (
        <PrimaryButton primary={primary} className="min-w-0 flex-1" />
      ) : isScheduled ? (
        <p className="min-w-0 flex-1 text-right text-small leading-snug font-strong text-balance">{formatSignUpOpening(event, now)}</p>
      ) : (
        <Button
          className="min-w-0 flex-1"
          isPending={leave.isPending}
          onClick={() => (isWaiting ? open('leave') : leave.mutate(undefined, { onError: showFailure }))}
        >
          {isWaiting ? 'Leave waitlist' : 'Cancel request'}
        </Button>
      )}
    </section>
  )
}
