import { and, asc, desc, eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { AppError } from '../../domain/errors.ts'
import { makeFace } from '../../domain/profiles/faces.ts'
import { readRichText } from '../../domain/rich-text/read-rich-text.ts'
import {
  type AnnouncementQuery,
  announcementPageSize,
  type ReaderPage,
  type ReaderQuery,
  readerPageSize,
  type TeamAnnouncement,
  type TeamAnnouncementPage,
} from '../../domain/team-announcements/contract.ts'
import { canAny, requireRight } from '../../domain/teams/rules.ts'
import { faceColumns, toFace } from '../accounts/faces.ts'
import { people } from '../accounts/shared.ts'
import { runBatch } from '../platform/batch.ts'
import { cutPage, readCursor, TimeCursor } from '../platform/cursor.ts'
import type { Database } from '../platform/database.ts'
import { hasNoBlock } from '../privacy/reach.ts'
import { topicsOfTeams } from '../team-topics/shared.ts'
import { type Actor, canAct, readFacts, selectFacts } from '../teams/actor.ts'
import { isInTeam } from '../teams/members.ts'
import { communities, communityMembers } from '../teams/shared.ts'
import { teamAnnouncementReads as r, teamAnnouncements } from './schema.ts'
import { seesAuthor } from './unread.ts'

const a = alias(teamAnnouncements, 'a')
const author = alias(people, 'author')
const own = alias(communityMembers, 'own_membership')

/** Selects announcements for a viewer, the newest first. */
export const selectAnnouncements = (db: Database, actor: Actor, where: SQL | undefined, limit: number) => {
  const viewerId = actor.id ?? ''
  const isRead = sql`EXISTS (SELECT 1 FROM ${r} WHERE ${r.announcementId} = ${a.id} AND ${r.userId} = ${viewerId})`
  return db
    .select({
      id: a.id,
      topicId: sql<string | null>`${topicsOfTeams.id}`.as('topicId'),
      topicName: sql<string | null>`${topicsOfTeams.name}`.as('topicName'),
      title: a.title,
      text: a.text,
      version: a.version,
      createdAt: sql<number>`${a.createdAt}`.as('announcedAt'),
      editedAt: a.editedAt,
      reads: a.reads,
      authorId: sql<string | null>`${author.id}`.as('authorId'),
      authorName: sql<string | null>`${author.displayName}`.as('authorName'),
      authorPhotoKey: sql<string | null>`${author.photoKey}`.as('authorPhotoKey'),
      isOwn: sql<number>`coalesce(${a.authorId} = ${viewerId}, 0)`.as('isOwn'),
      isRead: sql<number>`${isRead}`.as('isRead'),
      joinedAt: sql<number | null>`${own.joinedAt}`.as('ownJoinedAt'),
      total: sql<number>`${communities.members} - ${isInTeam(a.teamId, a.authorId)}`.as('total'),
    })
    .from(a)
    .innerJoin(communities, eq(communities.id, a.teamId))
    .leftJoin(topicsOfTeams, eq(topicsOfTeams.id, a.topicId))
    .leftJoin(author, and(eq(author.id, a.authorId), isNull(author.deletedAt), hasNoBlock(viewerId, author.id)))
    .leftJoin(own, and(eq(own.teamId, a.teamId), eq(own.userId, viewerId)))
    .where(and(where, isNull(a.deletedAt)))
    .orderBy(desc(a.createdAt), desc(a.id))
    .limit(limit)
}

type Row = ReturnType<typeof selectAnnouncements>['_']['result'][number]

export function toAnnouncement(row: Row, mayAnnounce: boolean): TeamAnnouncement {
  const isRead = row.isOwn === 1 || row.isRead === 1
  const seesReaders = mayAnnounce || (row.isOwn === 1 && row.joinedAt !== null)
  return {
    id: row.id,
    topic: row.topicId === null || row.topicName === null ? null : { id: row.topicId, name: row.topicName },
    title: row.title,
    body: readRichText(row.text),
    text: mayAnnounce ? row.text : null,
    author: row.authorId === null ? null : makeFace(row.authorId, row.authorName, row.authorPhotoKey),
    createdAt: row.createdAt,
    editedAt: row.editedAt,
    version: row.version,
    isRead,
    isNew: !isRead && row.joinedAt !== null && row.createdAt >= row.joinedAt,
    readers: seesReaders ? { read: row.reads, total: row.total } : null,
  }
}

export const isAnnouncement = (teamId: string, id: string) => and(eq(a.teamId, teamId), eq(a.id, id))

/** Lists the announcements of a team for its members, the newest first. */
export async function listAnnouncements(
  db: Database,
  actor: Actor,
  teamId: string,
  { topic, cursor }: AnnouncementQuery,
): Promise<TeamAnnouncementPage> {
  const after = readCursor(TimeCursor, cursor)
  // A topic belongs to one team. The plus keeps SQLite from the index of the team, which also has the other topics.
  const isOf = topic === undefined ? eq(a.teamId, teamId) : sql`${a.topicId} = ${topic} AND +${a.teamId} = ${teamId}`
  const { facts, found } = await runBatch(db, {
    facts: selectFacts(actor, teamId),
    found: selectAnnouncements(
      db,
      actor,
      and(
        isOf,
        canAct(actor, teamId, 'team.view'),
        seesAuthor(actor.id ?? '', a.authorId, canAct(actor, teamId, 'announce')),
        after ? sql`(${a.createdAt}, ${a.id}) < (${after[0]}, ${after[1]})` : undefined,
      ),
      announcementPageSize + 1,
    ),
  })
  const { actorRoles } = readFacts(actor, facts)
  requireRight(actorRoles, 'team.view')
  const mayAnnounce = canAny(actorRoles, 'announce')
  const { page, next } = cutPage(found.rows, announcementPageSize, (row) => [row.createdAt, row.id])
  return { announcements: page.map((row) => toAnnouncement(row, mayAnnounce)), next }
}

/**
 * Lists who has read an announcement, the latest first, or who has not, the longest members first. Only its author and those who may
 * announce see this. Those who run the team see everyone, others nobody with a block.
 */
export async function listReaders(
  db: Database,
  actor: Actor,
  { teamId, announcementId }: { teamId: string; announcementId: string },
  { list, cursor }: ReaderQuery,
): Promise<ReaderPage> {
  const after = readCursor(TimeCursor, cursor)
  const viewerId = actor.id ?? ''
  const { teamId: memberTeam, userId, joinedAt } = communityMembers
  const isSeen = or(hasNoBlock(viewerId, people.id), canAct(actor, teamId, 'roster.manage'))
  const columns = { ...faceColumns, at: sql<number>`${list === 'read' ? r.readAt : joinedAt}`.as('at') }
  const { facts, announcement, found } = await runBatch(db, {
    facts: selectFacts(actor, teamId),
    announcement: db
      .select({ authorId: a.authorId })
      .from(a)
      .where(and(isAnnouncement(teamId, announcementId), isNull(a.deletedAt))),
    found:
      list === 'read'
        ? db
            .select(columns)
            .from(r)
            .crossJoin(people)
            .where(
              and(
                eq(r.announcementId, announcementId),
                eq(people.id, r.userId),
                isSeen,
                after ? sql`(${r.readAt}, ${r.userId}) < (${after[0]}, ${after[1]})` : undefined,
              ),
            )
            .orderBy(desc(r.readAt), desc(r.userId))
            .limit(readerPageSize + 1)
        : db
            .select(columns)
            .from(communityMembers)
            .crossJoin(people)
            .where(
              and(
                eq(memberTeam, teamId),
                eq(people.id, userId),
                isSeen,
                sql`${userId} IS NOT (SELECT ${a.authorId} FROM ${teamAnnouncements} ${a} WHERE ${a.id} = ${announcementId})`,
                sql`NOT EXISTS (SELECT 1 FROM ${r} WHERE ${r.announcementId} = ${announcementId} AND ${r.userId} = ${userId})`,
                after ? sql`(${joinedAt}, ${userId}) > (${after[0]}, ${after[1]})` : undefined,
              ),
            )
            .orderBy(asc(joinedAt), asc(userId))
            .limit(readerPageSize + 1),
  })
  const { actorRoles, actorRole } = readFacts(actor, facts)
  const [row] = announcement.rows
  requireRight(actorRoles, 'team.view')
  if (!row) throw new AppError('AnnouncementNotFound')
  const isAuthor = row.authorId === actor.id && actorRole !== null
  if (!isAuthor) requireRight(actorRoles, 'announce')
  const { page, next } = cutPage(found.rows, readerPageSize, ({ at, id }) => [at, id])
  return { people: page.map(({ at, ...face }) => ({ person: toFace(face), readAt: list === 'read' ? at : null })), next }
}
