import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { EventPrice } from '../../../domain/events/pricing-contract.ts'
import { findTier, hasTiers, priceInCash, pricingOfTier } from '../../../domain/events/seat-price.ts'
import { formatExactMoney } from '../../../domain/money.ts'
import type { UnpaidSeats } from '../../../domain/orders/game-orders-contract.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Select } from '../../ui/select.tsx'
import { showSnackbar } from '../../ui/show-snackbar.ts'
import { notingPayment } from './payments-queries.ts'

type NotePaymentDialogProps = {
  eventId: string
  price: EventPrice
  startsAt: number
  player: UnpaidSeats
  method: 'cash' | 'gift'
  isOpen: boolean
  onClose: () => void
}

/** A host has taken cash for the seats of a player, or gives them for nothing. It must be mounted again for another player. */
export default function NotePaymentDialog({ eventId, price, startsAt, player, method, ...opening }: NotePaymentDialogProps) {
  const { joinerId, name, seats, isMember } = player
  const { mutateAsync } = useMutation(notingPayment(eventId))
  const chosen = findTier(price, player.tierId)
  const [tierId, setTierId] = useState(chosen?.id ?? price.tiers?.[0]?.id ?? null)
  const isCash = method === 'cash'
  const full = priceInCash(pricingOfTier(price, tierId), { seats, isMember, startsAt, now: Date.now() })
  const { currency } = full
  const amount = player.left ?? full.amount
  const given = seats === 1 ? 'the seat' : `the ${seats} seats`
  return (
    <ConfirmDialog
      {...opening}
      title={isCash ? 'Paid in cash?' : 'No payment needed?'}
      confirmLabel={isCash ? `I have ${formatExactMoney({ amount, currency })}` : `Give ${given}`}
      onConfirm={async () => {
        await mutateAsync({ joinerId, method, amount: isCash ? amount : 0, currency, ...(isCash && { tierId }) })
        showSnackbar(`${name} has ${given}.`)
      }}
    >
      {isCash && !chosen && hasTiers(price) && (
        <Select
          label="Ticket"
          value={tierId ?? ''}
          options={(price.tiers ?? []).map((tier) => ({ value: tier.id, label: tier.name }))}
          onChange={setTierId}
          className="text-ink"
        />
      )}
      <p>
        {isCash ? (
          <>
            {name} has paid you <b className="font-strong text-ink">{formatExactMoney({ amount, currency })}</b> in cash, and gets {given}.
            We take no fee.
          </>
        ) : (
          <>
            {name} gets {given} and pays nothing.
          </>
        )}{' '}
        {name} cannot pay by card any more.
      </p>
      {isCash && <p>If the money must go back later, you give it back in cash.</p>}
    </ConfirmDialog>
  )
}
