import { sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { AppError } from '../../domain/errors.ts'
import { readFirst } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { asBoolean, select } from '../platform/row-query.ts'
import { mayDo } from '../teams/may-do.ts'
import { communityMembers } from '../teams/shared.ts'
import type { planSubscriptions } from './schema.ts'

const member = alias(communityMembers, 'member')

type Plan = Pick<typeof planSubscriptions.$inferSelect, 'ownerKind' | 'ownerId' | 'payerId'>

/** Nobody can make somebody pay more, or again, who no longer manages the money of the community. They add a card of their own first. */
export async function judgePayer(db: Database, { ownerKind, ownerId, payerId }: Plan, userId: string): Promise<void> {
  if (ownerKind === 'user' || payerId === userId) return
  const row = await readFirst(
    db,
    select(
      { manages: asBoolean },
      sql`SELECT EXISTS (SELECT 1 FROM ${communityMembers} ${member}
        WHERE ${member.teamId} = ${ownerId} AND ${member.userId} = ${payerId} AND ${mayDo(member, 'billing.manage')}) AS manages`,
    ),
  )
  if (!row?.manages) throw new AppError('PlanNeedsCard')
}
