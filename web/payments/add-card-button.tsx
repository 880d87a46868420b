import { useMutation } from '@tanstack/react-query'
import type { PlanOwner } from '../../domain/payments/contract.ts'
import { Button } from '../ui/button.tsx'
import { showFailure } from '../ui/show-failure.ts'
import { leaveForStripe } from './leave-for-stripe.ts'
import { addingCard } from './queries.ts'

/** For a plan that another person pays, such as the earlier owner of a community: whoever adds a card pays from then on. */
export function AddCardButton({ owner }: { owner: PlanOwner }) {
  const add = useMutation({ ...addingCard, onSuccess: ({ url }) => leaveForStripe(url), onError: showFailure })
  return (
    <Button size="small" isPending={add.isPending} pendingLabel="Opening Stripe" onClick={() => add.mutate(owner)}>
      Pay with your card
    </Button>
  )
}
