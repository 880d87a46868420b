import { type Capability, rolesThatCan } from '../../../domain/access/can.ts'
import { teamRoleNames } from '../../../domain/teams/contract.ts'
import { type TeamRole, teamRoles } from '../../../domain/teams/roles.ts'

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

type Holder = { name: string; role: TeamRole }

type WhoMay = {
  capability: Capability
  /** What they may do, such as "edit this community". */
  action: string
  /** Members with their roles. Only those with one of the right roles are named. */
  people: readonly Holder[]
}

/** Which roles may do something, and who has one of them: "Only the owner can see who changed what. Ask Dana Alvarez (owner)." */
export function writeWhoMay({ capability, action, people }: WhoMay): string {
  const allowed = rolesThatCan(capability)
  const roles = all.format(teamRoles.filter((role) => allowed.includes(role)).map((role) => roleGroups[role]))
  const holders = people
    .filter(({ role }) => allowed.includes(role))
    .map(({ name, role }) => `${name} (${teamRoleNames[role].toLowerCase()})`)
  return `Only ${roles} can ${action}.${holders.length > 0 ? ` Ask ${oneOf.format(holders)}.` : ''}`
}
