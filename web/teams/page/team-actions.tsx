import { lazy, Suspense, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { can } from '../../../domain/access/can.ts'
import { hostMembershipsPath } from '../../../domain/memberships/paths.ts'
import { teamConversationId } from '../../../domain/messages/rules.ts'
import { maxRequestsCounted } from '../../../domain/team-joining/limits.ts'
import type { TeamDetail } from '../../../domain/teams/detail-contract.ts'
import { teamPath } from '../../../domain/teams/paths.ts'
import { writeRights } from '../../../domain/teams/right-words.ts'
import type { TeamRole } from '../../../domain/teams/roles.ts'
import { useViewer } from '../../app-state.ts'
import { JoinPanel } from '../../team-joining/join-panel.tsx'
import { lazyAfterPaint } from '../../ui/after-paint.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextButton, textButtonClasses } from '../../ui/text-button.tsx'
import type { TeamDialogName } from './team-dialog.tsx'

// Loaded only while an offer is open.
const HandOverNote = lazy(async () => ({ default: (await import('../hand-over-note.tsx')).HandOverNote }))

const FollowButton = lazy(() => import('../../team-follows/follow-button.tsx'))

/** Loaded late, because dialogs are not visible until someone opens one. */
const TeamDialog = lazyAfterPaint(async () => (await import('./team-dialog.tsx')).TeamDialog)

const roleTitles: Record<TeamRole, string> = {
  owner: 'You are the owner',
  organizer: 'You are an organizer',
  captain: 'You are a captain',
  coach: 'You are a coach',
  treasurer: 'You are the treasurer',
  scorekeeper: 'You are a scorekeeper',
  member: 'You are a member',
}

/** What the viewer can do in the community, and what waits for them. The address can open a dialog. */
export function TeamActions({ team, className }: { team: TeamDetail; className?: string }) {
  const { id, role, requests, sellerId } = team
  const viewer = useViewer()
  const mayHost = can(team, 'events.manage')
  const mayInvite = can(team, 'members.invite')
  const [search, setSearch] = useSearchParams()
  const [dialog, setDialog] = useState<TeamDialogName | null>(null)
  const asked: TeamDialogName | null =
    search.get('joined') === '1' && role ? 'joined' : search.get('show') === 'requests' && requests !== null ? 'requests' : null
  const open = dialog ?? asked
  const close = () => {
    setDialog(null)
    if (asked) setSearch({}, { replace: true, preventScrollReset: true })
  }
  return (
    <>
      <Card isRaised className={className}>
        <section aria-labelledby="team-role" className="grid gap-3.5 p-5 max-lg:gap-3 max-lg:p-4">
          <h2 id="team-role" className="text-title">
            {role === null ? 'Join' : roleTitles[role]}
          </h2>
          {team.customRole !== null && (
            <p className="text-small text-soft wrap-anywhere">
              Your role: {team.customRole}. {writeRights(team.rights)}
            </p>
          )}
          {role === null && <JoinPanel team={team} onJoined={() => setDialog('joined')} />}
          {role === null && viewer?.profileComplete && (
            <Suspense fallback={<Skeleton className="h-18.5" />}>
              <FollowButton team={team} />
            </Suspense>
          )}
          {(mayHost || mayInvite) && (
            <div className="flex flex-wrap gap-2.5 *:flex-1 lg:grid lg:gap-3.5">
              {mayHost && (
                <LinkButton variant="primary" to={`/create/event?team=${encodeURIComponent(id)}`}>
                  Host a game
                </LinkButton>
              )}
              {mayInvite && (
                <Button aria-haspopup="dialog" onClick={() => setDialog('invite')}>
                  Invite people
                </Button>
              )}
            </div>
          )}
          {sellerId !== null && (
            <p className="text-small">
              <Link to={hostMembershipsPath(sellerId)} className={textButtonClasses}>
                Memberships
              </Link>
            </p>
          )}
          {role !== null && (
            <div className="flex flex-wrap justify-start gap-x-5 gap-y-3.5 text-small lg:grid">
              <Link to={`/messages/${teamConversationId(id)}`} className={textButtonClasses}>
                Messages
              </Link>
              {can(team, 'team.edit') && (
                <Link to={`${teamPath(id)}/edit`} className={textButtonClasses}>
                  Edit community
                </Link>
              )}
              <TextButton aria-haspopup="dialog" onClick={() => setDialog('calendar')}>
                Add to your calendar
              </TextButton>
              {role !== 'owner' && (
                <TextButton aria-haspopup="dialog" onClick={() => setDialog('leave')}>
                  Leave this community
                </TextButton>
              )}
            </div>
          )}
          {team.handOver && (
            <Suspense fallback={<Skeleton className="h-40" />}>
              <HandOverNote id={id} name={team.name} handOver={team.handOver} />
            </Suspense>
          )}
          {requests !== null && requests > 0 && (
            <div className="grid gap-1 border-t border-line pt-3.5">
              <h3 className="text-small font-strong">Needs you</h3>
              <p className="flex flex-wrap items-center justify-between gap-x-4 text-[0.9375rem]">
                {requests === 1 ? '1 person asks to join' : `${requests}${requests < maxRequestsCounted ? '' : '+'} people ask to join`}
                <TextButton aria-haspopup="dialog" onClick={() => setDialog('requests')}>
                  Look
                </TextButton>
              </p>
            </div>
          )}
        </section>
      </Card>
      <Suspense>{open && <TeamDialog name={open} team={team} onClose={close} />}</Suspense>
    </>
  )
}
