import { useQuery } from '@tanstack/react-query'
import { rolesThatCan } from '../../../domain/access/can.ts'
import { type TeamRole, teamRoleNames, teamRoles } from '../../../domain/teams/contract.ts'
import { type ExplainedCapability, roleHolders } from './manage-queries.ts'

const roleGroups: Record<TeamRole, string> = {
  owner: 'the owner',
  organizer: 'organizers',
  captain: 'captains',
  coach: 'coaches',
  treasurer: 'the treasurer',
  scorekeeper: 'scorekeepers',
  member: 'members',
}

const all = new Intl.ListFormat('en-US')
const oneOf = new Intl.ListFormat('en-US', { type: 'disjunction' })

const writeRoles = (capability: ExplainedCapability) => {
  const allowed = rolesThatCan(capability)
  return all.format(teamRoles.filter((role) => allowed.includes(role)).map((role) => roleGroups[role]))
}

type WhoMayProps = {
  teamId: string
  capability: ExplainedCapability
  /** What they may do, such as "edit this community". */
  action: string
}

/** Tells a person who is refused which roles may do something, and who has one of them. Only members learn the names. */
export function WhoMay({ teamId, capability, action }: WhoMayProps) {
  const { data } = useQuery(roleHolders(teamId, capability))
  const holders = data?.people.map(({ person, role }) => `${person.name} (${teamRoleNames[role].toLowerCase()})`) ?? []
  return (
    <p className="max-w-[60ch] text-soft wrap-anywhere">
      Only {writeRoles(capability)} can {action}.{holders.length > 0 && ` Ask ${oneOf.format(holders)}.`}
    </p>
  )
}
