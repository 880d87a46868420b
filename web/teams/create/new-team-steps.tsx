import { useQuery } from '@tanstack/react-query'
import { Share2 } from 'lucide-react'
import { Navigate, useSearchParams } from 'react-router'
import type { TeamDetail } from '../../../domain/teams/detail-contract.ts'
import { teamPath } from '../../../domain/teams/paths.ts'
import { shareLink } from '../../share/share-link.ts'
import { InviteFields, useInvite } from '../../team-joining/invite-fields.tsx'
import { InviteLinkPart } from '../../team-joining/invite-link-part.tsx'
import { OpenInvitations } from '../../team-joining/open-invitations.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { PageError, pageFrame } from '../../ui/page-frame.tsx'
import { Loading, SkeletonText } from '../../ui/skeleton.tsx'
import NoTeamPage from '../no-team-page.tsx'
import { teamDetail } from '../queries.ts'
import { StepFrame, stepPath } from './step-frame.tsx'

const gameStep = 7
const inviteStep = 8

/** The address of the two pages after a community was created. */
export function newTeamPath(step: number, teamId: string, placeId: string | null): string {
  const search = new URLSearchParams({ team: teamId, ...(placeId !== null && { place: placeId }) })
  return `${stepPath(step)}?${search}`
}

/** The first game of a new community, and its first members. */
export function NewTeamSteps({ step }: { step: number }) {
  const [search] = useSearchParams()
  const id = search.get('team') ?? ''
  const { data: team, error, isFetching, refetch } = useQuery({ ...teamDetail(id), enabled: id !== '' })
  if (id === '') return <Navigate to="/teams/create" replace />
  if (team === null) return <NoTeamPage />
  if (!team) {
    if (error) return <PageError error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
    return (
      <Loading className={pageFrame('narrow', 'pt-9')}>
        <SkeletonText lines={5} />
      </Loading>
    )
  }
  return step === gameStep ? <GameStep team={team} placeId={search.get('place')} /> : <InviteStep team={team} />
}

type TeamStepProps = { team: TeamDetail }

function GameStep({ team: { id, name, activity }, placeId }: TeamStepProps & { placeId: string | null }) {
  const next = newTeamPath(inviteStep, id, null)
  const search = new URLSearchParams({ team: id, ...(activity && { activity }), ...(placeId !== null && { place: placeId }), next })
  return (
    <StepFrame
      step={gameStep}
      title={`${name} is ready`}
      intro="Host a first game, so that people have a reason to join. We fill in what we know."
    >
      <div className="flex flex-wrap gap-2.5">
        <LinkButton variant="primary" to={`/create/event?${search}`}>
          Host the first game
        </LinkButton>
        <LinkButton to={next}>Not now</LinkButton>
      </div>
    </StepFrame>
  )
}

function InviteStep({ team }: TeamStepProps) {
  const { id, name } = team
  const invite = useInvite(id)
  const url = `${location.origin}${teamPath(id)}`
  return (
    <StepFrame step={inviteStep} title="Invite your people" intro="By name, email, one of your lists, or a link with a code to scan.">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <InviteFields invite={invite} />
        <Button
          variant="primary"
          className="justify-self-start"
          disabled={!invite.isReady}
          isPending={invite.isPending}
          pendingLabel="Inviting"
          onClick={invite.send}
        >
          Invite
        </Button>
        <InviteLinkPart team={team} />
        <OpenInvitations teamId={id} />
        <div className="flex flex-wrap gap-2.5 border-t border-line pt-5">
          <LinkButton to={teamPath(id)}>Go to your community</LinkButton>
          <Button variant="quiet" onClick={() => void shareLink({ title: name, url })}>
            <Share2 size={17} aria-hidden="true" /> Share its page
          </Button>
        </div>
      </div>
    </StepFrame>
  )
}
