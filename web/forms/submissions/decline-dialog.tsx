import { useRef } from 'react'
import * as v from 'valibot'
import { maxReasonLength } from '../../../domain/forms/limits.ts'
import { DeclineReason } from '../../../domain/forms/submission-changes-contract.ts'
import { formatExactMoney, type Money } from '../../../domain/money.ts'
import { ShownError } from '../../../domain/shown-error.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogFormEnd } from '../../ui/dialog-form-end.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { TextField } from '../../ui/field.tsx'
import { useAppForm } from '../../ui/form.tsx'
import { Loading, SkeletonText } from '../../ui/skeleton.tsx'

const Schema = v.object({ reason: DeclineReason, givesBack: v.boolean() })

export type Paid = {
  /** The viewer manages the money, and some was paid by card. */
  canGiveBack: boolean
  /** What goes back. Null if that is not known. */
  amount: Money | null
}

type PaidQuery = { error: unknown; isFetching: boolean; refetch: () => Promise<unknown> }

type DeclineDialogProps = {
  /** Whose answers these are, such as "Ana Ortiz" or "3 submissions". */
  whose: string
  /** Null if nothing was paid. */
  paid: Paid | null
  /** What was paid is not known yet. Nothing is declined before the dialog can say what becomes of it. */
  unknownPaid?: PaidQuery | null
  /** Returns the ids of those that were declined. With a key, what was paid goes back. */
  onDecline: (decision: { reason: string; refundKey?: string }) => Promise<readonly string[]>
  onClose: () => void
}

/** Asks why, and then declines. */
export default function DeclineDialog({ whose, paid, unknownPaid = null, onDecline, onClose }: DeclineDialogProps) {
  const form = useAppForm(Schema, { defaultValues: { reason: '', givesBack: true } })
  // The same request after an error gives nothing twice.
  const key = useRef(crypto.randomUUID())
  const { errors, isSubmitting } = form.formState
  const submit = form.submitWith(async ({ reason, givesBack }) => {
    const declined = await onDecline({ reason, ...(paid?.canGiveBack && givesBack && { refundKey: key.current }) })
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
        {unknownPaid &&
          (unknownPaid.error ? (
            <ErrorNotice
              title="We could not load what was paid"
              error={unknownPaid.error}
              onRetry={() => void unknownPaid.refetch()}
              isRetrying={unknownPaid.isFetching}
            />
          ) : (
            <Loading label="Loading what was paid">
              <SkeletonText lines={2} />
            </Loading>
          ))}
        {paid && !paid.canGiveBack && <p className="font-strong">What was paid is not given back by this.</p>}
        {paid?.canGiveBack && (
          <Checkbox
            {...form.register('givesBack')}
            label={paid.amount ? `Give back what was paid: ${formatExactMoney(paid.amount)}` : 'Give back what was paid'}
            hint="It goes back to the card in 5 to 10 days. Cash is not given back by this."
          />
        )}
        <TextField
          {...form.register('reason')}
          label="Reason"
          isOptional
          hint="Whoever sent it reads this."
          autoComplete="off"
          limit={maxReasonLength}
          error={errors.reason?.message}
        />
        <DialogFormEnd form={form} isDisabled={unknownPaid !== null} onCancel={onClose}>
          Decline
        </DialogFormEnd>
      </form>
    </Dialog>
  )
}
