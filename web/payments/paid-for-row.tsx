import { useMutation } from '@tanstack/react-query'
import type { PaymentsOverview } from '../../domain/payments/contract.ts'
import { minute } from '../../domain/time/spans.ts'
import { Button } from '../ui/button.tsx'
import { joinClasses } from '../ui/class-names.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { showSnackbar } from '../ui/show-snackbar.ts'
import { useLazyOpen } from '../ui/use-lazy-open.ts'
import { useNow } from '../ui/use-now.ts'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'
import { describeNext, writeDay } from './plan-holder.ts'
import { PortalButton } from './portal-button.tsx'
import { cancellingPlan } from './queries.ts'

type PaidForRowProps = { paidFor: PaymentsOverview['paidFor'][number] }

/** A plan for which the viewer still pays, although they have handed the community over. They can only stop. */
export function PaidForRow({ paidFor: { id, name, subscription } }: PaidForRowProps) {
  const now = useNow(minute)
  const dialog = useLazyOpen(false)
  const stop = useMutation({
    ...cancellingPlan,
    onSuccess: () => showSnackbar(`You no longer pay for ${name}.`, { duration: 5000 }),
  })
  const next = describeNext({ subscription }, now)
  const isPaidFor = subscription.status === 'active' || subscription.status === 'trialing'
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-b border-line py-4 last:border-b-0">
      <div className="min-w-0">
        <p className="font-strong wrap-anywhere">{name}</p>
        <p className="text-small text-soft">{subscription.items[0]?.product.name}</p>
        {next && <p className={joinClasses('text-small', next.isWarning ? 'font-medium text-warn' : 'text-soft')}>{next.text}</p>}
        <p className="text-small text-soft">You pay for it, and others manage it.</p>
      </div>
      <div className="flex flex-wrap gap-2">
        {subscription.graceEndsAt !== null && <PortalButton owner={{ type: 'team', id }}>Pay now</PortalButton>}
        {!subscription.endsAtPeriodEnd && (
          <Button size="small" aria-haspopup="dialog" onClick={dialog.open}>
            Stop paying
            <VisuallyHidden> for {name}</VisuallyHidden>
          </Button>
        )}
      </div>
      {dialog.wasOpened && (
        <ConfirmDialog
          title={`Stop paying for ${name}?`}
          confirmLabel="Stop paying"
          isDangerous
          isOpen={dialog.isOpen}
          onClose={dialog.close}
          onConfirm={() => stop.mutateAsync({ type: 'team', id })}
        >
          <p>
            {isPaidFor
              ? `Its plan stays until ${writeDay(subscription.periodEnd, now)}, and your card is not charged again.`
              : 'Its plan ends at once, because the last payment failed.'}{' '}
            Its owner is told, and can pay instead.
          </p>
        </ConfirmDialog>
      )}
    </li>
  )
}
