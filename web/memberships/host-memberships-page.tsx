import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import type { HostMemberships, OfferedMembership } from '../../domain/memberships/contract.ts'
import { typeTexts, writePrice } from '../../domain/memberships/texts.ts'
import { teamPath } from '../../domain/teams/paths.ts'
import { ApiError } from '../api.ts'
import { useConfig } from '../app-state.ts'
import { leaveForStripe } from '../payments/leave-for-stripe.ts'
import { useTitle } from '../shell/use-title.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Button, LinkButton } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { PageError, pageFrame } from '../ui/page-frame.tsx'
import { showFailure } from '../ui/show-failure.ts'
import { Loading, SkeletonText } from '../ui/skeleton.tsx'
import { Status } from '../ui/status.tsx'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'
import { hostMemberships, joiningMembership } from './queries.ts'

/** The page `subscriptions/:hostId`: what the communities of a host sell. */
export default function HostMembershipsPage() {
  const { hostId = '' } = useParams()
  const { data, error, refetch, isFetching } = useQuery(hostMemberships(hostId))
  useTitle(data ? `Memberships of ${data.host.name}` : null)
  if (error instanceof ApiError && error.code === 'PersonNotFound')
    return (
      <div className={pageFrame('narrow', 'pt-6 sm:pt-10')}>
        <EmptyState title="We could not find this host" action={<LinkButton to="/teams-v3">Find communities</LinkButton>}>
          The account may have been deleted, or the link is not complete.
        </EmptyState>
      </div>
    )
  if (!data) {
    if (error) return <PageError error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
    return (
      <Loading label="Loading the memberships" className={pageFrame('narrow', 'pt-6 sm:pt-10')}>
        <SkeletonText lines={6} />
      </Loading>
    )
  }
  return <Offers data={data} />
}

function Offers({ data: { host, communities } }: { data: HostMemberships }) {
  return (
    <div className={pageFrame('narrow', 'grid grid-cols-[minmax(0,1fr)] gap-6 pt-2 sm:pt-8')}>
      <header className="grid gap-3">
        <Link
          to={`/profile/${encodeURIComponent(host.id)}`}
          className="inline-flex min-h-11 items-center gap-2.5 justify-self-start font-strong"
        >
          <Avatar face={host} size={36} isDecorative />
          <span className="wrap-anywhere hover:underline">{host.name}</span>
        </Link>
        <h1>Memberships</h1>
        <p className="max-w-[60ch] text-soft">
          You pay the host each month or year until you cancel, which you can do at any time. Members of a community have its member price
          without a membership.
        </p>
      </header>
      {communities.length === 0 ? (
        <EmptyState title="No memberships for sale" action={<LinkButton to="/subscriptions">Your Subscriptions</LinkButton>}>
          The communities of {host.name} sell no memberships at the moment.
        </EmptyState>
      ) : (
        communities.map(({ id, name, memberships }) => (
          <section key={id} aria-label={name} className="grid gap-1 border-t border-line pt-5">
            <h2 className="text-title wrap-anywhere">
              <Link to={teamPath(id)} className="hover:underline">
                {name}
              </Link>
            </h2>
            <ul>
              {memberships.map((membership) => (
                <Offer key={membership.id} membership={membership} />
              ))}
            </ul>
          </section>
        ))
      )}
    </div>
  )
}

function Offer({ membership }: { membership: OfferedMembership }) {
  const { id, type, name, description, amount, currency, isMine } = membership
  const { flags } = useConfig()
  const join = useMutation({ ...joiningMembership, onSuccess: ({ url }) => leaveForStripe(url), onError: showFailure })
  const { label, gives } = typeTexts[type]
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 border-b border-line py-5 last:border-b-0">
      <div className="grid min-w-0 flex-1 basis-72 gap-1">
        <h3 className="font-strong wrap-anywhere">{name}</h3>
        <p className="text-small text-soft">{label}</p>
        {description && <p className="max-w-[60ch] whitespace-pre-line wrap-anywhere">{description}</p>}
        <p className="max-w-[60ch] text-small text-soft">{gives}</p>
      </div>
      <div className="grid justify-items-start gap-2 sm:justify-items-end">
        <p className="text-lead font-strong">{writePrice(membership)}</p>
        {isMine ? (
          <Status tone="good">You have it</Status>
        ) : flags.subscriptionsEnabled ? (
          <Button
            variant="primary"
            isPending={join.isPending}
            pendingLabel="Opening Stripe"
            onClick={() => join.mutate({ id, amount, currency })}
          >
            Join
            <VisuallyHidden> {name}</VisuallyHidden>
          </Button>
        ) : (
          <p className="text-small text-soft">Not for sale at the moment.</p>
        )}
      </div>
    </li>
  )
}
