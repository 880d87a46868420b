import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { insertSelect } from '../platform/columns.ts'
import { teamMembers } from './schema.ts'

type NewMember = { teamId: SQLWrapper | string; userId: SQLWrapper | string; joinedAt: number }

/** Adds a person as a member, once, if `rest` selects a row. Put `countMembers` last in the same batch. */
export const insertMember = (member: NewMember, rest: SQL): SQL =>
  insertSelect(teamMembers, { ...member, role: 'member' }, sql`${rest} ON CONFLICT DO NOTHING`)
