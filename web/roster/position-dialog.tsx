import { useMutation } from '@tanstack/react-query'
import { maxPositionLength, type RosterPerson, SavePosition } from '../../domain/roster/contract.ts'
import { Dialog } from '../ui/dialog.tsx'
import { DialogFormEnd } from '../ui/dialog-form-end.tsx'
import { TextField } from '../ui/field.tsx'
import { useAppForm } from '../ui/form.tsx'
import { savingPosition } from './queries.ts'

type PositionDialogProps = { teamId: string; row: Pick<RosterPerson, 'position' | 'version'>; onClose: () => void }

export default function PositionDialog({ teamId, row: { position, version }, onClose }: PositionDialogProps) {
  const form = useAppForm(SavePosition, { defaultValues: { position, version } })
  const save = useMutation(savingPosition(teamId))
  const { errors, isSubmitting } = form.formState
  const submit = form.submitWith(async (values) => {
    await save.mutateAsync(values)
    onClose()
  })
  return (
    <Dialog title="My position" isOpen onClose={onClose} isDismissable={!isSubmitting}>
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
        <TextField
          {...form.register('position')}
          label="Position"
          hint="For example goalkeeper, or setter."
          autoComplete="off"
          autoFocus
          limit={maxPositionLength}
          error={errors.position?.message}
        />
        <DialogFormEnd form={form} onCancel={onClose}>
          Save
        </DialogFormEnd>
      </form>
    </Dialog>
  )
}
