import { lte, sql } from 'drizzle-orm'
import type { DuePath } from '../../domain/dues/contract.ts'
import { nextReminder, remindedAgainAfter } from '../../domain/dues/rules.ts'
import { AppError } from '../../domain/errors.ts'
import type { NoticeFact } from '../../domain/notifications/facts.ts'
import { judgeRight } from '../../domain/teams/rules.ts'
import { notifyOf, notifyOfRows } from '../notifications/commands.ts'
import { readAll, runBatch } from '../platform/batch.ts'
import { updateSet } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import type { Clock } from '../platform/from-request.ts'
import { asPerson, canAct, readFacts, selectFacts } from '../teams/actor.ts'
import { isThisDue } from './manage.ts'
import { dues } from './schema.ts'

const maxRemindedAtOnce = 100

/** Runs every minute: reminds those who owe dues, three days before the deadline and on the day after. */
export async function remindOfDues(db: Database, now: number): Promise<void> {
  const isDue = lte(dues.nextReminderAt, now)
  const found = await readAll(db, db.select({ id: dues.id, dueOn: dues.dueOn }).from(dues).where(isDue).limit(maxRemindedAtOnce))
  if (found.length === 0) return
  const next = JSON.stringify(found.map(({ id, dueOn }) => [id, nextReminder(dueOn, now)]))
  await runBatch(db, {
    told: notifyOfRows(
      sql`SELECT 'dues-reminder:' || ${dues.id} || ':' || ${now} AS id,
          json_object('kind', ${'dues-reminder' satisfies NoticeFact['kind']}, 'dueId', ${dues.id}, 'at', ${now}) AS fact
        FROM json_each(${next}) incoming JOIN ${dues} ON ${dues.id} = incoming.value->>0 WHERE ${isDue} AND ${dues.endedAt} IS NULL`,
      { now },
    ),
    stored: updateSet(
      dues,
      { nextReminderAt: sql`incoming.value->>1`, remindedAt: now },
      sql`FROM json_each(${next}) incoming WHERE ${dues.id} = incoming.value->>0 AND ${isDue}`,
    ),
  })
}

/** Reminds everybody who owes these dues, at most once a day. */
export async function remindNow(db: Database, { now }: Clock, userId: string, path: DuePath): Promise<void> {
  const actor = asPerson(userId)
  const { facts, found, stored } = await runBatch(db, {
    facts: selectFacts(actor, path.id),
    found: db.select({ endedAt: dues.endedAt }).from(dues).where(isThisDue(path)),
    stored: db
      .update(dues)
      .set({ remindedAt: now })
      .where(
        sql`${isThisDue(path)} AND ${dues.endedAt} IS NULL AND ${canAct(actor, path.id, 'billing.manage')}
          AND (${dues.remindedAt} IS NULL OR ${dues.remindedAt} <= ${now - remindedAgainAfter})`,
      ),
    told: notifyOf(
      { kind: 'dues-reminder', dueId: path.dueId, at: now },
      { id: `dues-reminder:${path.dueId}:${now}`, now },
      sql`changes() > 0`,
    ),
  })
  const refusal = judgeRight(readFacts(actor, facts).actorRoles, 'billing.manage')
  if (refusal) throw refusal
  const [due] = found.rows
  if (!due) throw new AppError('DuesNotFound')
  if (stored.changes === 0) throw new AppError(due.endedAt === null ? 'DuesReminded' : 'DuesOver')
}
