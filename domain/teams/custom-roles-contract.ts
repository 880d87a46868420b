import * as v from 'valibot'
import { customRights } from '../access/custom-rights.ts'
import { Id, IdempotencyKey } from '../ids.ts'
import { properName } from '../texts.ts'
import { customRoleNameKey, isFixedRoleName } from './custom-role-names.ts'

export const maxCustomRoles = 10
const minRoleNameLength = 2
export const maxRoleNameLength = 30

const RoleName = v.pipe(
  properName('A role name', minRoleNameLength, maxRoleNameLength),
  v.check((name) => !isFixedRoleName(customRoleNameKey(name)), 'Every community has a role with this name. Choose another one.'),
)

const Rights = v.pipe(
  v.array(v.picklist(customRights)),
  v.minLength(1, 'Choose at least one thing that people with this role can do.'),
  v.maxLength(customRights.length),
)

export const CustomRoleForm = v.object({ name: RoleName, rights: Rights })
export type CustomRoleForm = v.InferOutput<typeof CustomRoleForm>

export const CreateCustomRole = v.object({ ...CustomRoleForm.entries, idempotencyKey: v.optional(IdempotencyKey) })
export type CreateCustomRole = v.InferOutput<typeof CreateCustomRole>

/** Only what the person has changed, so that two tabs do not undo each other. */
export const ChangeCustomRole = v.partial(CustomRoleForm)
export type ChangeCustomRole = v.InferOutput<typeof ChangeCustomRole>

/** A role that a community has made. */
export const CustomRole = v.object({
  id: v.string(),
  name: v.string(),
  rights: v.array(v.picklist(customRights)),
  /** How many members have it. */
  members: v.number(),
})
export type CustomRole = v.InferOutput<typeof CustomRole>

export const CustomRoles = v.object({
  roles: v.array(CustomRole),
  /** Whether the plan of the community allows more roles, and roles that may do more. */
  hasPlan: v.boolean(),
})
export type CustomRoles = v.InferOutput<typeof CustomRoles>

export const CustomRolePath = v.object({ id: Id, roleId: Id })
