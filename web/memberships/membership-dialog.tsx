import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import * as v from 'valibot'
import { judgeAmount } from '../../domain/amounts.ts'
import { membershipPeriods, membershipTexts, membershipTypes, type SoldMembership } from '../../domain/memberships/contract.ts'
import { typeTexts } from '../../domain/memberships/texts.ts'
import { type Currency, readAmount, writeAmount } from '../../domain/money.ts'
import { Dialog } from '../ui/dialog.tsx'
import { DialogFormEnd } from '../ui/dialog-form-end.tsx'
import { TextField } from '../ui/field.tsx'
import { useAppForm } from '../ui/form.tsx'
import { Select } from '../ui/select.tsx'
import { changingMembership, offeringMembership } from './queries.ts'

const makeSchema = (currency: Currency) => {
  const judge = (text: string) => {
    const amount = readAmount(text, currency)
    return amount === null || amount === 0 ? 'Enter a price, such as 20.' : judgeAmount({ amount, currency })
  }
  return v.object({
    type: v.picklist(membershipTypes),
    ...membershipTexts,
    amount: v.pipe(
      v.string(),
      v.check(
        (text) => judge(text) === null,
        ({ input }) => judge(input) ?? '',
      ),
      v.transform((text) => readAmount(text, currency) ?? 0),
    ),
    every: v.picklist(membershipPeriods),
  })
}

type MembershipDialogProps = {
  teamId: string
  currency: Currency
  /** Null for a new membership. */
  membership: SoldMembership | null
  onClose: () => void
}

/** Puts a membership on sale, or changes one. */
export function MembershipDialog({ teamId, currency, membership, onClose }: MembershipDialogProps) {
  const [schema] = useState(() => makeSchema(currency))
  const form = useAppForm(schema, {
    defaultValues: {
      ...{ type: membership?.type ?? 'DROPIN_PICKUP', name: membership?.name ?? '', description: membership?.description ?? '' },
      ...{ amount: membership ? writeAmount(membership) : '', every: membership?.every ?? 'month' },
    },
  })
  // A second press of the button after a lost answer must not sell it twice.
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const offer = useMutation(offeringMembership(teamId))
  const change = useMutation(changingMembership(teamId, membership?.id ?? ''))
  const { errors, isSubmitting } = form.formState
  const [type, every] = form.watch(['type', 'every'])
  const submit = form.submitWith(async ({ type: given, every: period, ...values }) => {
    if (membership) await change.mutateAsync({ ...values, currency })
    else await offer.mutateAsync({ ...values, type: given, every: period, currency, idempotencyKey })
    onClose()
  })
  return (
    <Dialog title={membership ? `Edit ${membership.name}` : 'Sell a membership'} isOpen onClose={onClose} isDismissable={!isSubmitting}>
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
        {membership === null && (
          <Select
            label="What it is for"
            hint={typeTexts[type].gives}
            options={membershipTypes.map((value) => ({ value, label: typeTexts[value].label }))}
            value={type}
            onChange={(value) => form.setValue('type', value, { shouldDirty: true })}
          />
        )}
        <TextField {...form.register('name')} label="Name" autoComplete="off" error={errors.name?.message} />
        <TextField
          {...form.register('description')}
          label="Description"
          isOptional
          autoComplete="off"
          error={errors.description?.message}
        />
        <TextField
          {...form.register('amount')}
          label={`Price (${currency.toUpperCase()})`}
          inputMode="decimal"
          autoComplete="off"
          placeholder="20"
          className="max-w-44"
          error={errors.amount?.message}
          {...(membership && { hint: 'A new price is for new members. Who has this membership keeps the old price.' })}
        />
        {membership === null && (
          <Select
            label="Paid every"
            options={membershipPeriods.map((value) => ({ value, label: value === 'month' ? 'Month' : 'Year' }))}
            value={every}
            onChange={(value) => form.setValue('every', value, { shouldDirty: true })}
          />
        )}
        <DialogFormEnd form={form} onCancel={onClose}>
          {membership ? 'Save' : 'Put on sale'}
        </DialogFormEnd>
      </form>
    </Dialog>
  )
}
