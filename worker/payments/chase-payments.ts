import { and, asc, eq, isNotNull, lte, type SQL, sql } from 'drizzle-orm'
import { labelOf } from '../../domain/payments/plans.ts'
import { dunningDays, graceDuration } from '../../domain/payments/subscription-states.ts'
import { day } from '../../domain/time/spans.ts'
import { people } from '../accounts/shared.ts'
import { putInOutbox } from '../jobs/commands.ts'
import { mailPerson } from '../mail/mail-person.ts'
import { readAll, runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { communities } from '../teams/shared.ts'
import { ownerOf } from './payee.ts'
import { planSubscriptions as s } from './schema.ts'

const maxChased = 50

/** Selects the plans of which some are not paid, with the names for an email. */
export const selectPlanNames = (db: Database) =>
  db
    .select({
      id: s.id,
      payerId: s.payerId,
      teamId: sql<string | null>`iif(${s.ownerKind} = 'team', ${s.ownerId}, NULL)`.as('team_id'),
      platform: s.platform,
      planUid: s.planUid,
      pastDueSince: s.pastDueSince,
      dunningMails: s.dunningMails,
      trialEndsAt: s.trialEndsAt,
      team: communities.name,
    })
    .from(s)
    .leftJoin(communities, and(eq(s.ownerKind, 'team'), eq(communities.id, s.ownerId)))

/** Who is told of the payments of a plan: whoever pays, and the owner of the community, who loses it. */
export const isToldOf = ({ payerId, teamId }: { payerId: string; teamId: string | null }): SQL =>
  sql`${people.id} IN (${payerId}, ${teamId === null ? sql`NULL` : ownerOf(sql`${teamId}`)})`

/** When the next thing happens to a plan whose payment failed: another email, or its end. The same as `dunningDays` and the grace. */
const isDue = (now: number) => {
  const waits = JSON.stringify([...dunningDays.map((days) => days * day), graceDuration])
  return sql`${s.pastDueSince} + (${waits}->>('$[' || ${s.dunningMails} || ']')) <= ${now}`
}

/** Asks people whose payment failed to change their card: four emails in two weeks. Then the plan ends. */
export async function chasePayments(db: Database, now: number): Promise<void> {
  const rows = await readAll(
    db,
    selectPlanNames(db)
      .where(and(isNotNull(s.pastDueSince), lte(s.pastDueSince, now), isDue(now)))
      .orderBy(asc(s.pastDueSince))
      .limit(maxChased),
  )
  for (const { id, payerId, teamId, platform, planUid, pastDueSince, dunningMails, team } of rows) {
    const isStill = and(eq(s.id, id), eq(s.dunningMails, dunningMails), eq(s.pastDueSince, pastDueSince ?? 0))
    const isUnchanged = sql`EXISTS (SELECT 1 FROM ${s} WHERE ${isStill})`
    const isOver = dunningMails >= dunningDays.length
    const data = {
      plan: labelOf(planUid),
      team,
      endsAt: (pastDueSince ?? 0) + graceDuration,
      isLast: dunningMails === dunningDays.length - 1,
    }
    const mailId = `plan-payment-failed:${id}:${pastDueSince}:${dunningMails}`
    await runBatch(db, {
      message: isOver
        ? putInOutbox('money', [{ id: `end-unpaid-plan:${id}`, body: { kind: 'end-unpaid-plan', subscriptionId: id } }], {
            now,
            when: isUnchanged,
          })
        : mailPerson(
            isToldOf({ payerId, teamId }),
            { id: sql`${`${mailId}:`} || ${people.id}`, platform, template: { name: 'plan-payment-failed', data } },
            { now, when: isUnchanged },
          ),
      counted: db
        .update(s)
        .set({ dunningMails: dunningMails + 1 })
        .where(isStill),
    })
  }
}
