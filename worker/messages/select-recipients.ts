import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { messageTopicOf } from '../../domain/messages/alerts.ts'
import { parseConversationId } from '../../domain/messages/rules.ts'
import { judgeNotice } from '../../domain/notifications/rules.ts'
import { findHoldEnd } from '../../domain/notifications/waiting.ts'
import { people } from '../accounts/shared.ts'
import { defaultTimeZone } from '../notifications/default-time-zone.ts'
import { joinTimes, recipientSettings, selectSettings } from '../notifications/recipient-settings.ts'
import { asBoolean, asNumber, orNull, type RowOf, select } from '../platform/row-query.ts'
import { hasNoBlock } from '../privacy/reach.ts'
import { communityMembers } from '../teams/shared.ts'
import { selectTeamOf } from './moderators.ts'
import { conversationMembers as m } from './schema.ts'
import { selectMembers } from './select-members.ts'

const u = alias(people, 'u')

/** How far the person has read. New members of a community start after the messages from before they joined. */
function selectReadSeq(conversationId: string): SQL {
  const { kind, subject } = parseConversationId(conversationId)
  const readSeq = sql`coalesce(${m.readSeq}, 0)`
  if (kind !== 'team') return readSeq
  return sql`max(${readSeq}, (SELECT ${communityMembers.messagesBefore} FROM ${communityMembers}
    WHERE ${communityMembers.teamId} = ${subject} AND ${communityMembers.userId} = ${u.id}))`
}

const columns = {
  id: u.id,
  readSeq: asNumber,
  mailedSeq: asNumber,
  isRequest: asBoolean,
  joinedAt: orNull(asNumber),
  mutedUntil: orNull(asNumber),
  ...recipientSettings,
}
export type Recipient = RowOf<ReturnType<typeof selectRecipients>>

/** In `where` of `selectRecipients`. */
export const recipient = {
  id: u.id,
  isVerified: sql`${u.emailVerifiedAt} IS NOT NULL`,
  readSeq: sql`r.readSeq`,
  mailedSeq: sql`r.mailedSeq`,
}

/** The person has not read the last message of one of these authors, and there is no block between the two. */
export const hasUnreadOf = (authors: readonly { id: string; seq: number }[]): SQL => {
  const authorId = sql`author.value->>'id'`
  return sql`EXISTS (SELECT 1 FROM json_each(${JSON.stringify(authors)}) author
    WHERE author.value->>'seq' > r.readSeq AND ${authorId} <> ${u.id} AND ${hasNoBlock(u.id, authorId)})`
}

/** People in a conversation who have not removed it, ordered by id, with what decides whether an alert or an email reaches them. */
export function selectRecipients(conversationId: string, where: SQL, limit: number) {
  const { kind, subject } = parseConversationId(conversationId)
  const about = {
    topic: messageTopicOf(kind),
    teamId: sql`(${selectTeamOf(conversationId)})`,
    teamTopicId: kind === 'topic' ? subject : null,
  }
  const read = sql`SELECT ${u.id} AS id, ${selectReadSeq(conversationId)} AS readSeq, coalesce(${m.mailedSeq}, 0) AS mailedSeq,
      coalesce(${m.isRequest}, 0) AS isRequest, ${m.joinedAt} AS joinedAt, ${m.mutedUntil} AS mutedUntil
    FROM (${selectMembers(conversationId)}) member CROSS JOIN ${people} ${u} ON ${u.id} = member.userId AND ${u.deletedAt} IS NULL
    LEFT JOIN ${m} ON ${m.conversationId} = ${conversationId} AND ${m.userId} = ${u.id}`
  return select(
    columns,
    sql`SELECT r.id AS id, r.readSeq AS readSeq, r.mailedSeq AS mailedSeq, r.isRequest AS isRequest, r.joinedAt AS joinedAt,
        r.mutedUntil AS mutedUntil, ${selectSettings(u, about)}
      FROM (${read}) r CROSS JOIN ${people} ${u} ON ${u.id} = r.id ${joinTimes(u)}
      WHERE ${where} ORDER BY r.id LIMIT ${limit}`,
  )
}

/** Decides on which channels a person hears of new messages. What is muted reaches nobody, and a request never rings. */
export function judgeRecipient(recipient: Recipient, now: number): { email: boolean; push: boolean; isSilent: boolean } {
  const { isRequest, mutedUntil, hasMutedTeam, timeZone, quietHours } = recipient
  const { email, push, isSilent } = judgeNotice({
    ...{ isActor: false, isDeleted: false, isBlocked: false },
    emailVerified: recipient.emailVerified,
    hasMutedTeam: hasMutedTeam || (mutedUntil ?? 0) > now,
    wantsMail: !recipient.optedOutOfMail,
    wantsPush: !recipient.optedOutOfPush,
    isHeld: findHoldEnd(quietHours, null, { now, timeZone: timeZone ?? defaultTimeZone }) !== null,
  })
  return { email, push, isSilent: isSilent || (push && isRequest) }
}
