import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ApiError } from '../api.ts'
import { Button } from '../ui/button.tsx'
import { showFailure } from '../ui/show-failure.ts'
import { showSnackbar } from '../ui/show-snackbar.ts'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'
import { openingDashboard } from './account-queries.ts'
import { openStripeTab } from './open-stripe-tab.ts'

/** Opens the payouts and disputes of the viewer at Stripe, in a tab of its own. */
export function DashboardButton({ children, className = '' }: { children: ReactNode; className?: string }) {
  const dashboard = useMutation(openingDashboard)
  const open = async () => {
    const tab = openStripeTab()
    try {
      tab.lead((await dashboard.mutateAsync()).url)
    } catch (error) {
      tab.close()
      // The money of a community is on the account of its owner, and others manage it too.
      if (error instanceof ApiError && error.code === 'NoPayoutAccount')
        showSnackbar('Only the owner of the Stripe account can do this. Ask them.', { duration: 5000, tone: 'alarm' })
      else showFailure(error)
    }
  }
  return (
    <Button
      variant="quiet"
      size="small"
      isPending={dashboard.isPending}
      pendingLabel="Opening Stripe"
      onClick={() => void open()}
      className={className}
    >
      {children}
      <VisuallyHidden>, in a new tab</VisuallyHidden>
    </Button>
  )
}
