import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { ShownError } from '../../../domain/shown-error.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { refundingChosen } from './money-queries.ts'

type RefundChosenDialogProps = {
  formId: string
  ids: readonly string[]
  whose: string
  onDone: (ids: readonly string[]) => void
  onClose: () => void
}

/** Gives all that was paid by card for the chosen submissions back. */
export default function RefundChosenDialog({ formId, ids, whose, onDone, onClose }: RefundChosenDialogProps) {
  const { mutateAsync } = useMutation(refundingChosen(formId))
  // The same request after an error gives nothing twice.
  const key = useRef(crypto.randomUUID())
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={`Give money back for ${whose}?`}
      confirmLabel="Give all back"
      isDangerous
      onConfirm={async () => {
        const done = await mutateAsync({ ids: [...ids], idempotencyKey: key.current })
        if (done.ids.length === 0)
          throw new ShownError({ code: 'RefundTooLarge', userMessage: 'Nothing was given back: nothing was paid by card that is left.' })
        onDone(done.ids)
      }}
    >
      <p>All that was paid by card, and was not given back before, goes back to the cards in 5 to 10 days. We tell those who paid.</p>
      <p>Nobody loses the place. Cash is not given back by this. You cannot undo it.</p>
    </ConfirmDialog>
  )
}
