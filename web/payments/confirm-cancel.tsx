import { useMutation } from '@tanstack/react-query'
import { minute } from '../../domain/time/spans.ts'
import { Button } from '../ui/button.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { showSnackbar } from '../ui/show-snackbar.ts'
import { useNow } from '../ui/use-now.ts'
import type { StepProps } from './confirm-change.tsx'
import { writeDay } from './plan-holder.ts'
import { cancellingPlan } from './queries.ts'
import { StepEnd } from './step-end.tsx'

/** Asks for confirmation before a plan is cancelled for the free one. */
export function ConfirmCancel({ holder: { type, id, name, planName, subscription }, plan, onBack, onDone }: StepProps) {
  const now = useNow(minute)
  const cancel = useMutation({
    ...cancellingPlan,
    onSuccess: () => {
      showSnackbar('Successfully cancelled subscription!', { duration: 5000 })
      onDone()
    },
  })
  const isPaidFor = subscription?.status === 'active' || subscription?.status === 'trialing'
  return (
    <div className="grid gap-4">
      <h3 className="text-lead!">Change to {plan.label}?</h3>
      {subscription && (
        <p>
          {isPaidFor
            ? `${planName} stays until ${writeDay(subscription.periodEnd, now)} and is not paid again.`
            : `${planName} ends at once, because its last payment failed.`}
        </p>
      )}
      <p className="text-soft">
        {name === null
          ? `Then you have ${plan.label}. Nothing that you have is taken away.`
          : `Then ${name} has ${plan.label}, with up to ${plan.maxMembers} members. Nothing is taken away. Over a limit, nothing more can be added.`}
      </p>
      {cancel.error && <ErrorNotice error={cancel.error} />}
      <StepEnd onBack={onBack}>
        <Button variant="danger" isPending={cancel.isPending} onClick={() => cancel.mutate({ type, id })}>
          Cancel plan
        </Button>
      </StepEnd>
    </div>
  )
}
