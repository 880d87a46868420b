import * as v from 'valibot'
import { maxReasonLength } from '../../../domain/forms/limits.ts'
import { DeclineReason } from '../../../domain/forms/submission-changes-contract.ts'
import { ShownError } from '../../../domain/shown-error.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogFormEnd } from '../../ui/dialog-form-end.tsx'
import { TextField } from '../../ui/field.tsx'
import { useAppForm } from '../../ui/form.tsx'

const Schema = v.object({ reason: DeclineReason })

type DeclineDialogProps = {
  /** Whose answers these are, such as "Ana Ortiz" or "3 submissions". */
  whose: string
  isPaid: boolean
  /** Returns the ids of those that were declined. */
  onDecline: (reason: string) => Promise<readonly string[]>
  onClose: () => void
}

/** Asks why, and then declines. */
export default function DeclineDialog({ whose, isPaid, onDecline, onClose }: DeclineDialogProps) {
  const form = useAppForm(Schema, { defaultValues: { reason: '' } })
  const { errors, isSubmitting } = form.formState
  const submit = form.submitWith(async ({ reason }) => {
    const declined = await onDecline(reason)
    if (declined.length === 0)
      throw new ShownError({
        code: 'SubmissionFixed',
        userMessage: 'Nothing was declined. Meanwhile it was withdrawn, or it can no longer be declined.',
      })
    onClose()
  })
  return (
    <Dialog title={`Decline ${whose}?`} isOpen onClose={onClose} isDismissable={!isSubmitting}>
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
        <p className="text-soft">The places that were held are free again. Whoever sent it is told.</p>
        {isPaid && <p className="font-strong">What was paid is not given back by this.</p>}
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
