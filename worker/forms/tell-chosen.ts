import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { askAgainAfter, maxMessagesADay } from '../../domain/forms/limits.ts'
import { aboutWords } from '../../domain/forms/list-changes.ts'
import { day } from '../../domain/time/spans.ts'
import { notifyOf } from '../notifications/commands.ts'
import type { Statement } from '../platform/batch.ts'
import { insertSelect } from '../platform/columns.ts'
import type { CommandContext } from '../platform/from-request.ts'
import type { Actor } from '../teams/actor.ts'
import { sent } from './notify-of-submission.ts'
import { dueOf } from './owed.ts'
import { submissions as s, submissionEvents } from './schema.ts'
import { mailLinks, makeMailLink } from './submission-links.ts'

const event = alias(submissionEvents, 'event')

const countSince = (
  id: SQLWrapper | string,
  kind: 'reminded' | 'messaged',
  since: number,
): SQL => sql`(SELECT count(*) FROM ${submissionEvents} ${event}
  WHERE ${event.submissionId} = ${id} AND ${event.kind} = ${kind} AND ${event.createdAt} > ${since})`

/** `eventId` is the row of the history that says so. The same one is sent once. */
type Telling = { id: string; isAllowed: SQL; eventId: string }

/** What must still come: money that is open, or what only the person can add to what an organizer has filled for them. */
const isOpen = (now: number): SQL => sql`((${s.state} = 'asked' AND ${s.missing} IS NOT NULL)
  OR (${s.owed} > 0 AND (${s.state} = 'accepted' OR (${s.state} = 'paying' AND ${s.payUntil} > ${now}))))`

/** Asks the sender again for what is missing, with a new link, and not too often. */
export async function remindSender(
  { now, platform }: CommandContext,
  organizer: Actor,
  { id, isAllowed, eventId }: Telling,
): Promise<Statement[]> {
  const isNew = sql`EXISTS (SELECT 1 FROM ${submissionEvents} ${event} WHERE ${event.id} = ${eventId})`
  return [
    insertSelect(
      submissionEvents,
      { id: eventId, submissionId: s.id, kind: 'reminded', userId: organizer.id, createdAt: now },
      sql`FROM ${s} WHERE ${s.id} = ${id} AND ${isAllowed} AND ${isOpen(now)} AND (${s.userId} IS NOT NULL OR ${s.emailKey} IS NOT NULL)
        AND ${countSince(id, 'reminded', now - askAgainAfter)} = 0`,
    ),
    notifyOf({ kind: 'form-reminder', submissionId: id, at: now }, { id: `form-reminder:${eventId}`, now, platform }, isNew),
    ...mailLinks([await makeMailLink(id)], sql`${sent.id} = ${id} AND ${isNew}`, sql`${`form-reminder-mail:${eventId}`}`, {
      ...{ now, platform, news: sql`iif(${sent.missing} IS NULL, 'reminder', 'missing')` },
      due: sql`iif(${sent.missing} IS NULL, ${dueOf(sent)}, NULL)`,
    }),
  ]
}

/** Sends words of the organizers to the sender, and not too many in a day. */
export async function messageSender(
  { now, platform }: CommandContext,
  organizer: Actor,
  { id, isAllowed, eventId, text }: Telling & { text: string },
): Promise<Statement[]> {
  const isNew = sql`EXISTS (SELECT 1 FROM ${submissionEvents} ${event} WHERE ${event.id} = ${eventId} AND ${event.createdAt} = ${now})`
  return [
    insertSelect(
      submissionEvents,
      { id: eventId, submissionId: s.id, kind: 'messaged', userId: organizer.id, createdAt: now, changes: [aboutWords(text)] },
      sql`FROM ${s} WHERE ${s.id} = ${id} AND ${isAllowed} AND (${s.userId} IS NOT NULL OR ${s.emailKey} IS NOT NULL)
        AND ${countSince(id, 'messaged', now - day)} < ${maxMessagesADay} ON CONFLICT DO NOTHING`,
    ),
    notifyOf({ kind: 'form-message', submissionId: id, text, at: now }, { id: `form-message:${eventId}`, now, platform }, isNew),
    ...mailLinks([await makeMailLink(id)], sql`${sent.id} = ${id} AND ${isNew}`, sql`${`form-message-mail:${eventId}`}`, {
      ...{ now, platform, news: 'message', reason: text },
    }),
  ]
}
