import { useMutation } from '@tanstack/react-query'
import { formatDeadline } from '../../../domain/events/format.ts'
import { Button } from '../../ui/button.tsx'
import { showFailure } from '../../ui/show-failure.ts'
import { useNow } from '../../ui/use-now.ts'
import { leaving } from '../queries.ts'
import type { JoinProps } from './card-links.tsx'
import { StatusBox } from './status-box.tsx'

const secondMs = 1000

/** A seat that is held for the viewer until they accept it, or until its time is over. */
export function Offered({ event }: JoinProps) {
  const now = useNow(secondMs)
  const leave = useMutation(leaving(event.id))
  const { mine, friends = [] } = event.live
  const friend = friends.find(({ isMine }) => !isMine)
  const until = mine?.offerExpiresAt ?? null
  if (!mine || until === null) return null
  return (
    <StatusBox
      title={
        friend
          ? `${friend.person.name} holds a seat for you`
          : mine.seats === 1
            ? 'A seat is held for you'
            : `${mine.seats} seats are held for you`
      }
    >
      <p className="text-small text-soft">
        Until {formatDeadline(until, { timeZone: event.timeZone, now })}.{' '}
        <span role="timer" className="font-strong text-warn">
          {formatCountdown(until - now)} left
        </span>
      </p>
      <Button
        isPending={leave.isPending}
        pendingLabel="Declining"
        onClick={() => leave.mutate(undefined, { onError: showFailure })}
        className="w-full"
      >
        Decline offer
      </Button>
    </StatusBox>
  )
}

/** "1:52:07", "9:03". */
function formatCountdown(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / secondMs))
  const pad = (value: number) => String(value).padStart(2, '0')
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  return `${hours > 0 ? `${hours}:${pad(minutes)}` : minutes}:${pad(seconds % 60)}`
}
