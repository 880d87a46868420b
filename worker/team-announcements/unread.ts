import { desc, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { maxUnreadAnnouncements } from '../../domain/team-announcements/contract.ts'
import { teamAnnouncementReads, teamAnnouncements } from './schema.ts'

const [t, r] = [teamAnnouncements, teamAnnouncementReads]

/** Counts which of the newest announcements a member has not read since they joined. It reads at most twice `maxUnreadAnnouncements` rows. */
export const selectUnreadAnnouncements = (member: { teamId: SQLWrapper; userId: SQLWrapper | string; joinedAt: SQLWrapper }): SQL =>
  sql`SELECT count(*) FROM (SELECT ${t.id} AS id, ${t.authorId} AS author_id FROM ${t}
      WHERE ${t.teamId} = ${member.teamId} AND ${t.createdAt} >= ${member.joinedAt} AND ${t.deletedAt} IS NULL
      ORDER BY ${desc(t.createdAt)}, ${desc(t.id)} LIMIT ${maxUnreadAnnouncements}) newest
    WHERE newest.author_id IS NOT ${member.userId}
      AND NOT EXISTS (SELECT 1 FROM ${r} WHERE ${r.announcementId} = newest.id AND ${r.userId} = ${member.userId})`
