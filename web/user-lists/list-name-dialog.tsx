import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { RenameUserList } from '../../domain/user-lists/contract.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { FormFailure, RestoredNotice, useAppForm } from '../ui/form.tsx'
import { creatingList, renamingList } from './queries.ts'

type ListNameDialogProps = {
  /** The list to rename; without one a new list is made. */
  list?: { uid: string; name: string }
  onClose: () => void
  onMade?: (uid: string) => void
}

export function ListNameDialog({ list, onClose, onMade }: ListNameDialogProps) {
  const form = useAppForm(RenameUserList, { defaultValues: { name: list?.name ?? '' }, draftKey: `user-list:${list?.uid ?? 'new'}` })
  // The same for each try of this dialog: a request that was sent twice makes one list.
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const create = useMutation(creatingList)
  const rename = useMutation(renamingList)
  const { errors, isSubmitting } = form.formState
  const submit = form.submitWith(async ({ name }) => {
    if (list) await rename.mutateAsync({ id: list.uid, name })
    else onMade?.((await create.mutateAsync({ name, idempotencyKey })).uid)
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
        <RestoredNotice isRestored={form.isRestored} onDiscard={form.discardDraft} />
        <FormFailure failure={form.failure} />
        <div className="flex flex-col-reverse gap-2.5 sm:flex-row sm:justify-end">
          <Button onClick={onClose} disabled={isSubmitting}>
            Cancel
          </Button>
          <Button type="submit" variant="go" isPending={isSubmitting}>
            {list ? 'Rename' : 'Create list'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
