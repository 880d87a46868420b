import { teamRoles } from './roles.ts'

/** Two names that only differ in upper and lower case are the same. */
export const customRoleNameKey = (name: string) => name.toLowerCase()

/** Names that would make a member look like somebody else. */
const fixedNames: readonly string[] = [...teamRoles, 'admin']

export const isFixedRoleName = (nameKey: string) => fixedNames.includes(nameKey)
