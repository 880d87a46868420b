import { desc, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { maxUnreadAnnouncements } from '../../domain/team-announcements/limits.ts'
import { hasNoBlock } from '../privacy/reach.ts'
import { mayDo } from '../teams/may-do.ts'
import { teamAnnouncementReads, teamAnnouncements } from './schema.ts'

const [t, r] = [teamAnnouncements, teamAnnouncementReads]

/** Those who may announce also see what a person with a block wrote, because they answer for it. Everyone else does not. */
export const seesAuthor = (viewerId: SQLWrapper | string, authorId: SQLWrapper, mayAnnounce: SQL): SQL =>
  sql`(${hasNoBlock(viewerId, authorId)} OR ${mayAnnounce})`

type Member = { teamId: SQLWrapper; userId: SQLWrapper | string; role: SQLWrapper; rights: SQLWrapper; joinedAt: SQLWrapper }

/**
 * Counts which of the newest announcements that a member sees they have not read since they joined. It reads at most
 * `maxUnreadAnnouncements` announcements, and a few rows for each.
 */
export const selectUnreadAnnouncements = (member: Member): SQL =>
  sql`SELECT count(*) FROM (SELECT ${t.id} AS id, ${t.authorId} AS author_id FROM ${t}
      WHERE ${t.teamId} = ${member.teamId} AND ${t.createdAt} >= ${member.joinedAt} AND ${t.deletedAt} IS NULL
      ORDER BY ${desc(t.createdAt)}, ${desc(t.id)} LIMIT ${maxUnreadAnnouncements}) newest
    WHERE newest.author_id IS NOT ${member.userId}
      AND NOT EXISTS (SELECT 1 FROM ${r} WHERE ${r.announcementId} = newest.id AND ${r.userId} = ${member.userId})
      AND ${seesAuthor(member.userId, sql`newest.author_id`, mayDo(member, 'announce'))}`
