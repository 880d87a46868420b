import { useMutation } from '@tanstack/react-query'
import type { SubmissionState } from '../../../domain/forms/submission-contract.ts'
import type { Currency } from '../../../domain/money.ts'
import { GiveBackDialog } from '../../payments/give-back-dialog.tsx'
import { refundingForm } from './money-queries.ts'

type RefundDialogProps = {
  path: { id: string; submissionId: string }
  payment: { id: string; rest: number }
  whose: string
  state: SubmissionState
  currency: Currency
  onClose: () => void
}

/** Gives what was paid for a submission back, or a part of it. */
export default function RefundDialog({ path, payment: { id, rest }, whose, state, currency, onClose }: RefundDialogProps) {
  const { mutateAsync } = useMutation(refundingForm(path))
  return (
    <GiveBackDialog {...{ rest, currency, onClose }} name={whose} give={(refund) => mutateAsync({ paymentId: id, ...refund })}>
      {whose} gets it back on the card in 5 to 10 days, and we tell them.{' '}
      {state === 'accepted' ? 'They keep their place. Decline what they sent to take it away.' : 'You cannot undo this.'}
    </GiveBackDialog>
  )
}
