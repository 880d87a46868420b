import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { formatMoney } from '../../domain/format-money.ts'
import { formatExactMoney } from '../../domain/money.ts'
import type { ChangePreview, itemTypes, PlanRow } from '../../domain/payments/contract.ts'
import { minute } from '../../domain/time/spans.ts'
import { ApiError } from '../api.ts'
import { useConfig } from '../app-state.ts'
import { holdReload } from '../busy.ts'
import { Button } from '../ui/button.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { showSnackbar } from '../ui/show-snackbar.ts'
import { Loading, SkeletonText } from '../ui/skeleton.tsx'
import { useNow } from '../ui/use-now.ts'
import { AddCardButton } from './add-card-button.tsx'
import { type PlanHolder, writeDay } from './plan-holder.ts'
import { PortalButton } from './portal-button.tsx'
import { buyingPlan, changePreview, paymentsOverview } from './queries.ts'
import { StepEnd } from './step-end.tsx'

const changeType = 'CHANGE_TEAM_SUBSCRIPTION' satisfies (typeof itemTypes)[number]

export type StepProps = { holder: PlanHolder; plan: PlanRow; onBack: () => void; onDone: () => void }

const nameOf = ({ label, maxMembers }: PlanRow) =>
  maxMembers === null ? label : `${label}, up to ${maxMembers.toLocaleString('en-US')} members`

/** Asks for confirmation before another plan is paid: what is charged now, and what later. */
export function ConfirmChange({ holder, plan, onBack, onDone }: StepProps) {
  const { platform } = useConfig()
  const { data: overview } = useQuery(paymentsOverview)
  const preview = useQuery(changePreview({ id: plan.uid, teamId: holder.id }))
  const change = useMutation({
    ...buyingPlan,
    onSuccess: () => {
      showSnackbar('Successfully changed subscription!', { duration: 5000 })
      onDone()
    },
  })
  useEffect(() => (change.isPending ? holdReload() : undefined), [change.isPending])
  const submit = ({ prorationDate }: ChangePreview) =>
    change.mutate(
      {
        items: [
          {
            ...{ id: plan.uid, teamId: holder.id, name: plan.label, quantity: 1, cost: plan.cost, type: changeType },
            ...{ subscriptionPriceId: plan.priceId, platform, prorationDate },
          },
        ],
        environment: overview?.environment,
      },
      {
        // The preview may be too old. The person sees the new amounts, and decides again. Stripe would answer a change of the same moment with
        // the same refusal, also when there is another card.
        onError: (error) => {
          if (error instanceof ApiError && ['OfferChanged', ...cardErrors].includes(error.code)) void preview.refetch()
        },
      },
    )
  const needsOtherCard = change.error instanceof ApiError && cardErrors.includes(change.error.code)
  const owner = { type: holder.type, id: holder.id }
  const isPaidByOther = holder.subscription?.isPayer === false
  return (
    <div className="grid gap-4">
      <h3 className="text-lead!">Change to {nameOf(plan)}?</h3>
      {preview.data ? (
        <Amounts preview={preview.data} />
      ) : preview.error ? (
        <ErrorNotice error={preview.error} onRetry={() => void preview.refetch()} isRetrying={preview.isFetching} />
      ) : (
        <Loading label="Asking Stripe what it costs">
          <SkeletonText lines={4} />
        </Loading>
      )}
      {isPaidByOther && <p className="text-small text-soft">Another organizer pays for this plan. Their card is charged.</p>}
      {change.error && <ErrorNotice error={change.error} />}
      {needsOtherCard && (
        // Only who pays may see the card that they pay with.
        <div>{isPaidByOther ? <AddCardButton owner={owner} /> : <PortalButton owner={owner}>Change the card</PortalButton>}</div>
      )}
      <StepEnd onBack={onBack}>
        <Button
          variant="primary"
          disabled={!preview.data}
          isPending={change.isPending}
          onClick={() => preview.data && !preview.isFetching && submit(preview.data)}
        >
          Change plan
        </Button>
      </StepEnd>
    </div>
  )
}

/** After one of these, the person can pay with another card. */
const cardErrors = ['CardDeclined', 'CardAsksPayer']

/** The amounts as Stripe computed them, to the cent. */
function Amounts({ preview: { lines, dueNow, afterwards, renewsAt } }: { preview: ChangePreview }) {
  const now = useNow(minute)
  const { currency } = dueNow
  const isCredit = dueNow.amount < 0
  return (
    <>
      <dl className="grid text-small">
        {lines.map(({ text, amount }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: Two lines can be the same, and the list does not change.
          <div key={index} className="flex justify-between gap-6 border-b border-line py-2.5">
            <dt className="min-w-0 text-soft wrap-anywhere">{text}</dt>
            <dd className="flex-none tabular-nums">{formatExactMoney({ amount, currency })}</dd>
          </div>
        ))}
        <div className="flex items-baseline justify-between gap-6 py-3">
          <dt className="text-base font-strong">{isCredit ? 'Credit for your next invoices' : 'Due now'}</dt>
          <dd className="flex-none text-title font-bold tabular-nums">{formatExactMoney({ amount: Math.abs(dueNow.amount), currency })}</dd>
        </div>
      </dl>
      <p className="text-small text-soft">
        Afterwards {formatMoney(afterwards)} per {afterwards.every}. The plan renews on {writeDay(renewsAt, now)}.
      </p>
    </>
  )
}
