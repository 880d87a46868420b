import { Button } from '../../ui/button.tsx'
import { Status } from '../../ui/status.tsx'
import type { JoinProps } from './card-links.tsx'

/** The viewer has paid for a seat of a friend's party. They can still take another one, for example if they paid it for somebody else. */
export function GuestSeat({ event: { guestOf }, viewerState, open }: JoinProps) {
  return (
    <div className="grid gap-3.5">
      <div className="grid gap-0.5">
        <Status tone="live" className="text-lead font-strong">
          You are in
        </Status>
        <p className="text-small text-soft wrap-anywhere">
          You play as a guest of {guestOf?.name}. Your seat is paid, so you need not join.
        </p>
      </div>
      <Button onClick={() => open('join')} aria-haspopup="dialog" className="w-full">
        {viewerState === 'full' ? 'Join the waitlist for another seat' : 'Take another seat'}
      </Button>
    </div>
  )
}
