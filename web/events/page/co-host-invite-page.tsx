import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import type { CoHostInvite } from '../../../domain/events/join-contract.ts'
import { isNotFound } from '../../api.ts'
import { useTitle } from '../../shell/use-title.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { pageFrame } from '../../ui/page-frame.tsx'
import { answeringCoHostInvite, coHostInvite } from '../offer-queries.ts'
import { AskedGameFacts, AskedGameHead } from './asked-game.tsx'
import { AcceptedCoHost, CoHostWords, InviteLoading } from './co-host-parts.tsx'

/** The page behind an invitation to be a co-host. Opening it does not answer. */
export default function CoHostInvitePage() {
  const { id = '' } = useParams()
  return (
    <div className={pageFrame('narrow', 'pt-2 sm:pt-10')}>
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
    return <InviteLoading />
  }
  return invite.state === 'open' ? (
    <OpenInvite id={id} invite={invite} onDecline={() => setDeclined(true)} />
  ) : (
    <AcceptedCoHost invite={invite} />
  )
}

function OpenInvite({ id, invite, onDecline }: { id: string; invite: CoHostInvite; onDecline: () => void }) {
  const answer = useMutation(answeringCoHostInvite(id))
  return (
    <article className="grid gap-5">
      <AskedGameHead game={invite.event} title={`${invite.inviter?.name ?? 'A host'} asks you to co-host`} />
      <AskedGameFacts game={invite.event} />
      <CoHostWords invite={invite} />
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

const Closed = ({ id, title, text }: { id: string; title: string; text: string }) => (
  <article className="grid justify-items-start gap-3">
    <h1 className="text-[1.875rem]">{title}</h1>
    <p className="text-soft">{text}</p>
    <LinkButton to={`/discover/events/${id}`}>View game</LinkButton>
  </article>
)
