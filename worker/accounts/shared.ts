import { expose } from '../platform/columns.ts'
import { authSessions, users } from './schema.ts'

/**
 * The columns that other features may read, never the password. The email is only for sending mail and for finding rows
 * stored under it.
 */
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
  'termsAcceptedAt',
  'deletedAt',
)

/** The browsers in which people are signed in. */
export const sessions = expose(authSessions, 'id', 'userId')
