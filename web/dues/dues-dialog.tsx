import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Controller } from 'react-hook-form'
import * as v from 'valibot'
import { judgeAmount } from '../../domain/amounts.ts'
import { PlainDate } from '../../domain/availability/contract.ts'
import { type Due, dueTexts } from '../../domain/dues/contract.ts'
import { deadlineRange } from '../../domain/dues/rules.ts'
import { type Currency, readAmount, writeAmount } from '../../domain/money.ts'
import { DateField } from '../ui/date-field.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { DialogFormEnd } from '../ui/dialog-form-end.tsx'
import { TextField } from '../ui/field.tsx'
import { useAppForm } from '../ui/form.tsx'
import { askingForDues, changingDues } from './queries.ts'

const makeSchema = (currency: Currency) => {
  const judge = (text: string) => {
    const amount = readAmount(text, currency)
    return amount === null || amount === 0 ? 'Enter an amount, such as 40.' : judgeAmount({ amount, currency })
  }
  return v.object({
    ...dueTexts,
    amount: v.pipe(
      v.string(),
      v.check(
        (text) => judge(text) === null,
        ({ input }) => judge(input) ?? '',
      ),
      v.transform((text) => readAmount(text, currency) ?? 0),
    ),
    dueOn: PlainDate,
  })
}

type DuesDialogProps = {
  teamId: string
  currency: Currency
  /** Null to ask for new dues. */
  due: Due | null
  onClose: () => void
}

/** Asks members for dues, or changes what they are asked for. */
export default function DuesDialog({ teamId, currency, due, onClose }: DuesDialogProps) {
  const [schema] = useState(() => makeSchema(currency))
  const [range] = useState(() => deadlineRange(Date.now()))
  const form = useAppForm(schema, {
    defaultValues: {
      ...{ title: due?.title ?? '', note: due?.note ?? '' },
      ...{ amount: due ? writeAmount(due) : '', dueOn: due?.dueOn ?? '' },
    },
  })
  // A second press of the button after a lost answer must not ask twice.
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const ask = useMutation(askingForDues(teamId))
  const change = useMutation(changingDues({ id: teamId, dueId: due?.id ?? '' }))
  const { errors, isSubmitting } = form.formState
  const isPaid = (due?.sums?.collected ?? 0) > 0
  const submit = form.submitWith(async (values) => {
    if (due) await change.mutateAsync({ ...values, currency })
    else await ask.mutateAsync({ ...values, currency, idempotencyKey })
    onClose()
  })
  return (
    <Dialog title={due ? `Edit ${due.title}` : 'Ask for dues'} isOpen onClose={onClose} isDismissable={!isSubmitting}>
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
        <TextField {...form.register('title')} label="Title" placeholder="Season fee" autoComplete="off" error={errors.title?.message} />
        <TextField
          {...form.register('note')}
          label="Note"
          isOptional
          hint="What it is for. Members see it."
          autoComplete="off"
          error={errors.note?.message}
        />
        <TextField
          {...form.register('amount')}
          label={`Amount (${currency.toUpperCase()})`}
          inputMode="decimal"
          autoComplete="off"
          placeholder="40"
          className="max-w-44"
          readOnly={isPaid}
          error={errors.amount?.message}
          {...(isPaid && { hint: 'Somebody has paid, so the amount stays as it is.' })}
        />
        <Controller
          control={form.control}
          name="dueOn"
          render={({ field }) => (
            <DateField
              label="Due by"
              value={field.value === '' ? null : field.value}
              onChange={(date) => field.onChange(date ?? '')}
              onBlur={field.onBlur}
              minDate={due && due.dueOn < range.first ? due.dueOn : range.first}
              maxDate={range.last}
              error={errors.dueOn?.message}
            />
          )}
        />
        {due === null && <p className="text-small text-soft">Every member is asked now, and everybody who joins later.</p>}
        <DialogFormEnd form={form} onCancel={onClose}>
          {due ? 'Save' : 'Ask members'}
        </DialogFormEnd>
      </form>
    </Dialog>
  )
}
