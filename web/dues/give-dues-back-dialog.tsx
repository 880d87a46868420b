import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { type Currency, formatExactMoney, readAmount, writeAmount } from '../../domain/money.ts'
import { ShownError } from '../../domain/shown-error.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { showSnackbar } from '../ui/show-snackbar.ts'
import { givingDuesBack } from './queries.ts'

type GiveDuesBackDialogProps = {
  path: { id: string; dueId: string }
  payment: { id: string; rest: number }
  name: string
  currency: Currency
  onClose: () => void
}

/** Gives a member all that is left of a payment by card, or a part of it. */
export default function GiveDuesBackDialog({ path, payment: { id, rest }, name, currency, onClose }: GiveDuesBackDialogProps) {
  const { mutateAsync } = useMutation(givingDuesBack(path))
  // The same request after an error gives nothing twice. Another amount is another request.
  const sent = useRef({ amount: 0, key: '' })
  const [typed, setTyped] = useState(writeAmount({ amount: rest, currency }))
  const money = (amount: number) => formatExactMoney({ amount, currency })
  const amount = readAmount(typed, currency) ?? 0
  const problem =
    amount === 0 ? 'Enter an amount, such as 5 or 12.50.' : amount > rest ? `Only ${money(rest)} are left of this payment.` : null
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title="Give money back"
      confirmLabel={problem === null ? `Give ${money(amount)} back` : 'Give money back'}
      onConfirm={async () => {
        if (problem !== null) throw new ShownError({ code: 'RefundTooLarge', userMessage: problem })
        if (sent.current.amount !== amount) sent.current = { amount, key: crypto.randomUUID() }
        await mutateAsync({ paymentId: id, amount, idempotencyKey: sent.current.key })
        showSnackbar(`${name} gets ${money(amount)} back.`)
      }}
    >
      <TextField
        label={`Amount (${currency.toUpperCase()})`}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        hint={`At most ${money(rest)}.`}
        inputMode="decimal"
        autoComplete="off"
        className="text-ink"
      />
      <p>{name} gets the money back in 5 to 10 days. Whoever gets all of it back is not reminded.</p>
    </ConfirmDialog>
  )
}
