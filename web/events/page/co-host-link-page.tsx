import { useMutation, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { isNotFound } from '../../api.ts'
import { useViewer } from '../../app-state.ts'
import { SignUpFirst } from '../../shell/sign-up-first.tsx'
import { useTitle } from '../../shell/use-title.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { pageFrame } from '../../ui/page-frame.tsx'
import { acceptingCoHostLink, coHostLink } from '../co-host-link-queries.ts'
import { AskedGameFacts, AskedGameHead } from './asked-game.tsx'
import { AcceptedCoHost, CoHostWords, InviteLoading } from './co-host-parts.tsx'

/** The page behind a link for co-hosts. Opening it accepts nothing, because chat programs open links too. */
export default function CoHostLinkPage() {
  const [search] = useSearchParams()
  const token = search.get('token') ?? ''
  return (
    <div className={pageFrame('narrow', 'pt-2 sm:pt-10')}>
      <LinkInvite key={token} token={token} />
    </div>
  )
}

function LinkInvite({ token }: { token: string }) {
  const viewer = useViewer()
  const { data: invite, error, isFetching, refetch } = useQuery({ ...coHostLink(token, viewer?.id ?? null), enabled: token !== '' })
  useTitle(invite?.event.title ?? null)
  if (token === '' || isNotFound(error)) return <Over />
  if (!invite) {
    return error ? <ErrorNotice error={error} onRetry={() => void refetch()} isRetrying={isFetching} /> : <InviteLoading />
  }
  if (invite.state === 'accepted') return <AcceptedCoHost invite={invite} />
  return (
    <article className="grid gap-5">
      <AskedGameHead
        game={invite.event}
        title={invite.inviter ? `${invite.inviter.name} asks you to co-host` : 'You are asked to co-host'}
      />
      <AskedGameFacts game={invite.event} />
      <CoHostWords invite={invite} />
      <Answer token={token} />
    </article>
  )
}

/** One tap for people with a profile. Everybody else signs up or completes theirs first, and comes back here. */
function Answer({ token }: { token: string }) {
  const viewer = useViewer()
  const accept = useMutation(acceptingCoHostLink(token))
  if (viewer?.profileComplete) {
    return (
      <>
        {accept.error && <ErrorNotice error={accept.error} />}
        <Button variant="primary" isPending={accept.isPending} pendingLabel="Accepting" onClick={() => accept.mutate()}>
          Accept
        </Button>
      </>
    )
  }
  return <SignUpFirst verb="accept" className="grid sm:grid-cols-2" />
}

const Over = () => (
  <article className="grid justify-items-start gap-3">
    <h1 className="text-[1.875rem]">This link is no longer valid</h1>
    <p className="text-soft">It was used up, it ended, or the game has started or was cancelled. Ask the host for a new one.</p>
    <LinkButton to="/discover/events">Find games</LinkButton>
  </article>
)
