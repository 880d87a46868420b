import { useMutation } from '@tanstack/react-query'
import type { Currency } from '../../domain/money.ts'
import { GiveBackDialog } from '../payments/give-back-dialog.tsx'
import { givingDuesBack } from './queries.ts'

type GiveDuesBackDialogProps = {
  path: { id: string; dueId: string }
  payment: { id: string; rest: number }
  name: string
  currency: Currency
  onClose: () => void
}

/** Gives a member all that is left of a payment by card, or a part of it. */
export default function GiveDuesBackDialog({ path, payment: { id, rest }, name, currency, onClose }: GiveDuesBackDialogProps) {
  const { mutateAsync } = useMutation(givingDuesBack(path))
  return (
    <GiveBackDialog {...{ rest, currency, name, onClose }} give={(refund) => mutateAsync({ paymentId: id, ...refund })}>
      {name} gets the money back in 5 to 10 days. Whoever gets all of it back is not reminded.
    </GiveBackDialog>
  )
}
