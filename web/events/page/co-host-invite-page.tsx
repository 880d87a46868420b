import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import { formatDeadline } from '../../../domain/events/format.ts'
import type { CoHostInvite } from '../../../domain/events/join-contract.ts'
import { isNotFound } from '../../api.ts'
import { useTitle } from '../../shell/use-title.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { pageFrame } from '../../ui/page-frame.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { useNow } from '../../ui/use-now.ts'
import { answeringCoHostInvite, coHostInvite } from '../offer-queries.ts'
import { AskedGameFacts, AskedGameHead } from './asked-game.tsx'

/** The page behind an invitation to be a co-host. Opening it does not answer. */
export default function CoHostInvitePage() {
  const { id = '' } = useParams()
  return (
    <div className={pageFrame(576, 'pt-2 sm:pt-10')}>
      <Invite key={id} id={id} />
    </div>
  )
}

function Invite({ id }: { id: string }) {
  const { data: invite, error, isFetching, refetch } = useQuery(coHostInvite(id))
  const [wasDeclined, setDeclined] = useState(false)
  useTitle(invite?.event.title ?? null)
  if (wasDeclined) return <Closed id={id} title="You declined" text="You are not a co-host. The host is told." />
  if (isNotFound(error)) {
    return (
      <Closed
        id={id}
        title="This invitation is no longer open"
        text="You already answered it, nobody answered it in time, or the host took it back."
      />
    )
  }
  if (!invite) {
    if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
    return (
      <Loading label="Loading the invitation">
        <span className="grid gap-4">
          <Skeleton className="h-9 w-4/5" />
          <Skeleton className="h-14" />
          <Skeleton className="h-12" />
        </span>
      </Loading>
    )
  }
  return invite.state === 'open' ? <OpenInvite id={id} invite={invite} onDecline={() => setDeclined(true)} /> : <Accepted invite={invite} />
}

function OpenInvite({ id, invite, onDecline }: { id: string; invite: CoHostInvite; onDecline: () => void }) {
  const now = useNow(30_000)
  const answer = useMutation(answeringCoHostInvite(id))
  const { event, inviter, expiresAt, otherDates } = invite
  return (
    <article className="grid gap-5">
      <AskedGameHead game={invite.event} title={`${inviter?.name ?? 'A host'} asks you to co-host`} />
      <AskedGameFacts game={invite.event} />
      <p className="text-soft">
        Co-hosts can edit the game, manage players and check them in.
        {otherDates > 0 && ` This is for ${otherDates === 1 ? 'one more date' : `${otherDates} more dates`} of the series too.`} You are not
        a co-host until you accept.
        {expiresAt !== null && ` You can do that until ${formatDeadline(expiresAt, { timeZone: event.timeZone, now })}.`}
      </p>
      {answer.error && <ErrorNotice error={answer.error} />}
      <div className="grid gap-2.5 sm:grid-cols-2">
        <Button
          variant="primary"
          isPending={answer.isPending && answer.variables}
          pendingLabel="Accepting"
          disabled={answer.isPending && !answer.variables}
          onClick={() => answer.mutate(true)}
        >
          Accept
        </Button>
        <Button
          isPending={answer.isPending && !answer.variables}
          pendingLabel="Declining"
          disabled={answer.isPending && answer.variables}
          onClick={() => answer.mutate(false, { onSuccess: onDecline })}
        >
          Decline
        </Button>
      </div>
    </article>
  )
}

const Accepted = ({ invite }: { invite: CoHostInvite }) => (
  <article className="grid gap-5">
    <AskedGameHead game={invite.event} title="You are a host of this game" />
    <AskedGameFacts game={invite.event} />
    <p className="text-soft">To step down as a co-host, edit the game and remove yourself.</p>
    <LinkButton to={`/discover/events/${invite.event.id}/manage`} variant="primary" className="justify-self-start">
      Manage game
    </LinkButton>
  </article>
)

const Closed = ({ id, title, text }: { id: string; title: string; text: string }) => (
  <article className="grid justify-items-start gap-3">
    <h1 className="text-[1.875rem]">{title}</h1>
    <p className="text-soft">{text}</p>
    <LinkButton to={`/discover/events/${id}`}>View game</LinkButton>
  </article>
)
