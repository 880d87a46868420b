import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { Link } from 'react-router'
import type { Organization, OrganizationTeam } from '../../domain/organizations/contract.ts'
import { photoUrl } from '../../domain/places/rules.ts'
import { teamPath } from '../../domain/teams/paths.ts'
import { activityLabel } from '../profiles/activity-row.tsx'
import { formatMembers, formatTeamCity } from '../teams/format-team.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { useFocusAfterRemoval } from '../ui/use-focus-after-removal.ts'
import { agreeingToLink, endingLink } from './queries.ts'

/** The communities of an organization. People who decide for one of the sides also see what is not agreed yet. */
export function OrganizationTeams({ organization }: { organization: Organization }) {
  const { teams, isMine } = organization
  const heading = useRef<HTMLHeadingElement>(null)
  useFocusAfterRemoval(heading, teams.length)
  return (
    <section aria-labelledby="organization-teams" className="grid gap-3">
      <h2 id="organization-teams" ref={heading} tabIndex={-1} className="text-title outline-none">
        Communities
      </h2>
      {teams.length === 0 ? (
        <EmptyState title="No communities yet" hasBeans={false} className="py-4">
          {isMine ? 'Ask a community to be part of your organization.' : 'Communities are listed here once they are part of it.'}
        </EmptyState>
      ) : (
        <ul aria-label="Communities" className="border-b border-line">
          {teams.map((team) => (
            <TeamRow key={team.id} organization={organization} team={team} />
          ))}
        </ul>
      )}
    </section>
  )
}

type TeamRowProps = { organization: Organization; team: OrganizationTeam }

function TeamRow({ organization: { id, name, isMine }, team }: TeamRowProps) {
  const { state, mayDecide } = team
  const agree = useMutation(agreeingToLink)
  const end = useMutation(endingLink)
  const side = { id, teamId: team.id }
  const isBusy = agree.isPending || end.isPending
  const mayAccept = state === 'teamMustAgree' ? mayDecide : state === 'organizationMustAgree' && isMine
  const endLabel = state === 'belongs' ? (isMine ? 'Remove' : 'Leave') : mayAccept ? 'Decline' : 'Take back'
  const note = state === 'teamMustAgree' ? 'Asked, no answer yet' : state === 'organizationMustAgree' ? `Asks to be part of ${name}` : null
  const facts = [team.activity && activityLabel(team.activity), formatTeamCity(team), formatMembers(team)]
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line py-3.5">
      <Link
        to={teamPath(team.id)}
        className="group flex min-w-[min(15rem,100%)] flex-1 items-center gap-3.5 focus-visible:-outline-offset-2"
      >
        <Avatar face={{ ...team, pictureUrl: team.photo && photoUrl(team.photo, 480) }} size={56} isDecorative />
        <span className="grid min-w-0 gap-0.5">
          <span className="line-clamp-2 text-lead font-strong tracking-tight wrap-anywhere group-hover:text-court">{team.name}</span>
          <span className="text-small text-soft">{facts.filter(Boolean).join(' · ')}</span>
          {note && <span className="text-small font-strong wrap-anywhere">{note}</span>}
        </span>
      </Link>
      {(isMine || mayDecide) && (
        <span className="flex gap-2.5">
          <Button size="small" disabled={isBusy} aria-label={`${endLabel}: ${team.name}`} onClick={() => end.mutate(side)}>
            {endLabel}
          </Button>
          {mayAccept && (
            <Button size="small" variant="primary" disabled={isBusy} aria-label={`Accept: ${team.name}`} onClick={() => agree.mutate(side)}>
              Accept
            </Button>
          )}
        </span>
      )}
    </li>
  )
}
