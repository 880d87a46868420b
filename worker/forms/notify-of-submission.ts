import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { maxMailsToAddress } from '../../domain/forms/limits.ts'
import type { FormNews } from '../../domain/mail/form-mails.ts'
import { defaultPlatform, type PlatformId } from '../../domain/platforms.ts'
import { people } from '../accounts/shared.ts'
import { putRowsInOutbox } from '../jobs/commands.ts'
import { notifyOf } from '../notifications/commands.ts'
import type { MessageInsert } from '../platform/batch.ts'
import type { CommandContext } from '../platform/from-request.ts'
import { communities } from '../teams/shared.ts'
import { countMailsTo } from './form-links.ts'
import { forms, formVersions, submissions } from './schema.ts'

const [s, f, t, u, ver] = [
  alias(submissions, 's'),
  alias(forms, 'f'),
  alias(communities, 't'),
  alias(people, 'u'),
  alias(formVersions, 'ver'),
]

export type Mail = {
  now: number
  platform?: PlatformId | undefined
  path: SQL
  news: SQL | FormNews
  reason?: string
  /** What there is to pay, as `FormMailDue`. */
  due?: SQL
}

/** A mailbox cannot be flooded. Who has sent it sees the link on the screen too. */
export const isWithinLimit = (at: SQLWrapper | number): SQL =>
  sql`(${s.emailKey} IS NULL OR ${countMailsTo(s.emailKey, at)} <= ${maxMailsToAddress})`

/** The submissions that `mailSenders` is about. */
export const sent = s

/** Mails the senders of submissions `s`, if they have an address. `id` is the id of the message. */
export const mailSenders = (
  which: SQL,
  id: SQL,
  { now, platform = defaultPlatform, path, news, reason = '', due = sql`NULL` }: Mail,
): MessageInsert =>
  putRowsInOutbox(
    'mail',
    sql`SELECT ${id} AS id, json_object('platform', ${platform}, 'to', coalesce(${u.email}, ${s.emailKey}), 'template', json_object('name', 'form-news',
        'data', json_object('title', ${ver.content}->>'title', 'team', ${t.name}, 'news', ${news}, 'reason', nullif(${reason}, ''), 'path', ${path}, 'due', ${due}))) AS body
      FROM ${submissions} ${s} JOIN ${forms} ${f} ON ${f.id} = ${s.formId} JOIN ${communities} ${t} ON ${t.id} = ${f.teamId}
        JOIN ${formVersions} ${ver} ON ${ver.formId} = ${s.formId} AND ${ver.number} = ${s.version}
        LEFT JOIN ${people} ${u} ON ${u.id} = ${s.userId} AND ${u.deletedAt} IS NULL
      WHERE ${which} AND coalesce(${u.email}, ${s.emailKey}) IS NOT NULL`,
    { now },
  )

/** Mails the sender once what they have sent, with the link to it. What an organizer or the sender has ended meanwhile was told already. */
export const mailSent = (
  submissionId: string,
  { now, platform, key }: { now: number; platform?: PlatformId | undefined; key: string | null },
): MessageInsert =>
  mailSenders(
    sql`${s.id} = ${submissionId} AND ${s.state} IN ('waiting', 'asked', 'paying', 'accepted') AND ${isWithinLimit(s.sentAt)}`,
    sql`'form-sent:' || ${s.id}`,
    {
      ...{ now, platform, news: sql`${s.state}` },
      path: sql`'/form/' || ${s.formId} || '/' || ${s.id} || ${key === null ? '' : `?key=${key}`}`,
    },
  )

/**
 * Tells of a new submission: the sender by an email, and the organizers by a notice if there is nothing left to pay at once. It is one message,
 * so that sending writes as little as it can. What an account must pay first is mailed when it is paid. Who has no account needs the link to pay.
 */
export const tellOfSent = (submissionId: string, { now, platform }: CommandContext, key: string | null): MessageInsert =>
  notifyOf(
    { kind: 'form-sent', submissionId, mail: { key } },
    { id: `form-told:${submissionId}`, now, platform },
    sql`EXISTS (SELECT 1 FROM ${submissions} ${s} WHERE ${s.id} = ${submissionId} AND (${s.state} <> 'paying' OR ${s.userId} IS NULL))`,
  )

/** Tells the organizers of a submission once it is paid. */
export const notifyOfPaid = (submissionId: string, now: number, when: SQL): MessageInsert =>
  notifyOf({ kind: 'form-sent', submissionId }, { id: `form-sent-notice:${submissionId}`, now }, when)
