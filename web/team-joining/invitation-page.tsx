import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearchParams } from 'react-router'
import { joinedPath, teamPath } from '../../domain/teams/paths.ts'
import { isNotFound } from '../api.ts'
import { useViewer } from '../app-state.ts'
import { SignUpFirst } from '../shell/sign-up-first.tsx'
import { useTitle } from '../shell/use-title.ts'
import { formatMembers, formatTeamCity } from '../teams/format-team.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { PageError, pageFrame } from '../ui/page-frame.tsx'
import { Loading, SkeletonText } from '../ui/skeleton.tsx'
import { joiningByLink, openInvitation } from './queries.ts'

/** The page behind the link of an invitation. Opening it joins nothing, because mail programs open links too. */
export default function InvitationPage() {
  const [search] = useSearchParams()
  const token = search.get('token') ?? ''
  return <Invitation key={token} token={token} />
}

function Invitation({ token }: { token: string }) {
  const viewer = useViewer()
  const navigate = useNavigate()
  const { data, error, isFetching, refetch } = useQuery({ ...openInvitation(token), enabled: token !== '' })
  const join = useMutation(joiningByLink(token))
  useTitle(data ? `Join ${data.team.name}` : null)
  if (token === '' || isNotFound(error)) {
    return (
      <div className={pageFrame('narrow', 'pt-8')}>
        <h1>Invitation</h1>
        <EmptyState
          title="This invitation is no longer valid."
          action={<LinkButton to="/discover/teams">Find communities near you</LinkButton>}
        >
          Ask for a new one.
        </EmptyState>
      </div>
    )
  }
  if (!data) {
    if (error) return <PageError error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
    return (
      <Loading label="Loading the invitation" className={pageFrame('narrow', 'pt-8')}>
        <SkeletonText lines={4} />
      </Loading>
    )
  }
  const { team, inviter, isMember } = data
  const path = teamPath(team.id)
  return (
    <article className={pageFrame('narrow', 'grid justify-items-start gap-4 pt-6 sm:pt-10')}>
      <p className="text-soft wrap-anywhere">{inviter ? `${inviter.name} invites you to` : 'You are invited to'}</p>
      <h1 className="-mt-3 wrap-anywhere">{team.name}</h1>
      <p className="text-soft">{[formatTeamCity(team), formatMembers(team)].filter(Boolean).join(' · ')}</p>
      {team.description && <p className="whitespace-pre-line wrap-anywhere">{team.description}</p>}
      {isMember ? (
        <LinkButton variant="primary" to={path}>
          You are a member: open its page
        </LinkButton>
      ) : viewer?.profileComplete ? (
        <Button
          variant="primary"
          isPending={join.isPending}
          onClick={() => join.mutate(undefined, { onSuccess: () => void navigate(joinedPath(team.id), { replace: true }) })}
        >
          Join
        </Button>
      ) : (
        <SignUpFirst verb="join" className="flex flex-wrap" />
      )}
      {join.error && <ErrorNotice error={join.error} />}
    </article>
  )
}
