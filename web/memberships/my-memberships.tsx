import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import type { MyMembership } from '../../domain/memberships/contract.ts'
import { typeTexts, writePrice } from '../../domain/memberships/texts.ts'
import { isLive } from '../../domain/payments/subscription-states.ts'
import { teamPath } from '../../domain/teams/paths.ts'
import { minute } from '../../domain/time/spans.ts'
import { leaveForStripe } from '../payments/leave-for-stripe.ts'
import { writeDay } from '../payments/plan-holder.ts'
import { Button } from '../ui/button.tsx'
import { joinClasses } from '../ui/class-names.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { showFailure } from '../ui/show-failure.ts'
import { ShowMore } from '../ui/show-more.tsx'
import { showSnackbar } from '../ui/show-snackbar.ts'
import { Loading, SkeletonText } from '../ui/skeleton.tsx'
import { useNow } from '../ui/use-now.ts'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'
import { cancellingMembership, myMemberships, openingBill, resumingMembership } from './queries.ts'

/** The memberships of communities that the viewer has bought. */
export function MyMemberships() {
  const query = useInfiniteQuery(myMemberships)
  const all = query.data?.pages.flatMap(({ memberships }) => memberships)
  return (
    <section aria-labelledby="memberships" className="grid gap-2">
      <h2 id="memberships" className="text-title">
        Memberships
      </h2>
      {all ? (
        all.length > 0 ? (
          <div>
            <ul aria-label="Memberships" className="border-y border-line">
              {all.map((membership) => (
                <MembershipRow key={membership.id} bought={membership} />
              ))}
            </ul>
            <ShowMore query={query} />
          </div>
        ) : (
          <p className="text-soft">You have bought no membership of a community. Hosts who sell some show you their page.</p>
        )
      ) : query.error ? (
        <ErrorNotice
          title="We could not load your memberships"
          error={query.error}
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        />
      ) : (
        <Loading label="Loading your memberships">
          <SkeletonText lines={3} />
        </Loading>
      )}
    </section>
  )
}

/** What happens next with a membership, such as the day of the next payment. */
function describeNext({ status, endsAtPeriodEnd, periodEnd, graceEndsAt, endedAt, membership }: MyMembership, now: number) {
  if (endedAt !== null || !isLive(status))
    return { text: `Ended${endedAt === null ? '' : ` on ${writeDay(endedAt, now)}`}.`, isWarning: false }
  if (graceEndsAt !== null && graceEndsAt > now)
    return { text: `The last payment failed. Pay by ${writeDay(graceEndsAt, now)} to keep it.`, isWarning: true }
  if (status !== 'active' && status !== 'trialing') return { text: 'The last payment failed. Pay to get it back.', isWarning: true }
  if (endsAtPeriodEnd) return { text: `Ends on ${writeDay(periodEnd, now)}.`, isWarning: true }
  return { text: `${writePrice(membership)}. Next payment on ${writeDay(periodEnd, now)}.`, isWarning: false }
}

function MembershipRow({ bought }: { bought: MyMembership }) {
  const now = useNow(minute)
  const [isAsking, setAsking] = useState(false)
  const cancel = useMutation(cancellingMembership)
  const resume = useMutation({ ...resumingMembership, onError: showFailure })
  const bill = useMutation({ ...openingBill, onSuccess: ({ url }) => leaveForStripe(url), onError: showFailure })
  const { id, membership, team, status, endsAtPeriodEnd, periodEnd } = bought
  const next = describeNext(bought, now)
  const isLiveNow = isLive(status)
  const isPaidFor = status === 'active' || status === 'trialing'
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-b border-line py-4 last:border-b-0">
      <div className="min-w-0">
        <p className="font-strong wrap-anywhere">{membership.name}</p>
        <p className="text-small text-soft wrap-anywhere">
          <Link to={teamPath(team.id)} className="hover:underline">
            {team.name}
          </Link>{' '}
          · {typeTexts[membership.type].label}
        </p>
        <p className={joinClasses('text-small', next.isWarning ? 'font-medium text-warn' : 'text-soft')}>{next.text}</p>
      </div>
      {isLiveNow && (
        <div className="flex flex-wrap gap-2">
          {!isPaidFor && (
            <Button size="small" isPending={bill.isPending} pendingLabel="Opening Stripe" onClick={() => bill.mutate(id)}>
              Pay now
              <VisuallyHidden> for {membership.name}</VisuallyHidden>
            </Button>
          )}
          {endsAtPeriodEnd ? (
            <Button size="small" isPending={resume.isPending} onClick={() => resume.mutate(id)}>
              Keep it
              <VisuallyHidden>: {membership.name}</VisuallyHidden>
            </Button>
          ) : (
            <Button size="small" aria-haspopup="dialog" onClick={() => setAsking(true)}>
              Cancel
              <VisuallyHidden> {membership.name}</VisuallyHidden>
            </Button>
          )}
        </div>
      )}
      <ConfirmDialog
        title={`Cancel ${membership.name}?`}
        confirmLabel="Cancel membership"
        cancelLabel="Keep it"
        isDangerous
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={async () => {
          await cancel.mutateAsync(id)
          showSnackbar('Successfully cancelled subscription!', { duration: 5000 })
        }}
      >
        <p>
          {isPaidFor
            ? `You have it until ${writeDay(periodEnd, now)}, and it is not paid again.`
            : 'It ends at once, because its last payment failed.'}
        </p>
      </ConfirmDialog>
    </li>
  )
}
