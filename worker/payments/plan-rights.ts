import { and, eq, isNull } from 'drizzle-orm'
import { can } from '../../domain/access/can.ts'
import { AppError } from '../../domain/errors.ts'
import type { StripeEnvironment } from '../../domain/payments/claims.ts'
import { keyOfOwner, type PlanOwnerRef } from '../../domain/payments/plan-owner.ts'
import { readFirst } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import type { Settings } from '../platform/settings.ts'
import { communities, communityMembers } from '../teams/shared.ts'
import { planSubscriptions as s } from './schema.ts'
import { isLiveRow } from './sync-plan.ts'

/** Which of Stripe's two worlds this server uses. */
export const environmentOf = ({ environment }: Settings): StripeEnvironment => (environment === 'production' ? 'production' : 'sandbox')

/** The person pays for the plan that this owner has now, also if they no longer manage the money. */
const isPayerOf = async (db: Database, owner: PlanOwnerRef, userId: string): Promise<boolean> =>
  (await readFirst(
    db,
    db
      .select({ id: s.id })
      .from(s)
      .where(and(eq(s.ownerKey, keyOfOwner(owner)), eq(s.payerId, userId), isLiveRow)),
  )) !== undefined

/** Whoever pays for a plan may stop, like those who manage it. Returns whether they only pay. */
export async function judgePayerRight(db: Database, owner: PlanOwnerRef, userId: string): Promise<{ onlyPays: boolean }> {
  try {
    await judgePlanRight(db, owner, userId)
    return { onlyPays: false }
  } catch (error) {
    if (await isPayerOf(db, owner, userId)) return { onlyPays: true }
    throw error
  }
}

/** People manage their own plan, and those of teams in which they may manage the money. */
export async function judgePlanRight(db: Database, owner: PlanOwnerRef, userId: string): Promise<void> {
  if (owner.kind === 'user') {
    if (owner.id !== userId) throw new AppError('PlanOwnerDiffers')
    return
  }
  const isMember = and(eq(communityMembers.teamId, communities.id), eq(communityMembers.userId, userId))
  const team = await readFirst(
    db,
    db
      .select({ role: communityMembers.role, rights: communityMembers.rights })
      .from(communities)
      .leftJoin(communityMembers, isMember)
      .where(and(eq(communities.id, owner.id), isNull(communities.deletedAt))),
  )
  if (!team) throw new AppError('TeamNotFound')
  if (!can({ role: team.role, rights: team.rights ?? [] }, 'billing.manage')) throw new AppError('NotAllowed')
}
