import { formatOrdinal } from '../../../domain/events/format.ts'
import { canTakeSeatNow } from '../../../domain/events/viewer-state.ts'
import { Button } from '../../ui/button.tsx'
import type { JoinProps } from './card-links.tsx'
import { StatusBox } from './status-box.tsx'

/** The place of the viewer on the waitlist. */
export function Waiting({ event, open }: JoinProps) {
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
