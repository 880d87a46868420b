import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { maxChildren } from '../../domain/roster/contract.ts'
import { asJson, computed, selectFields } from '../platform/row-query.ts'
import { communityGuests } from '../teams/shared.ts'
import { memberDetails, teamFields } from './schema.ts'

export const child = alias(communityGuests, 'child')

/** The plus sign lets SQLite look by the parent, because a community has more guests than a parent has children. */
export const isChildOf = (parentId: string, teamId: SQLWrapper): SQL =>
  sql`${child.guardianId} = ${parentId} AND ${child.guardianId} IS NOT NULL AND +${child.teamId} = ${teamId}`

export const hasChildren = (parentId: string, teamId: SQLWrapper): SQL =>
  sql`EXISTS (SELECT 1 FROM ${communityGuests} ${child} WHERE ${isChildOf(parentId, teamId)})`

/** What the fields of the community that all members see say about a child. */
const facts = sql`(SELECT coalesce(json_group_object(${teamFields.name}, known.value), '{}') FROM ${memberDetails}
  CROSS JOIN json_each(${memberDetails.fieldValues}) known JOIN ${teamFields} ON ${teamFields.id} = known.key AND ${teamFields.seenBy} = 'members'
  WHERE ${memberDetails.guestId} = ${child.id})`

/** The children of a parent in a community. Their parent is the only one who asks for them here. */
export const selectChildren = (parentId: string, teamId: SQLWrapper) =>
  selectFields(
    { id: child.id, name: child.name, facts: computed(facts, asJson<Record<string, string>>()) },
    sql`FROM ${communityGuests} ${child} WHERE ${isChildOf(parentId, teamId)} ORDER BY ${child.createdAt}, ${child.id} LIMIT ${maxChildren}`,
  )
