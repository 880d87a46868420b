import { eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { AppError } from '../../domain/errors.ts'
import { groupConversationId, maxGroupSize, type StartGroup } from '../../domain/messages/groups.ts'
import { maxPerDayOf, outreachLimits } from '../../domain/outreach/limits.ts'
import { mayReach } from '../../domain/privacy/may-reach.ts'
import { people } from '../accounts/shared.ts'
import { putRowsInOutbox } from '../jobs/commands.ts'
import { countLeftToday, countOutreachTo, isNotAskedTooOften, selectOutreachCounts } from '../outreach/commands.ts'
import { AssertionFailed, type MessageInsert, mustHold, readFirst, runBatch } from '../platform/batch.ts'
import { excluded, insertSelect, onConflictUpdate, updateSet } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { deriveId } from '../platform/derive-id.ts'
import type { Clock } from '../platform/from-request.ts'
import { asText, orNull, select } from '../platform/row-query.ts'
import { hasNoBlock, personNotFound, selectRelationship } from '../privacy/reach.ts'
import { leaveOne, putLeaving } from './leave.ts'
import { conversations, conversationMembers as m } from './schema.ts'

const other = alias(m, 'other')
const first = alias(m, 'first')

type Addition = { id: string; isStranger: boolean; outreachId: string }

const hasMember = (conversationId: SQLWrapper | string, condition: SQL): SQL =>
  sql`EXISTS (SELECT 1 FROM ${m} ${other} WHERE ${other.conversationId} = ${conversationId} AND ${condition})`
const isOwner = (conversationId: string, userId: string) =>
  hasMember(conversationId, sql`${other.userId} = ${userId} AND ${other.role} = 'owner'`)
const isInGroup = (conversationId: string, userId: string) =>
  hasMember(conversationId, sql`${other.userId} = ${userId} AND ${other.role} IS NOT NULL`)

/** Whom the person may write to, they may add. Who does not know them gets a request. */
async function judgeAdditions(db: Database, { newId }: Clock, userId: string, ids: readonly string[]): Promise<Addition[]> {
  const { found } = await runBatch(db, { found: ids.map((id) => selectRelationship(userId, id)) })
  return ids.map((id, place) => {
    const relationship = found[place]?.rows[0]
    if (!relationship || !mayReach(relationship, 'message')) throw personNotFound()
    const { isConnected, isTeammate, sharedEventStart } = relationship
    return { id, isStranger: !(isConnected || isTeammate || sharedEventStart !== null), outreachId: newId() }
  })
}

/** The statements that add people. Those who are in the group already stay as they are. */
function addPeople(userId: string, conversationId: string, additions: readonly Addition[], now: number) {
  const sent = { kind: 'groupAdd', senderId: userId, now } as const
  const added = sql`(SELECT value->>'id' AS id, value->>'isStranger' AS isStranger, value->>'outreachId' AS outreachId FROM json_each(${JSON.stringify(additions)}))`
  const isNew = sql`NOT ${hasMember(conversationId, sql`${other.userId} = added.id AND ${other.role} IS NOT NULL`)}`
  const strangers = sql`FROM ${added} added WHERE added.isStranger AND ${isNew}`
  return {
    inDay: mustHold('group-adds-a-day', sql`(SELECT count(*) ${strangers}) <= ${countLeftToday(sent)}`),
    toEach: mustHold('group-adds-to-each', sql`NOT EXISTS (SELECT 1 ${strangers} AND NOT ${isNotAskedTooOften(sent, sql`added.id`)})`),
    counted: countOutreachTo(sent, sql`SELECT added.outreachId AS id, added.id AS recipientId ${strangers}`),
    added: insertSelect(
      m,
      {
        ...{ conversationId, userId: sql`added.id`, role: sql`'member'`, joinedAt: now, readSeq: sql`${conversations.lastSeq}` },
        isRequest: sql`added.isStranger`,
      },
      sql`FROM ${added} added CROSS JOIN ${conversations} ON ${conversations.id} = ${conversationId}
        JOIN ${people} ON ${people.id} = added.id AND ${people.deletedAt} IS NULL
        WHERE ${isNew} AND ${hasNoBlock(userId, sql`added.id`)}
        ${onConflictUpdate(m, ['conversationId', 'userId'], {
          role: excluded(m.role),
          joinedAt: now,
          readSeq: sql`max(${m.readSeq}, ${excluded(m.readSeq)})`,
          isRequest: excluded(m.isRequest),
        })}`,
    ),
    full: mustHold(
      'group-size',
      sql`(SELECT count(*) FROM ${m} WHERE ${m.conversationId} = ${conversationId} AND ${m.role} IS NOT NULL) <= ${maxGroupSize}`,
    ),
    // Who has a block with a new person connects again, so that neither sees the other.
    apart: putLeaving(
      sql`SELECT ${conversationId} AS conversationId, json_group_array(DISTINCT ${m.userId}) AS userIds, 'true' AS mayReturn
        FROM ${added} added CROSS JOIN ${m} ON ${m.conversationId} = ${conversationId} AND ${m.role} IS NOT NULL
        WHERE NOT (${hasNoBlock(m.userId, sql`added.id`)}) HAVING count(*) > 0`,
      now,
    ),
  }
}

/** Says which limit undid the batch. */
async function explain(error: unknown, db: Database, userId: string, now: number): Promise<never> {
  if (!(error instanceof AssertionFailed)) throw error
  switch (error.assertion) {
    case 'group-size':
      throw new AppError('ConversationFull', { values: { max: maxGroupSize }, cause: error })
    case 'group-owner':
      throw new AppError('GroupOwnerOnly', { cause: error })
    case 'group-adds-to-each':
      throw new AppError('AskedTooOften', { cause: error })
    case 'group-adds-a-day': {
      const counts = await readFirst(db, selectOutreachCounts({ kind: 'groupAdd', senderId: userId, now }, userId))
      const max = maxPerDayOf('groupAdd', counts?.isNewAccount ?? true)
      throw new AppError('TooMuchOutreach', { values: { max, label: outreachLimits.groupAdd.label }, cause: error })
    }
    default:
      throw error
  }
}

async function isMade(db: Database, id: string): Promise<boolean> {
  const made = await readFirst(db, db.select({ id: conversations.id }).from(conversations).where(eq(conversations.id, id)))
  return made !== undefined
}

export async function startGroup(
  db: Database,
  clock: Clock,
  userId: string,
  { name, userIds, idempotencyKey }: StartGroup,
): Promise<{ id: string }> {
  const { now, newId } = clock
  const id = groupConversationId(idempotencyKey === undefined ? newId() : await deriveId('group', userId, idempotencyKey))
  if (idempotencyKey !== undefined && (await isMade(db, id))) return { id }
  const additions = await judgeAdditions(db, clock, userId, userIds)
  try {
    await runBatch(db, {
      // Two requests with the same key may arrive at once.
      made: db.insert(conversations).values({ id, kind: 'group', name, createdAt: now }).onConflictDoNothing(),
      own: db.insert(m).values({ conversationId: id, userId, role: 'owner', joinedAt: now }).onConflictDoNothing(),
      ...addPeople(userId, id, additions, now),
    })
  } catch (error) {
    await explain(error, db, userId, now)
  }
  return { id }
}

/** Refuses somebody who is not in the group as if it did not exist, and members who do not own it. */
async function requireOwner(db: Database, userId: string, conversationId: string): Promise<void> {
  const found = await readFirst(
    db,
    select(
      { role: orNull(asText) },
      sql`SELECT ${m.role} AS role FROM ${m} WHERE ${m.conversationId} = ${conversationId} AND ${m.userId} = ${userId}`,
    ),
  )
  if (found?.role == null) throw new AppError('NotFound')
  if (found.role !== 'owner') throw new AppError('GroupOwnerOnly')
}

export async function renameGroup(db: Database, userId: string, conversationId: string, name: string): Promise<void> {
  await requireOwner(db, userId, conversationId)
  const { renamed } = await runBatch(db, {
    renamed: updateSet(conversations, { name }, sql`WHERE ${conversations.id} = ${conversationId} AND ${isOwner(conversationId, userId)}`),
  })
  if (renamed.changes === 0) throw new AppError('GroupOwnerOnly')
}

export async function addToGroup(db: Database, clock: Clock, userId: string, conversationId: string, personId: string): Promise<void> {
  await requireOwner(db, userId, conversationId)
  const additions = await judgeAdditions(db, clock, userId, [personId])
  try {
    await runBatch(db, {
      allowed: mustHold('group-owner', isOwner(conversationId, userId)),
      ...addPeople(userId, conversationId, additions, clock.now),
    })
  } catch (error) {
    await explain(error, db, userId, clock.now)
  }
}

const hasNoOwner = (conversationId: SQLWrapper | string) => sql`NOT ${hasMember(conversationId, sql`${other.role} = 'owner'`)}`

/**
 * The person who is in a group longest takes over, if nobody owns it. Who has not accepted it yet comes last. They connect again, because
 * an open socket may do what they could do when it was opened.
 */
function handOver(groups: SQL, now: number): (SQL | MessageInsert)[] {
  const isHeir = sql`${m.conversationId} IN (${groups}) AND ${hasNoOwner(m.conversationId)} AND ${m.userId} = (
    SELECT ${first.userId} FROM ${m} ${first} WHERE ${first.conversationId} = ${m.conversationId} AND ${first.role} IS NOT NULL
    ORDER BY ${first.isRequest}, ${first.joinedAt}, ${first.userId} LIMIT 1)`
  return [
    putLeaving(
      sql`SELECT ${m.conversationId} AS conversationId, json_array(${m.userId}) AS userIds, 'true' AS mayReturn FROM ${m} WHERE ${isHeir}`,
      now,
    ),
    updateSet(m, { role: sql`'owner'` }, sql`WHERE ${isHeir}`),
  ]
}

/** A job deletes the words of a group in which nobody is anymore. */
const emptyDeserted = (groups: SQL, now: number): MessageInsert =>
  putRowsInOutbox(
    'work',
    sql`SELECT 'empty-conversation:' || ${conversations.id} AS id,
        json_object('kind', 'empty-conversation', 'conversationId', ${conversations.id}) AS body
      FROM ${conversations} WHERE ${conversations.id} IN (${groups}) AND ${conversations.kind} = 'group'
        AND NOT ${hasMember(conversations.id, sql`${other.role} IS NOT NULL`)}`,
    { now },
  )

/** A person leaves, or the owner removes them. They are out before the request is answered. */
export async function leaveGroup(db: Database, { now }: Clock, userId: string, conversationId: string, personId: string): Promise<void> {
  if (personId !== userId) await requireOwner(db, userId, conversationId)
  const isAllowed =
    personId === userId ? isInGroup(conversationId, userId) : sql`${isOwner(conversationId, userId)} AND ${hasNoBlock(userId, personId)}`
  const group = sql`SELECT ${conversationId}`
  const { left } = await runBatch(db, {
    left: updateSet(
      m,
      { role: null, joinedAt: null, isRequest: false, isHidden: false, mutedUntil: null },
      sql`WHERE ${m.conversationId} = ${conversationId} AND ${m.userId} = ${personId} AND ${m.role} IS NOT NULL AND ${isAllowed}`,
    ),
    closed: leaveOne(conversationId, personId, { now, when: sql`changes() > 0` }),
    handedOver: handOver(group, now),
    emptied: emptyDeserted(group, now),
  })
  if (left.changes > 0) return
  throw personId === userId ? new AppError('NotFound') : personNotFound()
}

/** For the batch that deletes an account: it leaves all its groups. Its sockets close when the objects forget it. */
export function leaveGroupsOf(userId: string, now: number): (SQL | MessageInsert)[] {
  const groups = sql`SELECT ${first.conversationId} FROM ${m} ${first} JOIN ${conversations} ON ${conversations.id} = ${first.conversationId}
    WHERE ${first.userId} = ${userId} AND ${conversations.kind} = 'group'`
  return [
    updateSet(m, { role: null, joinedAt: null }, sql`WHERE ${m.userId} = ${userId} AND ${m.role} IS NOT NULL`),
    ...handOver(groups, now),
    emptyDeserted(groups, now),
  ]
}
