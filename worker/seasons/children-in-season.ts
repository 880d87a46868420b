import { sql } from 'drizzle-orm'
import { maxChildren } from '../../domain/roster/contract.ts'
import { asBoolean, computed, selectFields } from '../platform/row-query.ts'
import { child, isChildOf } from '../roster/own-children.ts'
import { communityGuests } from '../teams/shared.ts'
import { seasonGuests } from './schema.ts'

/** The children of a parent in the community of a season, and how they take part. Only their parent asks for them here. */
export const selectChildrenIn = (seasonId: string, parentId: string, teamId: string) =>
  selectFields(
    { id: child.id, name: child.name, isIn: computed(sql`${seasonGuests.guestId} IS NOT NULL`, asBoolean), groupId: seasonGuests.groupId },
    sql`FROM ${communityGuests} ${child} LEFT JOIN ${seasonGuests} ON ${seasonGuests.seasonId} = ${seasonId} AND ${seasonGuests.guestId} = ${child.id}
      WHERE ${isChildOf(parentId, sql`${teamId}`)} ORDER BY ${child.createdAt}, ${child.id} LIMIT ${maxChildren}`,
  )
