import { lt, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import {
  judgeOutreach,
  maxOutreachDays,
  maxPerDayOf,
  newAccountTime,
  type OutreachCounts,
  type OutreachKind,
  outreachLimits,
} from '../../domain/outreach/limits.ts'
import { day } from '../../domain/time/spans.ts'
import { people } from '../accounts/shared.ts'
import { write } from '../platform/batch.ts'
import { inList, insertSelect } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { asBoolean, asNumber, select } from '../platform/row-query.ts'
import { outreach } from './schema.ts'

type Outreach = { kind: OutreachKind; senderId: string; now: number }

const maxDeletedAtOnce = 500

const isFromSender = ({ kind, senderId }: Outreach): SQL => sql`${outreach.senderId} = ${senderId} AND ${outreach.kind} = ${kind}`

const countToday = (sent: Outreach): SQL =>
  sql`(SELECT count(*) FROM ${outreach} WHERE ${isFromSender(sent)} AND ${outreach.createdAt} > ${sent.now - day})`

/** Spammers write to many people at once, with accounts that they have just made. */
const isNewAccount = ({ senderId, now }: Outreach): SQL =>
  sql`EXISTS (SELECT 1 FROM ${people} WHERE ${people.id} = ${senderId}
    AND (${people.createdAt} > ${now - newAccountTime} OR ${people.emailVerifiedAt} IS NULL))`

function countToPerson(sent: Outreach, personId: SQLWrapper | string): SQL {
  const { toOnePerson } = outreachLimits[sent.kind]
  if (!toOnePerson) return sql`0`
  return sql`(SELECT count(*) FROM ${outreach} WHERE ${outreach.recipientId} = ${personId} AND ${isFromSender(sent)}
    AND ${outreach.createdAt} > ${sent.now - toOnePerson.days * day})`
}

/** In a statement: how many more people the sender can reach today. */
export const countLeftToday = (sent: Outreach): SQL => {
  const [max, maxWhenNew] = [maxPerDayOf(sent.kind, false), maxPerDayOf(sent.kind, true)]
  const allowed = max === maxWhenNew ? sql`${max}` : sql`iif(${isNewAccount(sent)}, ${maxWhenNew}, ${max})`
  return sql`max(0, ${allowed} - ${countToday(sent)})`
}

/** In a statement: whether the sender has not reached this person too often in the last days. */
export const isNotAskedTooOften = (sent: Outreach, personId: SQLWrapper | string): SQL => {
  const { toOnePerson } = outreachLimits[sent.kind]
  return toOnePerson ? sql`${countToPerson(sent, personId)} < ${toOnePerson.max}` : sql`1`
}

/**
 * In the statement that reaches a person: whether the limits allow it. `countOutreach` must follow in the same batch, so that
 * parallel requests cannot pass the limits together.
 */
export const isWithinLimits = (sent: Outreach, personId: SQLWrapper | string): SQL =>
  sql`(${countLeftToday(sent)} > 0 AND ${isNotAskedTooOften(sent, personId)})`

/** The next statement after the one that reaches a person: counts it if that statement changed something. */
export const countOutreach = ({ kind, senderId, now }: Outreach, { id, recipientId }: { id: string; recipientId: string | null }): SQL =>
  insertSelect(outreach, { id, senderId, kind, recipientId, createdAt: now }, sql`WHERE changes() > 0`)

/** The same for many people. Each row has an `id` and a `recipientId`. */
export const countOutreachTo = ({ kind, senderId, now }: Outreach, rows: SQL): SQL =>
  insertSelect(
    outreach,
    { id: sql`r.id`, senderId, kind, recipientId: sql`r.recipientId`, createdAt: now },
    sql`FROM (${rows}) r WHERE true ON CONFLICT DO NOTHING`,
  )

/** Whether something was counted under this id, and is still kept. */
export const isCounted = (id: SQLWrapper | string): SQL => sql`EXISTS (SELECT 1 FROM ${outreach} WHERE ${outreach.id} = ${id})`

/** Whether the sender reached this person at exactly this time, within the limits. */
export const wasReachedAt = (at: number, kinds: readonly OutreachKind[], senderId: string, personId: SQLWrapper): SQL =>
  sql`EXISTS (SELECT 1 FROM ${outreach} WHERE ${outreach.recipientId} = ${personId} AND ${outreach.senderId} = ${senderId}
    AND ${inList(outreach.kind, kinds)} AND ${outreach.createdAt} = ${at})`

/** For a batch, before the statement that reaches the person: what `explainLimits` needs. */
export const selectOutreachCounts = (sent: Outreach, personId: SQLWrapper | string) =>
  select(
    { sentToday: asNumber, sentToPerson: asNumber, isNewAccount: asBoolean },
    sql`SELECT ${countToday(sent)} AS sentToday, ${countToPerson(sent, personId)} AS sentToPerson,
      ${isNewAccount(sent)} AS isNewAccount`,
  )

/** The limit that was reached; null if there was none. */
export const explainLimits = (kind: OutreachKind, { rows: [counts] }: { rows: OutreachCounts[] }) =>
  counts ? judgeOutreach(kind, counts) : null

/** Deletes what no limit counts anymore. */
export async function deleteOldOutreach(db: Database, now: number): Promise<void> {
  const old = db
    .select({ id: outreach.id })
    .from(outreach)
    .where(lt(outreach.createdAt, now - maxOutreachDays * day))
    .limit(maxDeletedAtOnce)
  await write(db, sql`DELETE FROM ${outreach} WHERE ${outreach.id} IN ${old}`)
}
