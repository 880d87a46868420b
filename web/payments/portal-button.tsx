import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { PlanOwner } from '../../domain/payments/contract.ts'
import { Button } from '../ui/button.tsx'
import { showFailure } from '../ui/show-failure.ts'
import { leaveForStripe } from './leave-for-stripe.ts'
import { openingPortal } from './queries.ts'

type PortalButtonProps = { owner: PlanOwner; size?: 'normal' | 'small'; children: ReactNode }

/** Opens the page of Stripe with the cards and invoices of a person or a community. */
export function PortalButton({ owner, size = 'small', children }: PortalButtonProps) {
  const open = useMutation({ ...openingPortal, onSuccess: ({ url }) => leaveForStripe(url), onError: showFailure })
  return (
    <Button size={size} isPending={open.isPending} pendingLabel="Opening Stripe" onClick={() => open.mutate(owner)}>
      {children}
    </Button>
  )
}
