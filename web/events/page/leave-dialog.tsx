import { useMutation } from '@tanstack/react-query'
import { formatDeadline } from '../../../domain/events/format.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { showSnackbar } from '../../ui/show-snackbar.ts'
import type { DialogProps } from '../dialogs.tsx'
import { leaving } from '../queries.ts'

export default function LeaveDialog({ event, onClose }: DialogProps) {
  const leave = useMutation(leaving(event.id))
  const { leaveBy, timeZone, live } = event
  const now = Date.now()
  const isWaiting = live.mine?.state === 'waiting'
  const hasGuests = (live.mine?.seats ?? 1) > 1
  const seats = hasGuests ? 'Your seat and your guests’ seats' : 'Your seat'
  const next =
    live.waiting > 0 ? `${hasGuests ? 'go' : 'goes'} to the next person on the waitlist` : `${hasGuests ? 'are' : 'is'} free again`
  return (
    <ConfirmDialog
      title={isWaiting ? 'Leave the waitlist?' : 'Leave this game?'}
      confirmLabel={isWaiting ? 'Leave waitlist' : 'Leave'}
      cancelLabel="Stay"
      isDangerous
      isOpen
      onClose={onClose}
      onConfirm={async () => {
        await leave.mutateAsync()
        showSnackbar(isWaiting ? 'You left the waitlist.' : 'You left the game.')
      }}
    >
      {isWaiting ? (
        <p>You lose your place. If you join again, you start at the end of the waitlist.</p>
      ) : (
        <>
          {leaveBy <= now && (
            <p className="font-strong text-warn">
              You are leaving late. The deadline was {formatDeadline(leaveBy, { timeZone, now })}. The hosts may not find anyone else in
              time.
            </p>
          )}
          <p>
            {seats} {next}. You can also give your seat to someone you choose.
          </p>
        </>
      )}
    </ConfirmDialog>
  )
}
