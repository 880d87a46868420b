import { useMutation } from '@tanstack/react-query'
import { Button } from '../../ui/button.tsx'
import { showFailure } from '../../ui/show-failure.ts'
import { leaving } from '../queries.ts'
import type { JoinProps } from './card-links.tsx'
import { StatusBox } from './status-box.tsx'

/** The viewer waits for the hosts, or has to pay for a seat that is held. */
export function Requested({ event, viewerState, open }: JoinProps) {
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
