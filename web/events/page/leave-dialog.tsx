import { useMutation } from '@tanstack/react-query'
import { momentWords } from '../../../domain/events/words.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { showSnackbar } from '../../ui/show-snackbar.ts'
import type { DialogProps } from '../dialogs.tsx'
import { leaving } from '../queries.ts'

export default function LeaveDialog({ event, onClose }: DialogProps) {
  const leave = useMutation(leaving(event.id))
  const { leaveBy, timeZone, live } = event
  const now = Date.now()
  const isInLine = live.mine?.state === 'waiting'
  const seats = (live.mine?.seats ?? 1) > 1 ? 'Your seat and your guests’ seats go' : 'Your seat goes'
  return (
    <ConfirmDialog
      title={isInLine ? 'Leave the waitlist?' : 'Leave this game?'}
      confirmLabel={isInLine ? 'Leave waitlist' : 'Leave'}
      cancelLabel="Stay"
      isDangerous
      isOpen
      onClose={onClose}
      onConfirm={async () => {
        await leave.mutateAsync()
        showSnackbar(isInLine ? 'You left the waitlist.' : 'You left the game.')
      }}
    >
      {isInLine ? (
        <p>Your place goes to the next person. If you join again, you start at the end.</p>
      ) : (
        <>
          {leaveBy <= now && (
            <p className="font-strong text-warn">
              You are leaving late. The deadline was {momentWords(leaveBy, { timeZone, now })}. The hosts may not find anyone in time.
            </p>
          )}
          <p>{seats} to the first person waiting. You can also give your seat to someone else.</p>
        </>
      )}
    </ConfirmDialog>
  )
}
