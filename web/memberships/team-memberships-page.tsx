import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { ChevronLeft, Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { Link, useParams } from 'react-router'
import {
  type MembershipHolder,
  maxMembershipsOnSale,
  type SoldMembership,
  type TeamMemberships,
} from '../../domain/memberships/contract.ts'
import { hostMembershipsPath } from '../../domain/memberships/paths.ts'
import { typeTexts, writePrice } from '../../domain/memberships/texts.ts'
import { formatExactMoney } from '../../domain/money.ts'
import { isLive } from '../../domain/payments/subscription-states.ts'
import { teamPath } from '../../domain/teams/paths.ts'
import { minute } from '../../domain/time/spans.ts'
import { ApiError } from '../api.ts'
import { DisputeStatus } from '../payments/dispute-note.tsx'
import { GivenByHand } from '../payments/given-by-hand.tsx'
import { writeDay } from '../payments/plan-holder.ts'
import NoTeamPage from '../teams/no-team-page.tsx'
import { Avatar } from '../ui/avatar.tsx'
import { Button, LinkButton } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { PageError, pageFrame } from '../ui/page-frame.tsx'
import { Section } from '../ui/section.tsx'
import { ShowMore } from '../ui/show-more.tsx'
import { Loading, SkeletonText } from '../ui/skeleton.tsx'
import { Status } from '../ui/status.tsx'
import { useFocusAfterRemoval } from '../ui/use-focus-after-removal.ts'
import { useNow } from '../ui/use-now.ts'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'
import { MembershipDialog } from './membership-dialog.tsx'
import { endingSale, membershipHolders, notingMembershipGivenBack, teamMemberships } from './queries.ts'

/** The page `team/:id/memberships`, for those who manage the money of a community. */
export default function TeamMembershipsPage() {
  const { id = '' } = useParams()
  const { data, error, refetch, isFetching } = useQuery(teamMemberships(id))
  const refusal = error instanceof ApiError ? error.code : null
  if (refusal === 'TeamNotFound') return <NoTeamPage />
  if (refusal === 'NotAllowed')
    return (
      <div className={pageFrame('narrow', 'grid justify-items-start gap-4 pt-6 sm:pt-10')}>
        <h1>Memberships</h1>
        <p className="text-soft">Only the owner and the treasurer can manage the memberships of this community.</p>
        <LinkButton to={teamPath(id)}>Back to the community</LinkButton>
      </div>
    )
  if (!data) {
    if (error) return <PageError error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
    return (
      <Loading label="Loading the memberships" className={pageFrame('wide', 'pt-4 sm:pt-9')}>
        <SkeletonText lines={6} />
      </Loading>
    )
  }
  return (
    <div className={pageFrame('wide', 'pt-4 sm:pt-9')}>
      <header className="mb-6">
        <Link to={teamPath(id)} className="-ml-1 inline-flex min-h-11 items-center gap-1 text-small font-strong text-court hover:underline">
          <ChevronLeft size={17} aria-hidden="true" />
          Community
        </Link>
        <h1>Memberships</h1>
        <p className="max-w-[60ch] text-soft">
          People who are not in the community pay you each month or year, and have its member price in games. We keep{' '}
          {data.feeBasisPoints / 100}% of each payment.
        </p>
      </header>
      <OnSale id={id} sale={data} />
      <Holders id={id} />
    </div>
  )
}

const obstacleTexts = {
  plan: { text: 'Communities with the plan Varsity or Pro can sell memberships.', to: '/settings?tab=payments', label: 'See plans' },
  account: {
    text: 'The owner of the community needs an active payout account.',
    to: '/settings?tab=payments',
    label: 'Set up payouts',
  },
}

type OpenDialog = { kind: 'sell' } | { kind: 'edit' | 'end'; membership: SoldMembership }

function OnSale({ id, sale: { memberships, obstacle, currency, hostId } }: { id: string; sale: TeamMemberships }) {
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const end = useMutation(endingSale(id))
  const close = () => setDialog(null)
  const onSale = memberships.filter(({ endedAt }) => endedAt === null)
  const ended = memberships.filter(({ endedAt, holders }) => endedAt !== null && holders > 0)
  const list = useRef<HTMLUListElement>(null)
  const none = useRef<HTMLParagraphElement>(null)
  // What is no longer for sale is gone with its button. Only one of the two is there.
  useFocusAfterRemoval(list, onSale.length)
  useFocusAfterRemoval(none, onSale.length)
  return (
    <Section title="For sale" intro="Everybody who is signed in can see and buy these. A new price is for new members only.">
      {obstacle && (
        <div className="grid justify-items-start gap-3">
          <p>{obstacleTexts[obstacle].text}</p>
          <LinkButton to={obstacleTexts[obstacle].to}>{obstacleTexts[obstacle].label}</LinkButton>
        </div>
      )}
      {onSale.length > 0 ? (
        <ul ref={list} tabIndex={-1} aria-label="For sale" className="border-b border-line outline-none">
          {onSale.map((membership) => (
            <li key={membership.id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-line py-4">
              <Facts membership={membership} />
              <div className="flex flex-wrap gap-2">
                <Button size="small" aria-haspopup="dialog" onClick={() => setDialog({ kind: 'edit', membership })}>
                  Edit
                  <VisuallyHidden> {membership.name}</VisuallyHidden>
                </Button>
                <Button size="small" aria-haspopup="dialog" onClick={() => setDialog({ kind: 'end', membership })}>
                  End sale
                  <VisuallyHidden> of {membership.name}</VisuallyHidden>
                </Button>
              </div>
            </li>
          ))}
        </ul>
      ) : (
        <p ref={none} tabIndex={-1} className="text-soft outline-none">
          Nothing is for sale.
        </p>
      )}
      <div className="flex flex-wrap gap-2.5">
        {obstacle === null && onSale.length < maxMembershipsOnSale && (
          <Button variant="primary" aria-haspopup="dialog" onClick={() => setDialog({ kind: 'sell' })}>
            <Plus size={17} aria-hidden="true" /> Sell a membership
          </Button>
        )}
        {onSale.length > 0 && <LinkButton to={hostMembershipsPath(hostId)}>See the page to share</LinkButton>}
      </div>
      {ended.length > 0 && (
        <div className="grid gap-1">
          <h3 className="text-small! font-strong text-soft">No longer for sale</h3>
          <ul aria-label="No longer for sale">
            {ended.map((membership) => (
              <li key={membership.id} className="border-t border-line py-4">
                <Facts membership={membership} />
              </li>
            ))}
          </ul>
        </div>
      )}
      {(dialog?.kind === 'sell' || dialog?.kind === 'edit') && currency && (
        <MembershipDialog teamId={id} currency={currency} membership={dialog.kind === 'edit' ? dialog.membership : null} onClose={close} />
      )}
      {dialog?.kind === 'end' && (
        <ConfirmDialog
          title={`End the sale of ${dialog.membership.name}?`}
          confirmLabel="End sale"
          cancelLabel="Keep selling"
          isDangerous
          isOpen
          onClose={close}
          onConfirm={() => end.mutateAsync(dialog.membership.id)}
        >
          <p>Nobody can buy it any longer. Who has it keeps it, and goes on paying for it.</p>
        </ConfirmDialog>
      )}
    </Section>
  )
}

const Facts = ({ membership }: { membership: SoldMembership }) => (
  <div className="min-w-0">
    <p className="font-strong wrap-anywhere">{membership.name}</p>
    <p className="text-small text-soft">
      {typeTexts[membership.type].label} · {writePrice(membership)}
    </p>
    <p className="text-small text-soft">{membership.holders === 1 ? 'One person has it.' : `${membership.holders} people have it.`}</p>
  </div>
)

function Holders({ id }: { id: string }) {
  const query = useInfiniteQuery(membershipHolders(id))
  const now = useNow(minute)
  const holders = query.data?.pages.flatMap((page) => page.holders)
  const list = useRef<HTMLUListElement>(null)
  // What was given back by hand is gone with its button.
  useFocusAfterRemoval(list, holders?.flatMap(({ refused }) => refused).length ?? 0)
  return (
    <Section title="Who has one" intro="Everybody who has bought a membership of this community, the newest first.">
      {holders ? (
        holders.length > 0 ? (
          <div>
            <ul ref={list} tabIndex={-1} aria-label="Who has one" className="border-b border-line outline-none">
              {holders.map((holder) => (
                <li key={holder.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line py-3">
                  {holder.person && <Avatar face={holder.person} isDecorative />}
                  <div className="min-w-0 flex-1">
                    <p className="font-strong wrap-anywhere">{holder.person?.name ?? 'Somebody with a block between you'}</p>
                    <p className="text-small text-soft wrap-anywhere">
                      {holder.name}, {writePrice(holder)}, since {writeDay(holder.since, now)}
                    </p>
                    {holder.dispute && <DisputeStatus dispute={holder.dispute} kind="membership" now={now} />}
                    <RefusedBack teamId={id} holder={holder} />
                  </div>
                  <HolderState holder={holder} now={now} />
                </li>
              ))}
            </ul>
            <ShowMore query={query} />
          </div>
        ) : (
          <p className="text-soft">Nobody has bought one yet.</p>
        )
      ) : query.error ? (
        <ErrorNotice error={query.error} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />
      ) : (
        <Loading label="Loading who has one">
          <SkeletonText lines={3} />
        </Loading>
      )}
    </Section>
  )
}

/** What did not go back to the person, because their bank did not take it. */
function RefusedBack({ teamId, holder: { person, refused } }: { teamId: string; holder: MembershipHolder }) {
  const noteBack = useMutation(notingMembershipGivenBack(teamId))
  return refused.map(({ paymentId, ...back }) => (
    <div key={paymentId} className="mt-1 flex flex-wrap items-center gap-2 text-small">
      <Status tone="warn">{formatExactMoney(back)} could not go back</Status>
      <GivenByHand amount={formatExactMoney(back)} name={person?.name ?? 'the member'} note={() => noteBack.mutateAsync(paymentId)} />
    </div>
  ))
}

function HolderState({ holder: { status, endsAtPeriodEnd, periodEnd }, now }: { holder: MembershipHolder; now: number }) {
  if (!isLive(status)) return <Status tone="quiet">Ended</Status>
  if (status !== 'active' && status !== 'trialing') return <Status tone="warn">Payment failed</Status>
  return endsAtPeriodEnd ? <Status tone="quiet">Ends on {writeDay(periodEnd, now)}</Status> : <Status tone="good">Active</Status>
}
