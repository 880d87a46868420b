import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import {
  type ChangeAnnouncement,
  type CreateAnnouncement,
  maxAnnouncementsPerDay,
  type TeamAnnouncement,
} from '../../domain/team-announcements/contract.ts'
import { announcementKey } from '../../domain/team-announcements/notices.ts'
import { judgeAnnouncementChange, judgeNewAnnouncement } from '../../domain/team-announcements/rules.ts'
import { canAny, teamNotFound } from '../../domain/teams/rules.ts'
import { day } from '../../domain/time/spans.ts'
import { deleteNoticesOf, markNoticesRead } from '../notifications/change-notices.ts'
import { notifyOf } from '../notifications/commands.ts'
import { runBatch } from '../platform/batch.ts'
import { insertSelect } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { deriveId } from '../platform/derive-id.ts'
import type { CommandContext } from '../platform/from-request.ts'
import { asBoolean, asNumber, select } from '../platform/row-query.ts'
import type { TeamRows } from '../platform/team-rows.ts'
import { hasTopic } from '../team-topics/shared.ts'
import { type Actor, asPerson, canAct, isTeam, readFacts, selectFacts } from '../teams/actor.ts'
import { isInTeam, isOutOfTeam } from '../teams/members.ts'
import { communities, communityMembers } from '../teams/shared.ts'
import { isAnnouncement, selectAnnouncements, toAnnouncement } from './queries.ts'
import { teamAnnouncementReads, teamAnnouncements } from './schema.ts'

const isRow = (teamId: string, id: string) =>
  and(eq(teamAnnouncements.teamId, teamId), eq(teamAnnouncements.id, id), isNull(teamAnnouncements.deletedAt))

/** Writes to all members of a team. A second request with the same key sends nothing. */
export async function announce(
  db: Database,
  { now, platform }: CommandContext,
  actor: Actor & { id: string },
  teamId: string,
  { idempotencyKey, ...form }: CreateAnnouncement,
): Promise<TeamAnnouncement> {
  const id = await deriveId('team-announcement', teamId, actor.id, idempotencyKey)
  const sentToday = sql`(SELECT count(*) FROM ${teamAnnouncements} WHERE ${teamAnnouncements.teamId} = ${teamId} AND ${teamAnnouncements.createdAt} > ${now - day})`
  const { facts, before, found } = await runBatch(db, {
    facts: selectFacts(actor, teamId),
    before: select(
      { hasTopic: asBoolean, sentToday: asNumber },
      sql`SELECT ${hasTopic(teamId, form.topicId)} AS hasTopic, ${sentToday} AS sentToday`,
    ),
    forgotten: db
      .delete(teamAnnouncements)
      .where(and(eq(teamAnnouncements.teamId, teamId), sql`${teamAnnouncements.deletedAt} < ${now - day}`)),
    inserted: insertSelect(
      teamAnnouncements,
      { ...form, id, teamId: communities.id, authorId: actor.id, createdAt: now },
      sql`FROM ${communities} WHERE ${isTeam(teamId)} AND ${canAct(actor, teamId, 'announce')} AND ${hasTopic(teamId, form.topicId)}
        AND ${sentToday} < ${maxAnnouncementsPerDay} ON CONFLICT DO NOTHING`,
    ),
    notified: notifyOf({ kind: 'team-announced', announcementId: id }, { id: announcementKey(id), now, platform }, sql`changes() > 0`),
    found: selectAnnouncements(db, actor, isAnnouncement(teamId, id), 1),
  })
  const { actorRoles } = readFacts(actor, facts)
  const refusal = judgeNewAnnouncement({
    actorRoles,
    hasTopic: before.rows[0]?.hasTopic ?? false,
    sentToday: before.rows[0]?.sentToday ?? 0,
  })
  const [row] = found.rows
  // A repeated request finds the announcement of the first one, but only for a person who may still announce.
  if (!row || !canAny(actorRoles, 'announce')) throw refusal ?? new AppError('Conflict')
  return toAnnouncement(row, true)
}

