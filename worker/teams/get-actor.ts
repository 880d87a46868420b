import { findAdminRole } from '../admin/queries.ts'
import type { AppContext } from '../platform/context.ts'
import { getPrimary } from '../platform/from-request.ts'
import type { Actor } from './actor.ts'

/** The person who acts, also as an admin if they are one. */
export const getActor = async (c: AppContext, { id }: { id: string }): Promise<Actor> => ({
  id,
  isAdmin: (await findAdminRole(getPrimary(c), id)) === 'admin',
})
