import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { RenameUserList } from '../../domain/user-lists/contract.ts'
import { Dialog } from '../ui/dialog.tsx'
import { DialogFormEnd } from '../ui/dialog-form-end.tsx'
import { TextField } from '../ui/field.tsx'
import { RestoredNotice, useAppForm } from '../ui/form.tsx'
import { creatingList, renamingList } from './queries.ts'

type ListNameDialogProps = {
  /** The list to rename. Without it, the dialog creates a new list. */
  list?: { uid: string; name: string }
  onClose: () => void
  onCreated?: (uid: string) => void
}

export function ListNameDialog({ list, onClose, onCreated }: ListNameDialogProps) {
  const form = useAppForm(RenameUserList, { defaultValues: { name: list?.name ?? '' }, draftKey: `user-list:${list?.uid ?? 'new'}` })
  // The key stays the same while the dialog is open, so that a request that is sent twice creates only one list.
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const create = useMutation(creatingList)
  const rename = useMutation(renamingList)
  const { errors, isSubmitting } = form.formState
  const submit = form.submitWith(async ({ name }) => {
    if (list) await rename.mutateAsync({ id: list.uid, name })
    else onCreated?.((await create.mutateAsync({ name, idempotencyKey })).uid)
    onClose()
  })
  return (
    <Dialog title={list ? 'Rename this list' : 'New list'} isOpen onClose={onClose} isDismissable={!isSubmitting}>
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
        <TextField
          {...form.register('name')}
          label="Name"
          autoFocus
          placeholder="Tuesday doubles"
          autoComplete="off"
          limit={60}
          error={errors.name?.message}
        />
        <RestoredNotice restoredFrom={form.restoredFrom} onDiscard={form.discardDraft} />
        <DialogFormEnd form={form} onCancel={onClose}>
          {list ? 'Rename' : 'Create list'}
        </DialogFormEnd>
      </form>
    </Dialog>
  )
}
