import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { mayTakeNow } from '../../../domain/events/standing.ts'
import { momentWords, ordinalOf } from '../../../domain/events/words.ts'
import { Button } from '../../ui/button.tsx'
import { sayFailure } from '../../ui/say-failure.ts'
import { Status } from '../../ui/status.tsx'
import { useNow } from '../../ui/use-now.ts'
import { nameList, openingWords } from '../event-words.ts'
import { leaving } from '../queries.ts'
import type { JoinProps } from './card-links.tsx'
import { linkClasses } from './card-links.tsx'

/** How it stands between this person and the game, and what they can do about it beside the one main thing. */
export function MyPart(props: JoinProps) {
  switch (props.standing) {
    case 'going':
      return <Going {...props} />
    case 'waiting':
      return <Waiting {...props} />
    case 'offered':
      return <Offered {...props} />
    case 'asked':
      return <Asked {...props} />
    case 'scheduled':
      return <Scheduled {...props} />
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

const Part = ({ title, children }: { title: ReactNode; children: ReactNode }) => (
  <div className="grid gap-2.5">
    <p className="text-lead font-strong">{title}</p>
    {children}
  </div>
)

/** Where the button will be; on a phone that is the bar. Its hosts read it above. */
const Scheduled = ({ event, now }: JoinProps) =>
  event.isHost ? null : (
    <div className="grid gap-1">
      <p className="text-lead font-strong text-balance max-sm:hidden">{openingWords(event, now)}</p>
      <p className="text-small text-soft">You can join once sign-up opens. This page updates automatically.</p>
    </div>
  )

function Going({ event }: JoinProps) {
  const { mine, slots } = event.live
  if (!mine) return null
  const slot = slots.find(({ id }) => id === mine.slotId)
  const facts = [slot?.name, mine.guests.length > 0 && `With ${nameList(mine.guests)}`, mine.checkedInAt !== null && 'Checked in']
  const words = facts.filter(Boolean).join(' · ')
  return (
    <div className="grid gap-0.5">
      <Status tone="live" className="text-lead font-strong">
        You are in
      </Status>
      {words && <p className="text-small text-soft wrap-anywhere">{words}</p>}
    </div>
  )
}

/** What one can still change about one's seat. */
export function SeatLinks({ event, standing, now, open }: JoinProps) {
  const { mine, slots } = event.live
  if (standing !== 'going' || !mine || event.startsAt <= now) return null
  const isChangeable = event.maxGuests > 0 || slots.length > 1 || mine.guests.length > 0
  return (
    <p className="flex flex-wrap gap-x-4.5">
      {isChangeable && (
        <button type="button" onClick={() => open('part')} aria-haspopup="dialog" className={linkClasses}>
          {event.maxGuests > 0 ? 'Change guests' : 'Change slot'}
        </button>
      )}
      <button type="button" onClick={() => open('transfer')} aria-haspopup="dialog" className={linkClasses}>
        Give away my seat
      </button>
      <button type="button" onClick={() => open('leave')} aria-haspopup="dialog" className={`${linkClasses} text-bad`}>
        Leave
      </button>
    </p>
  )
}

function Waiting({ event, open }: JoinProps) {
  const { mine } = event.live
  if (!mine) return null
  const party = mine.seats > 1 ? `Your group of ${mine.seats} waits together. ` : ''
  return (
    <Part title={mine.position === null ? 'You are on the waitlist' : `You are ${ordinalOf(mine.position)} on the waitlist`}>
      <p className="text-small text-soft">
        {party}
        {mayTakeNow(event.live)
          ? 'A seat is free, and you are next.'
          : 'When a seat becomes free, we hold it for the first person on the waitlist and email them.'}
      </p>
      <Button onClick={() => open('leave')} aria-haspopup="dialog" className="w-full max-sm:hidden">
        Leave waitlist
      </Button>
    </Part>
  )
}

const second = 1000

function Offered({ event }: JoinProps) {
  const now = useNow(second)
  const leave = useMutation(leaving(event.id))
  const { mine } = event.live
  const until = mine?.offerExpiresAt ?? null
  if (!mine || until === null) return null
  return (
    <Part title={mine.seats === 1 ? 'A seat is held for you' : `${mine.seats} seats are held for you`}>
      <p className="text-small text-soft">
        Until {momentWords(until, { timeZone: event.timeZone, now })}.{' '}
        <span role="timer" className="font-strong text-warn">
          {leftWords(until - now)} left
        </span>
      </p>
      <Button
        isPending={leave.isPending}
        pendingLabel="Declining"
        onClick={() => leave.mutate(undefined, { onError: sayFailure })}
        className="w-full"
      >
        Decline offer
      </Button>
    </Part>
  )
}

/** "1:52:07", "9:03". */
function leftWords(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / second))
  const two = (value: number) => String(value).padStart(2, '0')
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  return `${hours > 0 ? `${hours}:${two(minutes)}` : minutes}:${two(seconds % 60)}`
}

function Asked({ event }: JoinProps) {
  const leave = useMutation(leaving(event.id))
  return (
    <Part title="You asked to join">
      <p className="text-small text-soft">The hosts will answer your request. We will notify you.</p>
      <Button isPending={leave.isPending} onClick={() => leave.mutate(undefined, { onError: sayFailure })} className="w-full max-sm:hidden">
        Cancel request
      </Button>
    </Part>
  )
}

function Over({ event, open }: JoinProps) {
  const wasIn = event.live.mine?.state === 'going'
  return (
    <Part title="This game is over">
      {wasIn && (
        <>
          <p className="text-small text-soft">Thank you for playing. You can endorse the people you played with.</p>
          <Button onClick={() => open('people')} aria-haspopup="dialog" className="w-full">
            Endorse players
          </Button>
        </>
      )}
    </Part>
  )
}
