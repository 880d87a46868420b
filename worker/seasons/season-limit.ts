import { type SQL, sql } from 'drizzle-orm'
import { maxSeasons } from '../../domain/seasons/contract.ts'
import { latestLocalDate } from '../../domain/time/clock.ts'
import { entitlementOf } from '../payments/team-entitlement.ts'
import { asBoolean, select } from '../platform/row-query.ts'
import { communities } from '../teams/shared.ts'
import { seasons } from './schema.ts'

/** How many seasons at a time the plan allows, or null. */
const planLimit = entitlementOf(communities.plan, 'maxSeasons')

/** The plan of the team has no room for one more season. A team with more seasons than its plan allows keeps them. */
export const isPlanFull = (teamId: string, now: number): SQL =>
  sql`EXISTS (SELECT 1 FROM ${communities} WHERE ${communities.id} = ${teamId} AND ${planLimit} <= (SELECT count(*) FROM ${seasons}
    WHERE ${seasons.teamId} = ${teamId} AND ${seasons.endsOn} >= ${latestLocalDate(now)}))`

/** The team may have one more season. */
export const hasRoom = (teamId: string, now: number): SQL =>
  sql`NOT ${isPlanFull(teamId, now)} AND (SELECT count(*) FROM ${seasons} WHERE ${seasons.teamId} = ${teamId}) < ${maxSeasons}`

/** For the batch of a change, before it: explains why there was no room. */
export const selectPlanFull = (teamId: string, now: number) =>
  select({ isPlanFull: asBoolean }, sql`SELECT ${isPlanFull(teamId, now)} AS isPlanFull`)
