import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { SubmissionState } from '../../../domain/forms/submission-contract.ts'
import { type Currency, formatExactMoney, readAmount, writeAmount } from '../../../domain/money.ts'
import { ShownError } from '../../../domain/shown-error.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { showSnackbar } from '../../ui/show-snackbar.ts'
import { refundingForm } from './money-queries.ts'

type RefundDialogProps = {
  path: { id: string; submissionId: string }
  payment: { id: string; rest: number }
  whose: string
  state: SubmissionState
  currency: Currency
  onClose: () => void
}

/** Gives all that is left of a payment by card back, or a part of it. */
export default function RefundDialog({ path, payment: { id, rest }, whose, state, currency, onClose }: RefundDialogProps) {
  const { mutateAsync } = useMutation(refundingForm(path))
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
        showSnackbar(`${whose} gets ${money(amount)} back.`)
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
      <p>
        {whose} gets it back on the card in 5 to 10 days, and we tell them.{' '}
        {state === 'accepted' ? 'They keep their place. Decline what they sent to take it away.' : 'You cannot undo this.'}
      </p>
    </ConfirmDialog>
  )
}
