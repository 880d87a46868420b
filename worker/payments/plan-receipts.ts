import { and, eq, sql } from 'drizzle-orm'
import type { Money } from '../../domain/money.ts'
import { people } from '../accounts/shared.ts'
import { mailPerson } from '../mail/mail-person.ts'
import { readFirst, type Statement } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { communities } from '../teams/shared.ts'
import { newsDuration } from './news-duration.ts'
import { planInvoices as i } from './schema.ts'
import type { readPlan } from './sync-plan.ts'

type Plan = NonNullable<Awaited<ReturnType<typeof readPlan>>>
type Paid = Money & { id: string; number: string | null; paidAt: number }

/**
 * Mails the receipt of an invoice that was paid, to whoever pays for the plan. It must come before what stores the invoice, which then says
 * that the receipt was sent.
 */
export async function mailPlanReceipt(
  { db, now }: { db: Database; now: number },
  { owner: { ref, payerId, platform }, label, isDouble }: Plan,
  { id, number, ...paid }: Paid,
): Promise<Statement[]> {
  // A plan that was bought twice has its own email, with what goes back.
  if (paid.amount <= 0 || isDouble || paid.paidAt <= now - newsDuration) return []
  const team =
    ref.kind === 'team'
      ? await readFirst(db, db.select({ name: communities.name }).from(communities).where(eq(communities.id, ref.id)))
      : null
  const data = { number: number ?? id, title: team ? `${label} for ${team.name}` : label, ...paid }
  const isStored = sql`EXISTS (SELECT 1 FROM ${i} WHERE ${and(eq(i.id, id), eq(i.status, 'paid'))})`
  return [
    mailPerson(
      sql`${people.id} = ${payerId}`,
      { id: `plan-receipt:${id}`, platform, template: { name: 'plan-receipt', data } },
      { now, when: sql`NOT ${isStored}` },
    ),
  ]
}
