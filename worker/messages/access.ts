import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { AppError } from '../../domain/errors.ts'
import { conversationKindOf, parseConversationId } from '../../domain/messages/rules.ts'
import { people } from '../accounts/shared.ts'
import { isInGame } from '../events/in-game.ts'
import { followsTopic } from '../notifications/topic-subscription.ts'
import { readFirst, runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { asBoolean, asJson, asText, orNull, type RowOf, select } from '../platform/row-query.ts'
import { hasNoBlock, selectPeopleWithBlock, showsOnlineStatus } from '../privacy/reach.ts'
import { topicsOfTeams } from '../team-topics/shared.ts'
import { isInTeam } from '../teams/members.ts'
import { mayModerate } from './moderators.ts'
import { conversationMembers as m } from './schema.ts'

const was = alias(m, 'was')

/**
 * In a statement: whether the person may read a conversation. With a block between two people, theirs does not exist. The members of a
 * deleted community are in no team, so its conversations need no other check.
 */
export function mayRead(userId: SQLWrapper | string, conversationId: string): SQL {
  const { kind, subject } = parseConversationId(conversationId)
  const hasRow = (condition: SQL) =>
    sql`EXISTS (SELECT 1 FROM ${m} WHERE ${m.conversationId} = ${conversationId} AND ${m.userId} = ${userId} AND ${condition})`
  switch (kind) {
    case 'direct':
      return hasRow(hasNoBlock(userId, m.otherId))
    case 'group':
      return hasRow(sql`${m.role} IS NOT NULL`)
    case 'team':
      return isInTeam(subject, userId)
    case 'topic':
      return sql`(${isInTeamOfTopic(subject, userId)} AND ${followsTopic(subject, userId)})`
    case 'event':
      return isInGame(subject, userId)
  }
}

const isInTeamOfTopic = (topicId: string, userId: SQLWrapper | string): SQL =>
  sql`EXISTS (SELECT 1 FROM ${topicsOfTeams} WHERE ${topicsOfTeams.id} = ${topicId} AND ${isInTeam(topicsOfTeams.teamId, userId)})`

/** Whether a person belongs to a conversation, apart from rows in `conversation_members`, which also those have who left. */
export function belongsTo(conversationId: string, personId: SQLWrapper): SQL {
  const { kind, subject } = parseConversationId(conversationId)
  switch (kind) {
    case 'direct':
    case 'group':
      return sql`0`
    case 'team':
      return isInTeam(subject, personId)
    case 'topic':
      return isInTeamOfTopic(subject, personId)
    case 'event':
      return isInGame(subject, personId)
  }
}

/** The person is, or once was, in the conversation and wrote or read there. */
export const wasIn = (conversationId: string, personId: SQLWrapper): SQL =>
  sql`EXISTS (SELECT 1 FROM ${m} ${was} WHERE ${was.conversationId} = ${conversationId} AND ${was.userId} = ${personId})`

/** Who may read may write, once they accepted. To the other person of a direct conversation, only while their account exists. */
const canWrite = (userId: string, conversationId: string): SQL => {
  if (parseConversationId(conversationId).kind !== 'direct') return sql`1`
  return sql`EXISTS (SELECT 1 FROM ${m} JOIN ${people} ON ${people.id} = ${m.otherId}
    WHERE ${m.conversationId} = ${conversationId} AND ${m.userId} = ${userId} AND ${people.deletedAt} IS NULL)`
}

/** A stranger has added the person to this group, and they have not accepted it yet. */
const isInvited = (userId: string, conversationId: string): SQL =>
  parseConversationId(conversationId).kind === 'group'
    ? sql`EXISTS (SELECT 1 FROM ${m} WHERE ${m.conversationId} = ${conversationId} AND ${m.userId} = ${userId} AND ${m.isRequest})`
    : sql`0`

/** The person who wrote first to somebody who has not accepted it yet. */
const selectRequester = (conversationId: string): SQL =>
  parseConversationId(conversationId).kind !== 'direct'
    ? sql`NULL`
    : sql`(SELECT ${m.otherId} FROM ${m} WHERE ${m.conversationId} = ${conversationId} AND ${m.isRequest} LIMIT 1)`

/** People of the conversation with a block between them and this person. With the other one of a direct conversation, it does not exist. */
function selectHidden(userId: string, conversationId: string): SQL {
  if (parseConversationId(conversationId).kind === 'direct') return sql`'[]'`
  const hiddenId = sql`hidden.id`
  return sql`(SELECT json_group_array(hidden.id) FROM (${selectPeopleWithBlock(userId)}) hidden
    WHERE ${belongsTo(conversationId, hiddenId)} OR ${wasIn(conversationId, hiddenId)})`
}

export type ConversationAccess = {
  mayWrite: boolean
  mayModerate: boolean
  isInvited: boolean
  sharesOnline: boolean
  requesterId: string | null
  hiddenIds: string[]
}

/** Both people of a direct conversation pin messages, elsewhere who keeps order. In a request, a pin would tell the stranger that they were read. */
export const mayPin = (
  conversationId: string,
  { mayWrite, mayModerate, requesterId }: Pick<ConversationAccess, 'mayWrite' | 'mayModerate' | 'requesterId'>,
): boolean => mayWrite && requesterId === null && (conversationKindOf(conversationId) === 'direct' || mayModerate)

const selectAccess = (userId: string, conversationId: string) =>
  select(
    {
      ...{ mayRead: asBoolean, canWrite: asBoolean, mayModerate: asBoolean, isInvited: asBoolean, sharesOnline: asBoolean },
      ...{ requesterId: orNull(asText), hiddenIds: asJson<string[]>() },
    },
    sql`SELECT ${mayRead(userId, conversationId)} AS mayRead, ${canWrite(userId, conversationId)} AS canWrite,
      ${mayModerate(userId, conversationId)} AS mayModerate, ${isInvited(userId, conversationId)} AS isInvited,
      ${showsOnlineStatus(sql`${userId}`)} AS sharesOnline, ${selectRequester(conversationId)} AS requesterId, ${selectHidden(userId, conversationId)} AS hiddenIds`,
  )

/** Null for somebody who may not read the conversation. */
function toAccess(found: RowOf<ReturnType<typeof selectAccess>> | undefined): ConversationAccess | null {
  if (!found?.mayRead) return null
  const { mayRead: _, canWrite, ...access } = found
  return { ...access, mayWrite: canWrite && !access.isInvited }
}

/** Refuses somebody who may not read the conversation as if it did not exist. */
export async function requireConversation(db: Database, userId: string, conversationId: string): Promise<ConversationAccess> {
  const access = toAccess(await readFirst(db, selectAccess(userId, conversationId)))
  if (!access) throw new AppError('NotFound')
  return access
}

/** What the person may do in each of these conversations. Those that they may not read are missing. */
export async function readAccess(db: Database, userId: string, ids: readonly string[]): Promise<Map<string, ConversationAccess>> {
  if (ids.length === 0) return new Map()
  const { access } = await runBatch(db, { access: ids.map((id) => selectAccess(userId, id)) })
  return new Map(
    ids.flatMap((id, place): [string, ConversationAccess][] => {
      const allowed = toAccess(access[place]?.rows[0])
      return allowed ? [[id, allowed]] : []
    }),
  )
}
