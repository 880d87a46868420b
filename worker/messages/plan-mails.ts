import { sql } from 'drizzle-orm'
import type { WorkOf } from '../../domain/jobs/contract.ts'
import { defaultFrequencyOf, type MailFrequency } from '../../domain/mail/topics.ts'
import { messageTopicOf } from '../../domain/messages/alerts.ts'
import { conversationKindOf } from '../../domain/messages/rules.ts'
import { defaultWeekday } from '../../domain/notifications/digests.ts'
import { mailDelay, mailDueAt } from '../../domain/notifications/waiting.ts'
import { putInOutbox, putRowsInOutbox } from '../jobs/commands.ts'
import { defaultTimeZone } from '../notifications/default-time-zone.ts'
import { readAll, runBatch } from '../platform/batch.ts'
import { excluded, insertSelect, onConflictUpdate, updateSet } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import type { JobContext } from '../platform/job-context.ts'
import { conversations as c, conversationMembers as m } from './schema.ts'
import { judgeRecipient, type Recipient, recipient, selectRecipients } from './select-recipients.ts'
import { maxRecipientsAtOnce } from './send-alert.ts'

/** How many conversations one call looks at. The next minute continues. */
const maxConversations = 200

const kind = 'mail-conversation'

/**
 * Starts a job for each conversation whose messages have waited long enough for an email. Until then nothing is written for anybody, because
 * most people have read them by then.
 */
export async function planMessageMails(db: Database, now: number): Promise<void> {
  const due = sql`FROM ${c} WHERE ${c.mailAt} <= ${now} ORDER BY ${c.mailAt}, ${c.id} LIMIT ${maxConversations}`
  await runBatch(db, {
    jobs: putRowsInOutbox(
      'work',
      sql`SELECT ${`${kind}:`} || ${c.id} || ':' || ${c.mailAt} AS id,
        json_object('kind', ${kind}, 'conversationId', ${c.id}, 'upTo', ${c.mailSeq}) AS body ${due}`,
      { now },
    ),
    // What came since then waits as long.
    next: updateSet(
      c,
      { mailAt: sql`iif(${c.lastSeq} > ${c.mailSeq}, ${now + mailDelay}, NULL)`, mailSeq: sql`${c.lastSeq}` },
      sql`WHERE ${c.id} IN (SELECT ${c.id} ${due})`,
    ),
  })
}

/** Decides when each person who has not read up to a message gets an email about it. It may run twice. */
export async function mailConversation(work: WorkOf<typeof kind>, { db, now }: Pick<JobContext, 'db' | 'now'>): Promise<void> {
  const { conversationId, upTo, after } = work
  const people = await readAll(
    db,
    selectRecipients(
      conversationId,
      sql`${recipient.id} > ${after ?? ''} AND ${recipient.isVerified} AND max(${recipient.readSeq}, ${recipient.mailedSeq}) < ${upTo}`,
      maxRecipientsAtOnce,
    ),
  )
  const defaultFrequency = defaultFrequencyOf(messageTopicOf(conversationKindOf(conversationId)))
  const mailed = people
    .filter((person) => judgeRecipient(person, now).email && !(person.isRequest && person.mailedSeq > 0))
    .map((person) => ({ userId: person.id, dueAt: findDueAt(person, { frequency: person.frequency ?? defaultFrequency, now }) }))
  const [last] = people.length === maxRecipientsAtOnce ? people.slice(-1) : []
  const rest = last && { ...work, after: last.id }
  await runBatch(db, {
    waiting: insertSelect(
      m,
      { conversationId, userId: sql`entry.value->>'userId'`, mailDueAt: sql`entry.value->>'dueAt'` },
      sql`FROM json_each(${JSON.stringify(mailed)}) entry WHERE true ${onConflictUpdate(m, ['conversationId', 'userId'], {
        mailDueAt: sql`coalesce(${m.mailDueAt}, ${excluded(m.mailDueAt)})`,
      })}`,
    ),
    rest: rest ? putInOutbox('work', [{ id: `${kind}:${conversationId}:${upTo}@${rest.after}`, body: rest }], { now }) : [],
  })
}

/** Who has read nothing since the last email gets the next one with those of the day, so that a long talk does not fill a mailbox. */
function findDueAt(
  { quietHours, weekday, timeZone, readSeq, mailedSeq }: Recipient,
  { frequency: chosen, now }: { frequency: MailFrequency; now: number },
): number {
  const frequency = chosen === 'each' && mailedSeq > readSeq ? 'daily' : chosen
  const dueAt = mailDueAt({
    ...{ frequency, urgency: null, quietHours },
    weekday: weekday ?? defaultWeekday,
    timeZone: timeZone ?? defaultTimeZone,
    // The messages have waited already.
    now: frequency === 'each' ? now - mailDelay : now,
  })
  return dueAt
}