/** Changes an announcement and marks it as edited. Nobody is notified again. */
export async function changeAnnouncement(
  db: Database,
  now: number,
  actor: Actor,
  teamId: string,
  id: string,
  { version, ...form }: ChangeAnnouncement,
): Promise<TeamAnnouncement> {
  const { facts, before, changed, found } = await runBatch(db, {
    facts: selectFacts(actor, teamId),
    before: select({ hasTopic: asBoolean }, sql`SELECT ${hasTopic(teamId, form.topicId)} AS hasTopic`),
    changed: db
      .update(teamAnnouncements)
      .set({ ...form, version: version + 1, editedAt: now })
      .where(
        and(isRow(teamId, id), eq(teamAnnouncements.version, version), canAct(actor, teamId, 'announce'), hasTopic(teamId, form.topicId)),
      ),
    found: selectAnnouncements(db, actor, isAnnouncement(teamId, id), 1),
  })
  const { actorRoles } = readFacts(actor, facts)
  const [row] = found.rows
  if (changed.changes > 0 && row) return toAnnouncement(row, true)
  throw (
    judgeAnnouncementChange({ actorRoles, isThere: row !== undefined, hasTopic: before.rows[0]?.hasTopic ?? false }) ??
    new AppError('AnnouncementVersionConflict')
  )
}

/** Deletes an announcement, who read it, and its notifications, also those that wait for an email. */
export async function deleteAnnouncement(db: Database, now: number, actor: Actor, teamId: string, id: string): Promise<void> {
  const isDeleted = sql`EXISTS (SELECT 1 FROM ${teamAnnouncements} WHERE ${teamAnnouncements.id} = ${id} AND ${teamAnnouncements.teamId} = ${teamId}
    AND ${teamAnnouncements.deletedAt} IS NOT NULL)`
  const { facts, before, deleted } = await runBatch(db, {
    facts: selectFacts(actor, teamId),
    before: db.select({ id: teamAnnouncements.id }).from(teamAnnouncements).where(isRow(teamId, id)),
    deleted: db
      .update(teamAnnouncements)
      .set({ title: '', text: '', topicId: null, deletedAt: now })
      .where(and(isRow(teamId, id), canAct(actor, teamId, 'announce'))),
    readsDeleted: db.delete(teamAnnouncementReads).where(and(eq(teamAnnouncementReads.announcementId, id), isDeleted)),
    noticesDeleted: deleteNoticesOf(
      announcementKey(id),
      sql`SELECT ${communityMembers.userId} FROM ${communityMembers} WHERE ${communityMembers.teamId} = ${teamId} AND ${isDeleted}`,
    ),
  })
  if (deleted.changes > 0) return
  const { actorRoles } = readFacts(actor, facts)
  throw judgeAnnouncementChange({ actorRoles, isThere: before.rows.length > 0, hasTopic: true }) ?? new AppError('Conflict')
}

/** Records that a member has opened announcements, each once, and marks their notifications as read. */
export async function readAnnouncements(db: Database, now: number, userId: string, teamId: string, ids: readonly string[]): Promise<void> {
  const actor = asPerson(userId)
  const { facts } = await runBatch(db, {
    facts: selectFacts(actor, teamId),
    read: insertSelect(
      teamAnnouncementReads,
      { announcementId: teamAnnouncements.id, userId, readAt: now },
      sql`FROM json_each(${JSON.stringify(ids)}) opened CROSS JOIN ${teamAnnouncements} ON ${teamAnnouncements.id} = opened.value
        WHERE ${teamAnnouncements.teamId} = ${teamId} AND ${teamAnnouncements.deletedAt} IS NULL AND ${teamAnnouncements.authorId} IS NOT ${userId}
          AND ${isInTeam(teamId, userId)} ON CONFLICT DO NOTHING`,
    ),
    noticesRead: markNoticesRead(userId, ids.map(announcementKey), now),
  })
  if (readFacts(actor, facts).actorRole === null) throw teamNotFound()
}

const selectIdsOf = (teamId: string): SQL =>
  sql`(SELECT ${teamAnnouncements.id} FROM ${teamAnnouncements} WHERE ${teamAnnouncements.teamId} = ${teamId})`

/** Put it in the batch that removes a member, after the statement that does so: the numbers are about members only. */
export const endReading = (db: Database, teamId: string, userId: string) =>
  db
    .delete(teamAnnouncementReads)
    .where(
      and(
        eq(teamAnnouncementReads.userId, userId),
        sql`${teamAnnouncementReads.announcementId} IN ${selectIdsOf(teamId)}`,
        isOutOfTeam(teamId, userId),
      ),
    )

/** They come before the topics of the team. */
export const announcementRows: readonly TeamRows[] = [
  { table: teamAnnouncementReads, isOf: (teamId) => sql`${teamAnnouncementReads.announcementId} IN ${selectIdsOf(teamId)}` },
  { table: teamAnnouncements, isOf: (teamId) => eq(teamAnnouncements.teamId, teamId) },
]
