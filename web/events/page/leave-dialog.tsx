import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDeadline } from '../../../domain/events/format.ts'
import type { RefundTerms } from '../../../domain/events/pricing-contract.ts'
import { isRefunded, refundTermsFor } from '../../../domain/events/seat-price.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { showSnackbar } from '../../ui/show-snackbar.ts'
import type { DialogProps } from '../dialogs.tsx'
import { Choice } from '../form/fold-row.tsx'
import { leaving, leavingSeries } from '../queries.ts'

/** A host may have given them the seat, so we do not know whether they have paid. */
function Refund({ terms, seats, now }: { terms: RefundTerms; seats: string; now: number }) {
  const paid = `What you paid for ${seats.charAt(0).toLowerCase()}${seats.slice(1)}`
  if (isRefunded(terms, now)) return <p>{paid} comes back to you.</p>
  if (terms.ifResold) return <p>The time for your money back is over. If somebody buys your seat, you get it back.</p>
  return <p className="font-strong text-warn">{paid} does not come back to you.</p>
}

export default function LeaveDialog({ event, onClose }: DialogProps) {
  const leave = useMutation(leaving(event.id))
  const leaveLater = useMutation(leavingSeries(event.id))
  const [dates, setDates] = useState<'this' | 'later'>('this')
  const { leaveBy, timeZone, live, series, price } = event
  // Dates that cost money are left one by one, because each says what comes back.
  const laterDates = price === null ? (series?.laterMine ?? 0) : 0
  const now = Date.now()
  const isWaiting = live.mine?.state === 'waiting'
  const hasGuests = (live.mine?.seats ?? 1) > 1
  const seats = hasGuests ? 'Your seat and your guests’ seats' : 'Your seat'
  const next = live.waiting > 0 ? `${hasGuests ? 'go' : 'goes'} to the next person on the waitlist` : 'will be free for somebody else'
  return (
    <ConfirmDialog
      title={isWaiting ? 'Leave the waitlist?' : 'Leave this game?'}
      confirmLabel={isWaiting ? 'Leave waitlist' : 'Leave'}
      cancelLabel="Stay"
      isDangerous
      isOpen
      onClose={onClose}
      onConfirm={async () => {
        if (dates === 'later') {
          const left = await leaveLater.mutateAsync()
          showSnackbar(`You left ${left.dates.length === 1 ? 'one date' : `${left.dates.length} dates`}.`)
          return
        }
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
          {price && !event.isHost && <Refund terms={refundTermsFor(price, event.startsAt, live.mine?.refund)} seats={seats} now={now} />}
        </>
      )}
      {laterDates > 0 && (
        <Choice
          legend="Which dates"
          name="dates"
          value={dates}
          onChange={setDates}
          options={[
            { value: 'this', label: 'Only this date', hint: 'You stay in the others.' },
            {
              value: 'later',
              label: `This and all later dates (${1 + laterDates})`,
              hint: 'You give up your seats and places on waitlists.',
            },
          ]}
        />
      )}
    </ConfirmDialog>
  )
}
