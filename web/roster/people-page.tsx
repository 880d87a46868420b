import { can } from '../../domain/access/can.ts'
import type { TeamDetail } from '../../domain/teams/detail-contract.ts'
import { TeamFrame } from '../teams/team-frame.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { GuestList } from './guest-list.tsx'
import { PeopleList } from './people-list.tsx'

/** The tab of a community with its people. */
export default function PeoplePage() {
  return <TeamFrame title="People">{(team) => <People team={team} />}</TeamFrame>
}

function People({ team }: { team: TeamDetail }) {
  if (!can(team, 'members.view')) {
    return (
      <EmptyState title="Only members see the people" hasBeans={false} className="py-4">
        Join this community to see who is in it.
      </EmptyState>
    )
  }
  return (
    <>
      <PeopleList team={team} />
      <GuestList team={team} />
    </>
  )
}
