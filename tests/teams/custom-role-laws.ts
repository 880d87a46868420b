import { expect } from 'vitest'
import { type CustomRight, maskOf } from '../../domain/access/custom-rights.ts'
import type { TeamRole } from '../../domain/teams/roles.ts'
import { expectedPermissions } from './expected-permissions.ts'
import type { TeamState } from './team-state.ts'

/** What a step did with custom roles: who acted, on whom or on which role. */
export type RoleAct = {
  did: 'gave a role' | 'gave a fixed role' | 'made a role' | 'changed rights' | 'deleted a role'
  actorId: string
  targetId?: string
  roleId?: string
  rights?: readonly CustomRight[]
}

/** Who has which custom role after a step, by the simplest rules that say it. */
function predict(act: RoleAct | null, before: TeamState, after: TeamState): Record<string, string> {
  const stays = (id: string) => after.roles[id] === 'member' && before.roles[id] === 'member'
  const expected = Object.fromEntries(Object.entries(before.customRoles).filter(([id]) => stays(id)))
  if (act?.did === 'gave a fixed role' && act.targetId) delete expected[act.targetId]
  if (act?.did === 'gave a role' && act.targetId && act.roleId) expected[act.targetId] = act.roleId
  if (act?.did === 'deleted a role') return Object.fromEntries(Object.entries(expected).filter(([, roleId]) => roleId !== act.roleId))
  return expected
}

/** Compares who has which custom role, and what they may do, with the model. */
export function judgeCustomRoles(act: RoleAct | null, before: TeamState, after: TeamState, isRefused: boolean, about: string): void {
  const same = (found: unknown, expected: unknown, what: string) => {
    if (sorted(found) !== sorted(expected)) expect(found, `${what} after ${about}`).toEqual(expected)
  }
  // Nobody may do more than their custom role says now, and nobody without one may do more than their role.
  const rightsOf = (holders: Record<string, string>) =>
    Object.fromEntries(Object.entries(holders).map(([id, roleId]) => [id, after.teamRoles[roleId]]))
  same(after.rights, rightsOf(after.customRoles), 'rights')
  same(after.waitingRights, rightsOf(after.waitingCustomRoles), 'rights of members of a deleted team')
  if (isRefused) same(mustWork(act, before), false, 'an owner is refused')
  else if (before.isAlive && !after.isAlive) same(after.waitingCustomRoles, before.customRoles, 'custom roles of a deleted team')
  else if (!before.isAlive && after.isAlive) same(after.customRoles, before.waitingCustomRoles, 'custom roles of a team that is back')
  else {
    same(after.customRoles, predict(act, before, after), 'custom roles')
    same(after.teamRoles, predictRoles(act, before, after), 'the roles of the team')
    if (act) same(mayWork(act, before), true, 'only those who may do it')
  }
}

function predictRoles(act: RoleAct | null, before: TeamState, after: TeamState): Record<string, number> {
  const { roleId, rights } = act ?? {}
  if (act?.did === 'made a role') {
    const made = Object.keys(after.teamRoles).find((id) => !(id in before.teamRoles))
    return made ? { ...before.teamRoles, [made]: maskOf(rights ?? []) } : before.teamRoles
  }
  if (!roleId) return before.teamRoles
  if (act?.did === 'changed rights') return { ...before.teamRoles, [roleId]: maskOf(rights ?? []) }
  if (act?.did === 'deleted a role') return Object.fromEntries(Object.entries(before.teamRoles).filter(([id]) => id !== roleId))
  return before.teamRoles
}

const roleOf = ({ roles }: TeamState, id: string | undefined): TeamRole | undefined => (id === undefined ? undefined : roles[id])
const may = (role: TeamRole | undefined, right: keyof typeof expectedPermissions) => role !== undefined && expectedPermissions[right][role]

/** What is not refused is something that this person may do. */
function mayWork({ did, actorId, targetId, roleId, rights = [] }: RoleAct, before: TeamState): boolean {
  const role = roleOf(before, actorId)
  const mask = before.teamRoles[roleId ?? ''] ?? 0
  const hasPlan = before.plan === 'PRO'
  switch (did) {
    case 'gave a role':
      return roleOf(before, targetId) !== 'owner' && may(role, 'members.changeRole') && (mask & ~givableTo(role)) === 0
    case 'gave a fixed role':
      return roleOf(before, targetId) !== 'owner' && may(role, 'members.changeRole')
    case 'made a role':
      return may(role, 'roles.manage') && hasPlan
    case 'changed rights':
      return may(role, 'roles.manage') && (hasPlan || (maskOf(rights) & ~mask) === 0)
    case 'deleted a role':
      return may(role, 'roles.manage')
  }
}

/** What an owner does must work, so that the rules do not hold by refusing everything. */
function mustWork(act: RoleAct | null, before: TeamState): boolean {
  if (!act || !before.isAlive || roleOf(before, act.actorId) !== 'owner') return false
  const isThere = act.roleId !== undefined && act.roleId in before.teamRoles
  const target = roleOf(before, act.targetId)
  switch (act.did) {
    case 'gave a role':
      return isThere && target !== undefined && target !== 'owner' && mayWork(act, before)
    case 'changed rights':
    case 'deleted a role':
      return isThere && mayWork(act, before)
    case 'gave a fixed role':
    case 'made a role':
      return false
  }
}

const givableTo = (role: TeamRole | undefined): number => maskOf(allRights.filter((right) => may(role, right)))
const allRights: readonly CustomRight[] = ['results.enter', 'announce', 'events.manage', 'billing.manage', 'forms.viewPrivate', 'team.edit']

/** One to three rights. Organizers do not have all of them. */
export const chooseRights = (pick: number): CustomRight[] =>
  allRights.filter((_, place) => [pick, pick + 1 + (pick % 3), pick + (pick % 5)].some((n) => n % allRights.length === place))

const sorted = (value: unknown): string =>
  JSON.stringify(typeof value === 'object' && value !== null ? Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)) : value)
