import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { FormPart } from '../../../domain/forms/payment-contract.ts'
import { type Currency, formatExactMoney } from '../../../domain/money.ts'
import { ShownError } from '../../../domain/shown-error.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { showSnackbar } from '../../ui/show-snackbar.ts'
import { notingCash } from './money-queries.ts'
import { writePartName } from './part-names.ts'

type CashDialogProps = {
  path: { id: string; submissionId: string }
  whose: string
  unpaid: readonly FormPart[]
  currency: Currency
  now: number
  onClose: () => void
}

/** Notes parts as paid in cash: what is due now, unless others are chosen. */
export default function CashDialog({ path, whose, unpaid, currency, now, onClose }: CashDialogProps) {
  const { mutateAsync } = useMutation(notingCash(path))
  const due = unpaid.filter(({ state }) => state === 'due')
  const [chosen, setChosen] = useState<readonly number[]>((due.length > 0 ? due : unpaid.slice(0, 1)).map(({ number }) => number))
  // The same request after an error notes nothing twice. Other parts are another request.
  const sent = useRef({ parts: '', key: '' })
  const money = (amount: number) => formatExactMoney({ amount, currency })
  const amount = unpaid.filter(({ number }) => chosen.includes(number)).reduce((sum, part) => sum + part.amount, 0)
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title="Note cash"
      confirmLabel={amount === 0 ? 'Note cash' : `Note ${money(amount)}`}
      onConfirm={async () => {
        const parts = unpaid.map(({ number }) => number).filter((number) => chosen.includes(number))
        if (parts.length === 0) throw new ShownError({ code: 'AnswersInvalid', userMessage: 'Choose what was paid.' })
        if (sent.current.parts !== parts.join()) sent.current = { parts: parts.join(), key: crypto.randomUUID() }
        await mutateAsync({ parts, idempotencyKey: sent.current.key })
        showSnackbar(`${money(amount)} in cash noted.`)
      }}
    >
      <p>You have {whose}’s money, in cash or in another way outside of this site.</p>
      <fieldset className="text-ink">
        <legend className="text-small font-strong">What was paid</legend>
        {unpaid.map((part) => (
          <Checkbox
            key={part.number}
            label={`${writePartName(part, now)}: ${money(part.amount)}`}
            checked={chosen.includes(part.number)}
            onChange={({ target }) =>
              setChosen(target.checked ? [...chosen, part.number] : chosen.filter((number) => number !== part.number))
            }
          />
        ))}
      </fieldset>
      <p>If they are on the page to pay by card, that page is closed. You can take this back.</p>
    </ConfirmDialog>
  )
}
