import { lazy, Suspense } from 'react'
import type { TeamDetail } from '../../domain/teams/detail-contract.ts'
import { useViewer } from '../app-state.ts'
import { useProfileLink } from '../shell/use-profile-link.ts'
import { useSignInLinks } from '../shell/use-sign-in-links.ts'
import { LinkButton } from '../ui/button.tsx'
import { Loading, Skeleton } from '../ui/skeleton.tsx'

/** Loaded only for people who can join, because nobody else can use it. */
const JoinForm = lazy(() => import('./join-form.tsx'))

type JoinPanelProps = { team: TeamDetail; onJoined: () => void }

/** How a person who is not a member gets in: at once, by asking, or by an invitation. */
export function JoinPanel({ team, onJoined }: JoinPanelProps) {
  const { joinMode, hasAsked, invitedBy } = team
  const viewer = useViewer()
  const links = useSignInLinks()
  const profileLink = useProfileLink()
  if (!viewer?.profileComplete) {
    const to = profileLink ?? links?.login
    if (joinMode === 'invite' || !to) return <ByInvitation team={team} />
    return (
      <LinkButton variant="primary" to={to}>
        {viewer ? 'Complete your profile to join' : 'Log in to join'}
      </LinkButton>
    )
  }
  if (joinMode === 'invite' && !invitedBy && !hasAsked) return <ByInvitation team={team} />
  return (
    <Suspense fallback={<JoinFormLoading team={team} />}>
      <JoinForm team={team} onJoined={onJoined} />
    </Suspense>
  )
}

const formatNames = (names: readonly string[]) => new Intl.ListFormat('en-US', { type: 'disjunction' }).format(names)

/** Says who may invite, and who that is. */
function ByInvitation({ team: { faces } }: { team: TeamDetail }) {
  const holders = faces.filter(({ role }) => role === 'owner' || role === 'organizer').map(({ name }) => name)
  return (
    <p className="text-[0.9375rem] text-soft wrap-anywhere">
      Members join by invitation. Only an owner, an organizer, a captain or a coach can invite you
      {holders.length > 0 ? `: ask ${formatNames(holders)}.` : '.'}
    </p>
  )
}

const buttonClasses = 'h-11.5 rounded-control'

/** The shapes of the form, so that nothing below it moves when it appears. */
function JoinFormLoading({ team: { joinMode, hasAsked, invitedBy } }: Pick<JoinPanelProps, 'team'>) {
  return (
    <Loading label="Loading how to join">
      <span className="grid gap-3.5">
        {invitedBy ? (
          <Skeleton className="h-5.5" />
        ) : hasAsked ? (
          <Skeleton className="h-11" />
        ) : (
          joinMode === 'ask' && <Skeleton className="h-41.5" />
        )}
        <Skeleton className={buttonClasses} />
        {invitedBy && <Skeleton className={buttonClasses} />}
      </span>
    </Loading>
  )
}
