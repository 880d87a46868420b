import { and, eq, type SQL, sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import { topicConversationId } from '../../domain/messages/rules.ts'
import { type CreateTopic, maxTopics, type TeamTopic, type TopicForm } from '../../domain/team-topics/contract.ts'
import { judgeNewTopic, judgeTopicChange, judgeTopicOrder, topicNameKey } from '../../domain/team-topics/rules.ts'
import { canAny } from '../../domain/teams/rules.ts'
import { endConversation } from '../messages/empty.ts'
import { deleteTopicSwitches } from '../notifications/change-notices.ts'
import { runBatch } from '../platform/batch.ts'
import { insertSelect } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { deriveId } from '../platform/derive-id.ts'
import type { Clock } from '../platform/from-request.ts'
import type { TeamRows } from '../platform/team-rows.ts'
import { clearTopic } from '../team-announcements/clear-topic.ts'
import { type Actor, canAct, doesTeamExist, isTeam, readFacts, selectFacts } from '../teams/actor.ts'
import { communities } from '../teams/shared.ts'
import { storeTopics } from '../teams/store-topics.ts'
import { selectTopics } from './queries.ts'
import { teamTopics } from './schema.ts'
import { hasTopic } from './shared.ts'

const isTopic = (teamId: string, topicId: string) => and(eq(teamTopics.teamId, teamId), eq(teamTopics.id, topicId))

/** Another topic of the team has this name. */
const isNameTaken = (teamId: string, topicId: string, name: string): SQL => sql`EXISTS (SELECT 1 FROM ${teamTopics}
  WHERE ${teamTopics.teamId} = ${teamId} AND ${teamTopics.nameKey} = ${topicNameKey(name)} AND ${teamTopics.id} <> ${topicId})`

/** Selects the topics for the rules. Put it first in the batch, so that it reads the state before the writes. */
const selectTopicNames = (db: Database, teamId: string) =>
  db.select({ id: teamTopics.id, nameKey: teamTopics.nameKey }).from(teamTopics).where(eq(teamTopics.teamId, teamId)).limit(maxTopics)

/** Admins may edit every team, but not one that was deleted. */
const mayEdit = (actor: Actor, teamId: string): SQL => sql`(${doesTeamExist(teamId)} AND ${canAct(actor, teamId, 'team.edit')})`

const pickOne = (topics: readonly TeamTopic[], id: string) => topics.find((topic) => topic.id === id)

/** Adds a topic at the end of the list. A repeated request with the same key adds it only once. */
export async function createTopic(
  db: Database,
  { now, newId }: Clock,
  actor: Actor,
  teamId: string,
  { idempotencyKey, ...form }: CreateTopic,
): Promise<TeamTopic> {
  const id = idempotencyKey === undefined ? newId() : await deriveId('team-topic', teamId, actor.id, idempotencyKey)
  const ofTeam = sql`FROM ${teamTopics} WHERE ${teamTopics.teamId} = ${teamId}`
  const { facts, before, topics } = await runBatch(db, {
    facts: selectFacts(actor, teamId),
    before: selectTopicNames(db, teamId),
    inserted: insertSelect(
      teamTopics,
      {
        ...form,
        id,
        teamId: communities.id,
        nameKey: topicNameKey(form.name),
        position: sql`(SELECT coalesce(max(${teamTopics.position}) + 1, 0) ${ofTeam})`,
        createdAt: now,
      },
      sql`FROM ${communities} WHERE ${isTeam(teamId)} AND ${canAct(actor, teamId, 'team.edit')}
        AND (SELECT count(*) ${ofTeam}) < ${maxTopics} AND NOT ${isNameTaken(teamId, id, form.name)} ON CONFLICT DO NOTHING`,
    ),
    stored: storeTopics(teamId),
    topics: selectTopics(db, teamId),
  })
  const { actorRoles } = readFacts(actor, facts)
  const created = pickOne(topics.rows, id)
  // A repeated request finds the topic of the first one, but only for a person who may still change topics.
  const refusal = judgeNewTopic({ actorRoles, topics: before.rows.filter((topic) => topic.id !== id) }, form.name)
  if (!created || !canAny(actorRoles, 'team.edit')) throw refusal ?? new AppError('Conflict')
  return created
}

export async function changeTopic(db: Database, actor: Actor, teamId: string, topicId: string, form: TopicForm): Promise<TeamTopic> {
  const { facts, before, changed, topics } = await runBatch(db, {
    facts: selectFacts(actor, teamId),
    before: selectTopicNames(db, teamId),
    changed: db
      .update(teamTopics)
      .set({ ...form, nameKey: topicNameKey(form.name) })
      .where(and(isTopic(teamId, topicId), mayEdit(actor, teamId), sql`NOT ${isNameTaken(teamId, topicId, form.name)}`)),
    stored: storeTopics(teamId),
    topics: selectTopics(db, teamId),
  })
  const topic = pickOne(topics.rows, topicId)
  if (changed.changes > 0 && topic) return topic
  throw judgeTopicChange({ ...readFacts(actor, facts), topics: before.rows }, topicId, form.name) ?? new AppError('Conflict')
}

/** Deletes a topic and its conversation. Its announcements stay, without a topic. */
export async function deleteTopic(db: Database, now: number, actor: Actor, teamId: string, topicId: string): Promise<void> {
  const mayDelete = sql`${hasTopic(teamId, topicId)} AND ${mayEdit(actor, teamId)}`
  const { facts, before, deleted } = await runBatch(db, {
    facts: selectFacts(actor, teamId),
    before: selectTopicNames(db, teamId),
    announcementsKept: clearTopic(topicId, mayDelete),
    switchesDeleted: deleteTopicSwitches(topicId, mayDelete),
    deleted: db.delete(teamTopics).where(and(isTopic(teamId, topicId), mayEdit(actor, teamId))),
    ...endConversation(topicConversationId(topicId), { now, when: sql`changes() > 0` }),
    stored: storeTopics(teamId),
  })
  if (deleted.changes > 0) return
  throw judgeTopicChange({ ...readFacts(actor, facts), topics: before.rows }, topicId, null) ?? new AppError('Conflict')
}

/** Sorts the topics. Changes nothing if someone added or deleted a topic in the meantime. */
export async function orderTopics(db: Database, actor: Actor, teamId: string, ids: readonly string[]): Promise<TeamTopic[]> {
  const order = sql`json_each(${JSON.stringify(ids)})`
  const ofTeam = sql`FROM ${teamTopics} WHERE ${teamTopics.teamId} = ${teamId}`
  const isComplete = sql`(SELECT count(DISTINCT value) FROM ${order}) = ${ids.length} AND (SELECT count(*) ${ofTeam}) = ${ids.length}
    AND NOT EXISTS (SELECT 1 ${ofTeam} AND ${teamTopics.id} NOT IN (SELECT value FROM ${order}))`
  const { facts, before, topics } = await runBatch(db, {
    facts: selectFacts(actor, teamId),
    before: selectTopicNames(db, teamId),
    ordered: db
      .update(teamTopics)
      .set({ position: sql`(SELECT key FROM ${order} WHERE value = ${teamTopics.id})` })
      .where(and(eq(teamTopics.teamId, teamId), mayEdit(actor, teamId), isComplete)),
    stored: storeTopics(teamId),
    topics: selectTopics(db, teamId),
  })
  const refusal = judgeTopicOrder({ ...readFacts(actor, facts), topics: before.rows }, ids)
  if (refusal) throw refusal
  return topics.rows
}

type NewTopics = Clock & { teamId: string; topics: readonly TopicForm[] }

/** Put these statements in the batch that creates a team. Of two topics with the same name, the first one stays. */
export const insertTopics = ({ teamId, topics, now, newId }: NewTopics, when: SQL): SQL[] => [
  ...topics.map(({ name, description }, position) =>
    insertSelect(
      teamTopics,
      { id: newId(), teamId, name, nameKey: topicNameKey(name), description, position, createdAt: now },
      sql`WHERE ${when} ON CONFLICT DO NOTHING`,
    ),
  ),
  storeTopics(teamId),
]

export const topicRows: readonly TeamRows[] = [{ table: teamTopics, isOf: (teamId) => eq(teamTopics.teamId, teamId) }]
