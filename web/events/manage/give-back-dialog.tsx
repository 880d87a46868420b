import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { formatExactMoney, readAmount, writeAmount } from '../../../domain/money.ts'
import type { GameOrder } from '../../../domain/orders/game-orders-contract.ts'
import { ShownError } from '../../../domain/shown-error.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { showSnackbar } from '../../ui/show-snackbar.ts'
import { givingMoneyBack } from './payments-queries.ts'

type GiveBackDialogProps = { eventId: string; order: GameOrder; isOpen: boolean; onClose: () => void }

/** Gives a player all that is left of a payment, or a part of it. It must be mounted again for another payment. */
export default function GiveBackDialog({ eventId, order, ...opening }: GiveBackDialogProps) {
  const { currency, rest, name } = order
  const { mutateAsync } = useMutation(givingMoneyBack(eventId))
  // The same request after an error gives nothing twice. Another amount is another request.
  const sent = useRef({ amount: 0, key: '' })
  const [typed, setTyped] = useState(writeAmount({ amount: rest, currency }))
  const amount = readAmount(typed, currency)
  const problem = findProblem(amount, order)
  return (
    <ConfirmDialog
      {...opening}
      title="Give money back"
      confirmLabel={problem === null && amount !== null ? `Give ${formatExactMoney({ amount, currency })} back` : 'Give money back'}
      onConfirm={async () => {
        if (amount === null || problem !== null) throw new ShownError({ code: 'RefundTooLarge', userMessage: problem ?? '' })
        if (sent.current.amount !== amount) sent.current = { amount, key: crypto.randomUUID() }
        await mutateAsync({ orderId: order.id, amount, idempotencyKey: sent.current.key })
        if (order.method !== 'cash') showSnackbar(`${name} gets ${formatExactMoney({ amount, currency })} back.`)
      }}
    >
      <TextField
        label={`Amount (${currency.toUpperCase()})`}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        hint={`At most ${formatExactMoney({ amount: rest, currency })}.`}
        inputMode="decimal"
        autoComplete="off"
        className="text-ink"
      />
      <p>
        {amount !== null && problem === null ? `${name} gets ${formatExactMoney({ amount, currency })}` : `${name} gets the money`} back{' '}
        {order.method === 'cash' ? 'in cash, from you.' : 'in 5 to 10 days.'} {name} keeps the seat{order.seats > 1 && 's'}.
      </p>
    </ConfirmDialog>
  )
}

function findProblem(amount: number | null, { rest, currency }: GameOrder): string | null {
  if (amount === null || amount === 0) return 'Enter an amount, such as 5 or 12.50.'
  return amount > rest ? `Only ${formatExactMoney({ amount: rest, currency })} are left of this payment.` : null
}
