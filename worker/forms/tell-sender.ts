import { type SQL, sql } from 'drizzle-orm'
import type { SubmissionNews } from '../../domain/forms/submission-news.ts'
import { notifyOf } from '../notifications/commands.ts'
import type { Statement } from '../platform/batch.ts'
import type { CommandContext } from '../platform/from-request.ts'
import { isWithinLimit, sent } from './notify-of-submission.ts'
import { dueOfPart } from './owed.ts'
import { mailLinks, makeMailLink } from './submission-links.ts'

type News = { news: SubmissionNews; reason: string }

/** Tells the sender what became of a submission: by a notice, or by an email to who has no account. */
export async function tellSender(
  { now, newId, platform }: CommandContext,
  submissionId: string,
  { news, reason }: News,
  when: SQL,
): Promise<Statement[]> {
  return [
    notifyOf({ kind: 'submission-decided', submissionId, news, reason, at: now }, { id: newId(), now, platform }, when),
    ...mailLinks(
      [await makeMailLink(submissionId)],
      sql`${sent.id} = ${submissionId} AND ${when} AND ${isWithinLimit(now)}`,
      sql`'form-decided:' || ${sent.id} || ':' || ${now}`,
      { now, platform, news, reason, ...(news === 'payable' && { due: dueOfPart(sent, sql`0`) }) },
    ),
  ]
}
