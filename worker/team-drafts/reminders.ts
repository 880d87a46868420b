import { type SQL, sql } from 'drizzle-orm'
import { firstRemindedStep } from '../../domain/team-drafts/contract.ts'
import { leftAfter } from '../../domain/team-drafts/rules.ts'
import { nameToShowSql } from '../accounts/name-to-show.ts'
import { people } from '../accounts/shared.ts'
import { putRowsInOutbox } from '../jobs/commands.ts'
import { runBatch } from '../platform/batch.ts'
import { updateSet } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { teamDrafts as drafts } from './schema.ts'

/** How many reminders one call sends. The next minute continues. */
const maxAtOnce = 100

/**
 * Runs every minute: reminds each person who left the pages of `teams/create` before the team was created. The email and the mark are
 * one transaction, so a draft gets one reminder, even if two calls run at once.
 */
export async function remindOfDrafts(db: Database, now: number): Promise<void> {
  // The condition has no parameters for the columns of the partial index, because SQLite would not use the index then.
  const due: SQL = sql`SELECT ${drafts.id} FROM ${drafts} WHERE ${drafts.remindedAt} IS NULL AND ${drafts.furthestStep} >= ${sql.raw(`${firstRemindedStep}`)}
    AND ${drafts.activeAt} <= ${now - leftAfter} ORDER BY ${drafts.activeAt} LIMIT ${maxAtOnce}`
  await runBatch(db, {
    mails: putRowsInOutbox(
      'mail',
      sql`SELECT 'team-creation-reminder:' || ${drafts.id} AS id, json_object('to', ${people.email}, 'platform', ${drafts.platform},
          'teamDraftId', ${drafts.id}, 'template', json_object('name', 'team-creation-reminder',
            'data', json_object('username', ${nameToShowSql(people)}))) AS body
        FROM ${drafts} JOIN ${people} ON ${people.id} = ${drafts.userId}
        WHERE ${drafts.id} IN (${due}) AND ${people.deletedAt} IS NULL AND ${people.emailVerifiedAt} IS NOT NULL`,
      { now },
    ),
    reminded: updateSet(drafts, { remindedAt: now }, sql`WHERE ${drafts.id} IN (${due})`),
  })
}
