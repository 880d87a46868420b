import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import * as v from 'valibot'
import { Email } from '../../domain/accounts/contract.ts'
import { AddGuest, maxGuestNameLength } from '../../domain/teams/contract.ts'
import { Dialog } from '../ui/dialog.tsx'
import { DialogFormEnd } from '../ui/dialog-form-end.tsx'
import { TextField } from '../ui/field.tsx'
import { useAppForm } from '../ui/form.tsx'
import { addingGuest } from './queries.ts'

const GuestForm = v.object({ name: AddGuest.entries.name, email: v.union([v.literal(''), Email]) })

type GuestDialogProps = { teamId: string; isChild: boolean; onClose: () => void }

/** Adds a guest, or a child of the viewer. */
export default function GuestDialog({ teamId, isChild, onClose }: GuestDialogProps) {
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const form = useAppForm(GuestForm, { defaultValues: { name: '', email: '' } })
  const add = useMutation(addingGuest(teamId, isChild))
  const { errors, isSubmitting } = form.formState
  const submit = form.submitWith(async ({ name, email }) => {
    await add.mutateAsync({ name, email: email === '' ? null : email, idempotencyKey })
    onClose()
  })
  return (
    <Dialog title={isChild ? 'Add my child' : 'Add a guest'} isOpen onClose={onClose} isDismissable={!isSubmitting}>
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
        <p className="text-soft">
          {isChild
            ? 'Your child needs no account. Only you and the people who run this community see the name, and you can remove your child at any time.'
            : 'A guest needs no account. Whoever signs up with this email later can take this place.'}
        </p>
        <TextField
          {...form.register('name')}
          label="Name"
          autoFocus
          autoComplete="off"
          limit={maxGuestNameLength}
          error={errors.name?.message}
        />
        {!isChild && (
          <TextField {...form.register('email')} type="email" label="Email" isOptional autoComplete="off" error={errors.email?.message} />
        )}
        <DialogFormEnd form={form} onCancel={onClose}>
          Add
        </DialogFormEnd>
      </form>
    </Dialog>
  )
}
