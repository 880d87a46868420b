import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { type Capability, can, rolesThatCan } from '../../domain/access/can.ts'
import { bitOf } from '../../domain/access/custom-rights.ts'
import { teamRoles } from '../../domain/teams/roles.ts'
import { literalList } from '../platform/columns.ts'
import { teamMembers } from './schema.ts'

/** The two columns of a row of `team_members` that say what this person may do. */
type Member = { role: SQLWrapper; rights: SQLWrapper }

/** `can` as a condition on a row of `team_members`: by the role, or by the rights that a custom role adds to it. */
export const mayDo = ({ role, rights }: Member, capability: Capability): SQL => {
  const bit = bitOf(capability)
  const byRole = sql`${role} IN ${literalList(rolesThatCan(capability))}`
  return bit === 0 ? byRole : sql`(${byRole} OR ${rights} & ${sql.raw(String(bit))} <> 0)`
}

const able = alias(teamMembers, 'able_member')

type Limits = { where?: (userId: SQLWrapper) => SQL; limit: number }

/**
 * A table of the first members of a team who may do something: `userId`, `rank`, `joinedAt`. Those with a fixed role and those with a
 * custom one have an index each, so it never reads the other members of a large team.
 */
export function selectThoseWho(capability: Capability, teamId: SQLWrapper | string, { where = () => sql`1`, limit }: Limits): SQL {
  const lowestRank = Math.max(...teamRoles.map((role, rank) => (can(role, capability) ? rank : 0)))
  const first = (
    isOfKind: SQL,
    order: SQL,
  ) => sql`SELECT * FROM (SELECT ${able.userId} AS userId, ${able.rank} AS rank, ${able.joinedAt} AS joinedAt
    FROM ${teamMembers} ${able} WHERE ${able.teamId} = ${teamId} AND ${isOfKind} AND ${mayDo(able, capability)} AND ${where(able.userId)}
    ORDER BY ${order} LIMIT ${limit})`
  const byAge = sql`${able.joinedAt}, ${able.userId}`
  const byRole = first(sql`${able.rank} <= ${sql.raw(String(lowestRank))}`, sql`${able.rank}, ${byAge}`)
  // All of these are members, so their rank is the same.
  return sql`(${byRole} UNION ALL ${first(sql`${able.customRoleId} IS NOT NULL`, byAge)})`
}
