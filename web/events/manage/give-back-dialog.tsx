import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { formatExactMoney, readAmount, writeAmount } from '../../../domain/money.ts'
import type { GameOrder } from '../../../domain/orders/game-orders-contract.ts'
import { ShownError } from '../../../domain/shown-error.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { showSnackbar } from '../../ui/show-snackbar.ts'
import { type BackAs, givingBack } from './payments-queries.ts'

type GiveBackDialogProps = { eventId: string; order: GameOrder; isOpen: boolean; onClose: () => void }

const listWays = (isCash: boolean): { as: BackAs; label: string; hint: string }[] => [
  isCash
    ? { as: 'money', label: 'In cash', hint: 'You give it to them.' }
    : { as: 'money', label: 'Back to their card', hint: 'It is there in 5 to 10 days.' },
  { as: 'credit', label: 'As credit for your next games', hint: 'You keep the money, and they pay less the next time.' },
]

/** Gives a player all that is left of a payment, or a part of it, as money or as credit. It must be mounted again for another payment. */
export default function GiveBackDialog({ eventId, order, ...opening }: GiveBackDialogProps) {
  const { currency, rest, name } = order
  const isCash = order.method === 'cash'
  const { mutateAsync } = useMutation(givingBack(eventId))
  const [as, setAs] = useState<BackAs>('money')
  // The same request after an error gives nothing twice. Another amount is another request.
  const sent = useRef({ amount: 0, as, key: '' })
  const [typed, setTyped] = useState(writeAmount({ amount: rest, currency }))
  const amount = readAmount(typed, currency)
  const problem = findProblem(amount, order)
  const money = amount !== null && problem === null ? formatExactMoney({ amount, currency }) : null
  return (
    <ConfirmDialog
      {...opening}
      title="Give money back"
      confirmLabel={as === 'credit' ? (money ? `Give ${money} credit` : 'Give credit') : `Give ${money ?? 'money'} back`}
      onConfirm={async () => {
        if (amount === null || problem !== null) throw new ShownError({ code: 'RefundTooLarge', userMessage: problem ?? '' })
        if (sent.current.amount !== amount || sent.current.as !== as) sent.current = { amount, as, key: crypto.randomUUID() }
        await mutateAsync({ orderId: order.id, as, amount, idempotencyKey: sent.current.key })
        if (as === 'credit') showSnackbar(`${name} has ${money} credit now.`)
        else if (!isCash) showSnackbar(`${name} gets ${money} back.`)
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
      {order.payer && (
        <fieldset className="grid">
          <legend className="mb-1 text-small font-strong text-ink">How</legend>
          {listWays(isCash).map((way) => (
            <label key={way.as} className="flex min-h-11 cursor-pointer items-start gap-3 py-2">
              <input
                type="radio"
                name="as"
                checked={as === way.as}
                onChange={() => setAs(way.as)}
                aria-describedby={`as-${way.as}`}
                className="mt-0.75 size-5 flex-none accent-court"
              />
              <span className="grid gap-0.5">
                <span className="text-ink">{way.label}</span>
                <span id={`as-${way.as}`} className="text-small">
                  {way.hint}
                </span>
              </span>
            </label>
          ))}
        </fieldset>
      )}
      <p>
        {as === 'credit'
          ? `${name} gets ${money ?? 'the'} credit.`
          : `${name} gets ${money ?? 'the money'} back${isCash ? ' in cash, from you.' : ' in 5 to 10 days.'}`}{' '}
        {name} keeps the seat{order.seats > 1 && 's'}.
      </p>
    </ConfirmDialog>
  )
}

function findProblem(amount: number | null, { rest, currency }: GameOrder): string | null {
  if (amount === null || amount === 0) return 'Enter an amount, such as 5 or 12.50.'
  return amount > rest ? `Only ${formatExactMoney({ amount: rest, currency })} are left of this payment.` : null
}
