import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { teamEntitlements } from '../../domain/payments/plans.ts'
import { freePlan } from '../../domain/teams/contract.ts'
import { literalList } from '../platform/columns.ts'

/** What a plan allows. No plan, and a plan of another release, count as the free one. */
export const entitlementOf = (plan: SQLWrapper, name: 'feeBasisPoints' | 'maxSeasons'): SQL => {
  const cases = Object.entries(teamEntitlements).map(([item, entitlements]) => sql`WHEN ${item} THEN ${entitlements[name]}`)
  return sql`CASE ${plan} ${sql.join(cases, sql` `)} ELSE ${teamEntitlements[freePlan][name]} END`
}

const plansWith = (name: 'takesDues' | 'hasOwnDomain' | 'hasCustomRoles'): SQL =>
  literalList(Object.entries(teamEntitlements).flatMap(([item, entitlements]) => (entitlements[name] ? item : [])))

/** The plan allows a community to sell memberships and collect dues. */
export const takesDues = (plan: SQLWrapper): SQL => sql`${plan} IN ${plansWith('takesDues')}`

/** The plan allows a community to add a domain. */
export const allowsDomain = (plan: SQLWrapper): SQL => sql`${plan} IN ${plansWith('hasOwnDomain')}`

/** The plan allows a community to add roles of its own. */
export const allowsCustomRoles = (plan: SQLWrapper): SQL => sql`${plan} IN ${plansWith('hasCustomRoles')}`
