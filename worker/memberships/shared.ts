import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { endedStates, type MembershipType } from '../../domain/memberships/contract.ts'
import { liveStatuses } from '../../domain/payments/subscription-states.ts'
import { isEntitledRow } from '../payments/entitled.ts'
import { canBePaid } from '../payments/payee.ts'
import { accounts } from '../payments/shared.ts'
import { takesDues } from '../payments/team-entitlement.ts'
import { readFirst } from '../platform/batch.ts'
import { expose, literalList } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { asBoolean, select } from '../platform/row-query.ts'
import { hasNoBlock } from '../privacy/reach.ts'
import { communityMembers } from '../teams/shared.ts'
import { membershipSubscriptions as bought, memberships } from './schema.ts'

const own = alias(bought, 'own_membership')
const sold = alias(memberships, 'sold')
const seller = alias(communityMembers, 'seller')

/** What people have bought, as far as other features may read it. */
export const boughtMemberships = expose(bought, 'id', 'membershipId', 'teamId', 'accountId', 'subscriptionId', 'platform')
export const membershipsSold = expose(memberships, 'id', 'name')

/** The person has a membership of this kind, or may be buying one. SQLite needs this condition in each statement to read its index. */
export const holdsPlace = ({ status }: { status: SQLWrapper }): SQL => sql`${status} NOT IN ${literalList(endedStates)}`

/** It will charge again, or wants to. */
export const isLiveRow = ({ status }: { status: SQLWrapper }): SQL => sql`${status} IN ${literalList(liveStatuses)}`

/** The person has now what a membership of this kind gives in this community. */
export const hasMembership = (
  personId: SQLWrapper | string,
  { teamId, type, now }: { teamId: SQLWrapper; type: SQLWrapper | MembershipType; now: number },
): SQL =>
  sql`EXISTS (SELECT 1 FROM ${bought} ${own} WHERE ${own.memberId} = ${personId} AND ${own.teamId} = ${teamId} AND ${own.type} = ${type}
    AND ${holdsPlace(own)} AND ${isEntitledRow(now, own)})`

/** The id of the owner of a community that sells memberships. NULL if it sells none, or there is a block between the viewer and the owner. */
export const sellerOf = (viewerId: string | null, team: { id: SQLWrapper; plan: SQLWrapper }): SQL =>
  sql`(SELECT ${seller.userId} FROM ${communityMembers} ${seller} WHERE ${seller.teamId} = ${team.id} AND ${seller.role} = 'owner' AND ${takesDues(team.plan)}
    AND EXISTS (SELECT 1 FROM ${memberships} ${sold} WHERE ${sold.teamId} = ${team.id} AND ${sold.endedAt} IS NULL AND ${canBePaid(seller.userId, sold.currency)})
    AND ${viewerId === null ? sql`1` : hasNoBlock(viewerId, seller.userId)})`

/** The people who pay this host for memberships: `payerId`. */
export const selectMembersPaying = (hostId: string): SQL => sql`SELECT ${bought.memberId} AS payerId FROM ${accounts}
  CROSS JOIN ${bought} ON ${bought.accountId} = ${accounts.stripeId} AND ${isLiveRow(bought)} WHERE ${accounts.userId} = ${hostId}`

/** On this account, people pay for memberships that have not ended, or that ended since, so that something of them may still go back. */
export async function owesMemberships(db: Database, accountId: string, since: number): Promise<boolean> {
  const row = await readFirst(
    db,
    select(
      { owes: asBoolean },
      sql`SELECT EXISTS (SELECT 1 FROM ${bought} WHERE ${bought.accountId} = ${accountId} AND (${holdsPlace(bought)} OR ${bought.endedAt} > ${since})) AS owes`,
    ),
  )
  return row?.owes ?? false
}
