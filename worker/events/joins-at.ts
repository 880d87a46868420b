import { type SQL, sql } from 'drizzle-orm'
import { userEntitlements } from '../../domain/payments/plans.ts'
import { minute } from '../../domain/time/spans.ts'
import { hasUserPlan } from '../payments/entitled.ts'
import { isHostOf } from './acting.ts'
import { e } from './tables.ts'

const plusHeadStart = userEntitlements['Member Plus'].joinsEarlyMinutes * minute

/** When joining event `e` opens for this person: earlier with Member Plus, if the hosts allow it. NULL: at once. */
export const joinsAtFor = (person: string | null, now: number): SQL =>
  person === null
    ? sql`${e.joinsAt}`
    : sql`(${e.joinsAt} - iif(${e.plusJoinsEarly} AND ${hasUserPlan('Member Plus', person, now)}, ${plusHeadStart}, 0))`

/** Whether this person can join event `e` by themselves already. It is the same rule as `formatJoiningOf` of domain/events/rules.ts. */
export const isJoiningOpen = (person: string | null, now: number): SQL =>
  sql`(${e.joinsAt} IS NULL OR ${joinsAtFor(person, now)} <= ${now} OR ${isHostOf(person)})`
