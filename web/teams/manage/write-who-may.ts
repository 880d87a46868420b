import { type Capability, can, rolesThatCan } from '../../../domain/access/can.ts'
import { teamRoleNames } from '../../../domain/teams/contract.ts'
import type { TeamDetail } from '../../../domain/teams/detail-contract.ts'
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

type Holder = { name: string; role: TeamRole; customRole?: string | null }

type WhoMay = {
  capability: Capability
  /** What they may do, such as "edit this community". */
  action: string
  /** Members with their roles. Only those with one of the right roles are named. */
  people: readonly Holder[]
  /** The names of the custom roles that may do it. */
  customRoles: readonly string[]
}

/** Which roles may do something, and who has one of them: "Only the owner can see who changed what. Ask Dana Alvarez (owner)." */
export function writeWhoMay({ capability, action, people, customRoles }: WhoMay): string {
  const allowed = rolesThatCan(capability)
  const groups = teamRoles.filter((role) => allowed.includes(role)).map((role) => roleGroups[role])
  const roles = all.format(customRoles.length === 0 ? groups : [...groups, `members with the role ${oneOf.format(customRoles)}`])
  const holders = people
    .filter(({ role, customRole }) => allowed.includes(role) || (customRole && customRoles.includes(customRole)))
    .map(({ name, role, customRole }) => `${name} (${customRole ?? teamRoleNames[role].toLowerCase()})`)
  return `Only ${roles} can ${action}.${holders.length > 0 ? ` Ask ${oneOf.format(holders)}.` : ''}`
}

/** The custom roles of a community that may do this. */
export const listRolesThatMay = ({ customRoles }: Pick<TeamDetail, 'customRoles'>, capability: Capability): string[] =>
  customRoles.filter(({ rights }) => can({ role: 'member', rights }, capability)).map(({ name }) => name)
