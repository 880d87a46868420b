import { expose } from '../platform/columns.ts'
import { users } from './schema.ts'

/** What other features may read of a person: never the password. The address is for mail and for what is known by it. */
export const people = expose(
  users,
  'id',
  'email',
  'emailKey',
  'emailVerifiedAt',
  'displayName',
  'photoKey',
  'completedAt',
  'createdAt',
  'deletedAt',
)
