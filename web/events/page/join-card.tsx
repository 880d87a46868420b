import { useMutation } from '@tanstack/react-query'
import { type Standing, seatCounts } from '../../../domain/events/standing.ts'
import { ordinalOf } from '../../../domain/events/words.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { joinClasses } from '../../ui/class-names.ts'
import { sayFailure } from '../../ui/say-failure.ts'
import { Seats } from '../../ui/seats.tsx'
import { openingWords, seatsLeft } from '../event-words.ts'
import { leaving } from '../queries.ts'
import { CardLinks, DeadlineWords, HostLinks, type JoinProps } from './card-links.tsx'
import { MyPart, SeatLinks } from './my-part.tsx'
import { type Primary, usePrimary } from './use-primary.ts'

/** Seats, the way in, and what one can do with the game. Beside the page where there is room; on a phone the way in is in the bar. */
export function JoinCard(props: JoinProps) {
  const { event, standing, open } = props
  const primary = usePrimary(props)
  const mayBring = event.maxGuests > 0 && (standing === 'open' || standing === 'full') && primary !== null && !('to' in primary)
  return (
    <aside aria-label="Your seat" className="mt-1 lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:mt-0">
      <div className="grid gap-3.5 border-b border-line py-4 lg:sticky lg:top-8 lg:rounded-card lg:border lg:bg-card lg:p-5.5 lg:pb-3 lg:shadow-card">
        <p aria-live="polite" className="sr-only">
          {standingWords[standing]}
        </p>
        {standing !== 'cancelled' && <PriceAndSeats event={event} standing={standing} />}
        <MyPart {...props} />
        {primary && <PrimaryButton primary={primary} className="w-full max-sm:hidden" />}
        {mayBring && (
          <Button onClick={() => open('bring')} aria-haspopup="dialog" className="w-full">
            Bring a guest
          </Button>
        )}
        <SeatLinks {...props} />
        <DeadlineWords {...props} />
        <CardLinks {...props} />
        {event.isHost && <HostLinks event={event} />}
      </div>
    </aside>
  )
}

/** Said when it changes: what was pressed is gone by then. */
const standingWords: Partial<Record<Standing, string>> = {
  going: 'You are in',
  waiting: 'You are on the waitlist',
  offered: 'A seat is held for you',
  asked: 'You asked to join',
}

function PriceAndSeats({ event: { live }, standing }: Pick<JoinProps, 'event' | 'standing'>) {
  const { words, isFew } = seatsLeft(live)
  return (
    <div className="grid gap-3 max-sm:hidden">
      <p className="flex items-baseline justify-between gap-3">
        <b className="text-[1.375rem] leading-tight">Free</b>
        {standing === 'scheduled' && <span className="text-small font-strong text-soft">{live.capacity} seats</span>}
        {live.state === 'published' && standing !== 'over' && (
          <span aria-live="polite" className={joinClasses('text-small font-strong', isFew ? 'text-warn' : 'text-soft')}>
            {words}
          </span>
        )}
      </p>
      <Seats {...seatCounts(live)} />
    </div>
  )
}

function PrimaryButton({ primary, className }: { primary: Primary; className: string }) {
  const { label } = primary
  if ('to' in primary) {
    return (
      <LinkButton variant="go" to={primary.to} className={className}>
        {label}
      </LinkButton>
    )
  }
  return (
    <Button
      variant="go"
      className={className}
      isPending={primary.isPending}
      onClick={primary.press}
      {...(primary.opensDialog ? { 'aria-haspopup': 'dialog' as const } : {})}
    >
      {label}
    </Button>
  )
}

function barWords(standing: Standing, position: number | null): string {
  if (standing === 'waiting') return position === null ? 'Waitlisted' : `${ordinalOf(position)} on waitlist`
  if (standing === 'going') return 'You are in'
  if (standing === 'offered') return 'Held for you'
  return standing === 'asked' ? 'Requested' : 'Free'
}

/** On a phone: price, seats and the one button, where the thumb is. The tabs make room for it. */
export function JoinBar(props: JoinProps) {
  const { event, standing, now, open } = props
  const { live } = event
  const primary = usePrimary(props)
  const leave = useMutation(leaving(event.id))
  const isComing = standing === 'scheduled'
  const { words, isFew } = isComing ? { words: `${live.capacity} seats`, isFew: false } : seatsLeft(live)
  const isInLine = standing === 'waiting'
  if (!primary && !isInLine && !isComing && standing !== 'asked') return null
  return (
    <section
      aria-label="Join"
      data-bar="action"
      className="fixed inset-x-0 bottom-0 z-20 flex items-center gap-4.5 border-t border-line bg-card px-4.5 pt-3 pb-[max(0.875rem,env(safe-area-inset-bottom))] sm:hidden"
    >
      <p className="grid flex-none">
        <b className="leading-snug">{barWords(standing, live.mine?.position ?? null)}</b>
        <span className={joinClasses('text-small', isFew ? 'font-medium text-warn' : 'text-soft')}>{words}</span>
      </p>
      {primary ? (
        <PrimaryButton primary={primary} className="min-w-0 flex-1" />
      ) : isComing ? (
        <p className="min-w-0 flex-1 text-right text-small leading-snug font-strong text-balance">{openingWords(event, now)}</p>
      ) : (
        <Button
          className="min-w-0 flex-1"
          isPending={leave.isPending}
          onClick={() => (isInLine ? open('leave') : leave.mutate(undefined, { onError: sayFailure }))}
        >
          {isInLine ? 'Leave waitlist' : 'Cancel request'}
        </Button>
      )}
    </section>
  )
}
