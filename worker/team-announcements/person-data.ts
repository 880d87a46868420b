import { sql } from 'drizzle-orm'
import { updateSet } from '../platform/columns.ts'
import { type PersonData, readParts } from '../platform/person-data.ts'
import { topicsOfTeams } from '../team-topics/shared.ts'
import { communities } from '../teams/shared.ts'
import { teamAnnouncements as a, teamAnnouncementReads as r } from './schema.ts'

export const teamAnnouncementData: PersonData = {
  feature: 'team-announcements',
  tables: { team_announcements: ['author_id'], team_announcement_reads: ['user_id'] },
  erase: (userId) => [
    sql`DELETE FROM ${r} WHERE ${r.userId} = ${userId}`,
    // The team keeps what it was told, without a name.
    updateSet(a, { authorId: null }, sql`WHERE ${a.authorId} = ${userId}`),
  ],
  export: (db, userId) =>
    readParts(db, {
      written: sql`SELECT ${communities.name} AS team,
          (SELECT ${topicsOfTeams.name} FROM ${topicsOfTeams} WHERE ${topicsOfTeams.id} = ${a.topicId}) AS topic,
          ${a.title} AS title, ${a.text} AS text, ${a.createdAt} AS createdAt, ${a.editedAt} AS editedAt, ${a.deletedAt} AS deletedAt
        FROM ${a} JOIN ${communities} ON ${communities.id} = ${a.teamId}
        WHERE ${a.authorId} = ${userId} ORDER BY ${a.createdAt}`,
      read: sql`SELECT ${communities.name} AS team, ${a.title} AS title, ${r.readAt} AS readAt
        FROM ${r} JOIN ${a} ON ${a.id} = ${r.announcementId} JOIN ${communities} ON ${communities.id} = ${a.teamId}
        WHERE ${r.userId} = ${userId} ORDER BY ${r.readAt}`,
    }),
}
