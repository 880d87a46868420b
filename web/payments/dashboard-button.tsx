import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ApiError } from '../api.ts'
import { showFailure } from '../ui/show-failure.ts'
import { showSnackbar } from '../ui/show-snackbar.ts'
import { openingDashboard } from './account-queries.ts'
import { StripeButton } from './stripe-button.tsx'

/** The money of a community is on the account of its owner, and others manage it too. */
function tellWhy(error: unknown): void {
  if (error instanceof ApiError && error.code === 'NoPayoutAccount')
    showSnackbar('Only the owner of the Stripe account can do this. Ask them.', { duration: 5000, tone: 'alarm' })
  else showFailure(error)
}

/** Opens the payouts and disputes of the viewer at Stripe. */
export function DashboardButton({ children, className = '' }: { children: ReactNode; className?: string }) {
  const dashboard = useMutation(openingDashboard)
  return (
    <StripeButton
      variant="quiet"
      size="small"
      className={className}
      isPending={dashboard.isPending}
      readPage={() => dashboard.mutateAsync()}
      onFailure={tellWhy}
    >
      {children}
    </StripeButton>
  )
}
