import { type ReactNode, useRef, useState } from 'react'
import { type Currency, formatExactMoney, readAmount, writeAmount } from '../../domain/money.ts'
import { ShownError } from '../../domain/shown-error.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { showSnackbar } from '../ui/show-snackbar.ts'

type GiveBackDialogProps = {
  /** What is left of the payment. */
  rest: number
  currency: Currency
  /** Who gets it. */
  name: string
  give: (refund: { amount: number; idempotencyKey: string }) => Promise<unknown>
  onClose: () => void
  /** What else happens. */
  children: ReactNode
}

/** Gives all that is left of a payment by card back, or a part of it. */
export function GiveBackDialog({ rest, currency, name, give, onClose, children }: GiveBackDialogProps) {
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
        await give({ amount, idempotencyKey: sent.current.key })
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
      <p>{children}</p>
    </ConfirmDialog>
  )
}
