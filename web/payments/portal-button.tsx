import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { PlanOwner } from '../../domain/payments/contract.ts'
import { openingPortal } from './queries.ts'
import { StripeButton } from './stripe-button.tsx'

type PortalButtonProps = { owner: PlanOwner; size?: 'normal' | 'small'; children: ReactNode }

/** Opens the page of Stripe with the cards and invoices of a person or a community. */
export function PortalButton({ owner, size = 'small', children }: PortalButtonProps) {
  const portal = useMutation(openingPortal)
  return (
    <StripeButton size={size} isPending={portal.isPending} readPage={() => portal.mutateAsync(owner)}>
      {children}
    </StripeButton>
  )
}
