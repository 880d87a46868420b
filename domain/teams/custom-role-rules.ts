import type { CustomRight } from '../access/custom-rights.ts'
import { AppError } from '../errors.ts'
import { customRoleNameKey } from './custom-role-names.ts'
import { type ChangeCustomRole, type CustomRoleForm, maxCustomRoles } from './custom-roles-contract.ts'
import { type ActorRoles, judgeRight } from './rules.ts'

export type CustomRoleFacts = {
  actorRoles: ActorRoles
  /** Whether the plan allows more roles. */
  hasPlan: boolean
  /** The roles of the team. */
  roles: readonly { id: string; nameKey: string; rights: readonly CustomRight[] }[]
}

const judgeName = ({ roles }: CustomRoleFacts, name: string, ownId: string | null): AppError | null =>
  roles.some(({ id, nameKey }) => id !== ownId && nameKey === customRoleNameKey(name))
    ? new AppError('CustomRoleNameTaken', { field: 'name' })
    : null

export const judgeNewCustomRole = (facts: CustomRoleFacts, { name }: Pick<CustomRoleForm, 'name'>): AppError | null =>
  judgeRight(facts.actorRoles, 'roles.manage') ??
  (facts.hasPlan ? null : new AppError('CustomRolesNeedPlan')) ??
  judgeName(facts, name, null) ??
  (facts.roles.length >= maxCustomRoles ? new AppError('CustomRolesFull', { values: { max: maxCustomRoles } }) : null)

/** Without the plan, a role keeps what it may do and can only lose some of it. */
export function judgeCustomRoleChange(facts: CustomRoleFacts, roleId: string, { name, rights }: ChangeCustomRole): AppError | null {
  const refusal = judgeRight(facts.actorRoles, 'roles.manage')
  if (refusal) return refusal
  const role = facts.roles.find(({ id }) => id === roleId)
  if (!role) return new AppError('CustomRoleNotFound')
  const mayDoMore = rights?.some((right) => !role.rights.includes(right)) === true
  return (
    (name === undefined ? null : judgeName(facts, name, roleId)) ??
    (mayDoMore && !facts.hasPlan ? new AppError('CustomRolesNeedPlan', { field: 'rights' }) : null)
  )
}

export const judgeCustomRoleDeletion = ({ actorRoles, roles }: CustomRoleFacts, roleId: string): AppError | null =>
  judgeRight(actorRoles, 'roles.manage') ?? (roles.some(({ id }) => id === roleId) ? null : new AppError('CustomRoleNotFound'))
