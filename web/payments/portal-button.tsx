import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { PlanOwner } from '../../domain/payments/contract.ts'
import { Button } from '../ui/button.tsx'
import { showFailure } from '../ui/show-failure.ts'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'
import { openStripeTab } from './open-stripe-tab.ts'
import { openingPortal } from './queries.ts'

type PortalButtonProps = { owner: PlanOwner; size?: 'normal' | 'small'; children: ReactNode }

/** Opens the page of Stripe with the cards and invoices of a person or a community, in a tab of its own. */
export function PortalButton({ owner, size = 'small', children }: PortalButtonProps) {
  const portal = useMutation(openingPortal)
  const open = async () => {
    const tab = openStripeTab()
    try {
      tab.lead((await portal.mutateAsync(owner)).url)
    } catch (error) {
      tab.close()
      showFailure(error)
    }
  }
  return (
    <Button size={size} isPending={portal.isPending} pendingLabel="Opening Stripe" onClick={() => void open()}>
      {children}
      <VisuallyHidden>, in a new tab</VisuallyHidden>
    </Button>
  )
}
