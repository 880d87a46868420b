import { can } from '../../../domain/access/can.ts'
import type { TeamRole } from '../../../domain/teams/contract.ts'
import type { TeamDetail } from '../../../domain/teams/detail-contract.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'

const roleTitles: Record<TeamRole, string> = {
  owner: 'You are the owner',
  organizer: 'You are an organizer',
  captain: 'You are a captain',
  coach: 'You are a coach',
  treasurer: 'You are the treasurer',
  scorekeeper: 'You are a scorekeeper',
  member: 'You are a member',
}

/** What the viewer can do in the community. Null for a viewer who can do nothing. */
export function TeamActions({ team: { id, role }, className }: { team: TeamDetail; className?: string }) {
  if (role === null) return null
  return (
    <Card isRaised className={className}>
      <section aria-labelledby="team-role" className="grid gap-3.5 p-5">
        <h2 id="team-role" className="text-title">
          {roleTitles[role]}
        </h2>
        {can(role, 'events.manage') && (
          <LinkButton variant="primary" to={`/create/event?team=${encodeURIComponent(id)}`}>
            Host a game
          </LinkButton>
        )}
      </section>
    </Card>
  )
}
