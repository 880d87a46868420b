import * as v from 'valibot'
import { maxReasonLength } from '../../../domain/forms/limits.ts'
import { DeclineReason } from '../../../domain/forms/submission-contract.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogFormEnd } from '../../ui/dialog-form-end.tsx'
import { TextField } from '../../ui/field.tsx'
import { useAppForm } from '../../ui/form.tsx'

const Schema = v.object({ reason: DeclineReason })

type DeclineDialogProps = {
  /** Whose answers these are, such as "Ana Ortiz" or "3 submissions". */
  whose: string
  onDecline: (reason: string) => Promise<unknown>
  onClose: () => void
}

/** Asks why, and then declines. */
export default function DeclineDialog({ whose, onDecline, onClose }: DeclineDialogProps) {
  const form = useAppForm(Schema, { defaultValues: { reason: '' } })
  const { errors, isSubmitting } = form.formState
  const submit = form.submitWith(async ({ reason }) => {
    await onDecline(reason)
    onClose()
  })
  return (
    <Dialog title={`Decline ${whose}?`} isOpen onClose={onClose} isDismissable={!isSubmitting}>
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
        <p className="text-soft">The places that were held are free again. Whoever sent it is told.</p>
        <TextField
          {...form.register('reason')}
          label="Reason"
          isOptional
          hint="Whoever sent it reads this."
          autoComplete="off"
          limit={maxReasonLength}
          error={errors.reason?.message}
        />
        <DialogFormEnd form={form} onCancel={onClose}>
          Decline
        </DialogFormEnd>
      </form>
    </Dialog>
  )
}
