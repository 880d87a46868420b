import { sql } from 'drizzle-orm'
import { mailTopics } from '../../domain/mail/topics.ts'
import type { NoticeContent } from '../../domain/notifications/contract.ts'
import type { NoticeKind } from '../../domain/notifications/facts.ts'
import { explainNotice } from '../../domain/notifications/reasons.ts'
import { day, hour } from '../../domain/time/spans.ts'
import type { Database } from '../../worker/platform/database.ts'
import { runStatements } from '../setup/run-statements.ts'

export type OldNotice = { kind: NoticeKind; notice: NoticeContent; age: number }

const readAge = 2 * day

/** Writes notifications of the last days directly, in the words of the product, so that nobody gets an email. The older ones have been read. */
export async function addNotices(db: Database, userId: string, list: readonly OldNotice[], now: number): Promise<void> {
  const rows = list.map(({ kind, notice, age }) => ({
    ...notice,
    area: mailTopics[notice.topic].group,
    reason: explainNotice(kind, notice.topic),
    at: now - age,
    readAt: age > readAge ? now - age + hour : null,
  }))
  await runStatements(db, [
    sql`INSERT OR IGNORE INTO notices (user_id, key, topic, area, title, text, path, actor_id, reason, created_at, read_at)
      SELECT ${userId}, value->>'key', value->>'topic', value->>'area', value->>'title', value->>'text', value->>'path', value->>'actorId',
        value->>'reason', value->>'at', value->>'readAt' FROM json_each(${JSON.stringify(rows)})`,
  ])
}
