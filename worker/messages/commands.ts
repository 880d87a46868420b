import { and, eq, type SQL, sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import { conversationKindOf, directConversationId } from '../../domain/messages/rules.ts'
import { countOutreach, explainLimits, isWithinLimits, selectOutreachCounts } from '../outreach/commands.ts'
import { runBatch, write } from '../platform/batch.ts'
import { insertSelect, onConflictUpdate } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { deriveId } from '../platform/derive-id.ts'
import type { Clock } from '../platform/from-request.ts'
import { asBoolean, select } from '../platform/row-query.ts'
import { requireReach } from '../privacy/reach.ts'
import { recordModeration } from '../teams/record-change.ts'
import { mayRead } from './access.ts'
import { leaveOne } from './leave.ts'
import { selectTeamOf } from './moderators.ts'
import { conversationMembers, conversations } from './schema.ts'

/** Opens the conversation of two people, or finds it. If they do not know each other, it is a request until the other accepts it. */
export async function startDirect(db: Database, { now, newId }: Clock, userId: string, otherId: string): Promise<{ id: string }> {
  const relationship = await requireReach(db, userId, otherId, 'message')
  const isStranger = !(relationship.isConnected || relationship.isTeammate || relationship.sharedEventStart !== null)
  const id = await directConversationId(userId, otherId)
  const isThere = sql`EXISTS (SELECT 1 FROM ${conversations} WHERE ${conversations.id} = ${id})`
  const sent = { kind: 'messageRequest', senderId: userId, now } as const
  const addMember = (memberId: string, partnerId: string, isRequest: boolean): SQL =>
    insertSelect(
      conversationMembers,
      { conversationId: id, userId: memberId, otherId: partnerId, isRequest },
      sql`WHERE ${isThere} ON CONFLICT DO NOTHING`,
    )
  const { counts, found } = await runBatch(db, {
    counts: selectOutreachCounts(sent, otherId),
    opened: insertSelect(
      conversations,
      { id, kind: 'direct' },
      sql`WHERE ${isStranger ? isWithinLimits(sent, otherId) : sql`1`} ON CONFLICT DO NOTHING`,
    ),
    ...(isStranger ? { counted: countOutreach(sent, { id: newId(), recipientId: otherId }) } : {}),
    own: addMember(userId, otherId, false),
    others: addMember(otherId, userId, isStranger),
    // Two people who know each other by now need no request.
    accepted: db
      .update(conversationMembers)
      .set({ isRequest: false })
      .where(isStranger ? sql`0` : and(eq(conversationMembers.conversationId, id), eq(conversationMembers.isRequest, true))),
    found: select({ isThere: asBoolean }, sql`SELECT ${isThere} AS isThere`),
  })
  if (found.rows[0]?.isThere) return { id }
  throw explainLimits('messageRequest', counts) ?? new AppError('Conflict')
}

/** Removes a conversation from the viewer's list, or brings it back. The others notice nothing. */
export async function setHidden(db: Database, userId: string, conversationId: string, isHidden: boolean): Promise<void> {
  const { allowed } = await runBatch(db, {
    allowed: select({ isAllowed: asBoolean }, sql`SELECT ${mayRead(userId, conversationId)} AS isAllowed`),
    hidden: insertSelect(
      conversationMembers,
      { conversationId, userId, isHidden },
      sql`FROM ${conversations} WHERE ${conversations.id} = ${conversationId} AND ${mayRead(userId, conversationId)}
        ${onConflictUpdate(conversationMembers, ['conversationId', 'userId'], { isHidden })}`,
    ),
  })
  if (!allowed.rows[0]?.isAllowed) throw new AppError('NotFound')
}

/** Mutes a conversation for a person until then, also one in which nobody has written yet. The others notice nothing. */
export async function muteConversation(db: Database, userId: string, conversationId: string, mutedUntil: number | null): Promise<void> {
  const { allowed } = await runBatch(db, {
    allowed: select({ isAllowed: asBoolean }, sql`SELECT ${mayRead(userId, conversationId)} AS isAllowed`),
    made: insertSelect(
      conversations,
      { id: conversationId, kind: conversationKindOf(conversationId) },
      sql`WHERE ${mayRead(userId, conversationId)} ON CONFLICT DO NOTHING`,
    ),
    muted: insertSelect(
      conversationMembers,
      { conversationId, userId, mutedUntil },
      sql`WHERE ${mayRead(userId, conversationId)} ${onConflictUpdate(conversationMembers, ['conversationId', 'userId'], { mutedUntil })}`,
    ),
  })
  if (!allowed.rows[0]?.isAllowed) throw new AppError('NotFound')
}

/** The deletion of an account looks for its files in the conversations that this knows. */
export async function recordWriter(db: Database, { conversationId, userId }: { conversationId: string; userId: string }): Promise<void> {
  await runBatch(db, {
    conversation: insertSelect(
      conversations,
      { id: conversationId, kind: conversationKindOf(conversationId) },
      sql`WHERE true ON CONFLICT DO NOTHING`,
    ),
    writer: insertSelect(
      conversationMembers,
      { conversationId, userId },
      sql`WHERE ${mayRead(userId, conversationId)} ON CONFLICT DO NOTHING`,
    ),
  })
}

/** Writes to the trail of the community who hid a message or showed it again. A game without a community has no trail. */
export async function recordHiding(
  db: Database,
  { conversationId, userId }: { conversationId: string; userId: string },
  { seq, isHidden, authorId, at }: { seq: number; isHidden: boolean; authorId: string; at: number },
): Promise<void> {
  const kind = isHidden ? 'message-hidden' : 'message-shown'
  const id = await deriveId(kind, conversationId, String(seq), String(at))
  await write(db, recordModeration({ id, at, kind, moderatorId: userId, authorId }, selectTeamOf(conversationId)))
}

/** Writes to the trail of the community who turned slow mode on or off. */
export async function recordSlowMode(
  db: Database,
  { conversationId, userId }: { conversationId: string; userId: string },
  { isOn, at }: { isOn: boolean; at: number },
): Promise<void> {
  const kind = isOn ? 'slow-mode-on' : 'slow-mode-off'
  const id = await deriveId(kind, conversationId, String(at))
  await write(db, recordModeration({ id, at, kind, moderatorId: userId, authorId: null }, selectTeamOf(conversationId)))
}

/** The viewer accepts that somebody whom they do not know writes to them, or has added them to a group. */
export async function acceptRequest(db: Database, { now }: Clock, userId: string, conversationId: string): Promise<void> {
  const { allowed } = await runBatch(db, {
    allowed: select({ isAllowed: asBoolean }, sql`SELECT ${mayRead(userId, conversationId)} AS isAllowed`),
    accepted: db
      .update(conversationMembers)
      .set({ isRequest: false })
      .where(
        and(
          eq(conversationMembers.conversationId, conversationId),
          eq(conversationMembers.userId, userId),
          eq(conversationMembers.isRequest, true),
        ),
      ),
    // The open sockets of a person in a group may only read. They connect again, and may write.
    reopened: leaveOne(conversationId, userId, {
      ...{ now, mayReturn: true },
      when: conversationKindOf(conversationId) === 'group' ? sql`changes() > 0` : sql`0`,
    }),
  })
  if (!allowed.rows[0]?.isAllowed) throw new AppError('NotFound')
}
