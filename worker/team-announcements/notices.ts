import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm'
import { toPlainText } from '../../domain/rich-text/plain-text.ts'
import { readRichText } from '../../domain/rich-text/read-rich-text.ts'
import { announcedNotice } from '../../domain/team-announcements/notices.ts'
import { maxNotifiedAtOnce, noDeliveries, type Renderers } from '../notifications/renderer.ts'
import { runBatch } from '../platform/batch.ts'
import { topicsOfTeams } from '../team-topics/shared.ts'
import { communities, communityMembers } from '../teams/shared.ts'
import { teamAnnouncements as a } from './schema.ts'

const maxPreviewLength = 200

export const teamAnnouncementNotices: Renderers<'team-announced'> = {
  'team-announced': async ({ announcementId }, { db, after }) => {
    const { announcement, members } = await runBatch(db, {
      announcement: db
        .select({
          id: a.id,
          teamId: a.teamId,
          team: communities.name,
          topicId: sql<string | null>`${topicsOfTeams.id}`.as('topicId'),
          topic: sql<string | null>`${topicsOfTeams.name}`.as('topicName'),
          authorId: a.authorId,
          title: a.title,
          text: a.text,
        })
        .from(a)
        .innerJoin(communities, and(eq(communities.id, a.teamId), isNull(communities.deletedAt)))
        .leftJoin(topicsOfTeams, eq(topicsOfTeams.id, a.topicId))
        .where(and(eq(a.id, announcementId), isNull(a.deletedAt))),
      members: db
        .select({ id: communityMembers.userId })
        .from(communityMembers)
        .where(
          and(
            sql`${communityMembers.teamId} = (SELECT ${a.teamId} FROM ${a} WHERE ${a.id} = ${announcementId})`,
            after === null ? undefined : gt(communityMembers.userId, after),
          ),
        )
        .orderBy(asc(communityMembers.userId))
        .limit(maxNotifiedAtOnce + 1),
    })
    const [found] = announcement.rows
    if (!found) return noDeliveries
    const { text, ...announced } = found
    const to = members.rows.slice(0, maxNotifiedAtOnce).map(({ id }) => id)
    const words = announcedNotice({ ...announced, preview: toPlainText(readRichText(text), maxPreviewLength) })
    const cause = { community: found.team, communityTopic: found.topic }
    return { deliveries: [{ ...words, cause, to }], next: members.rows.length > maxNotifiedAtOnce ? to.at(-1) : undefined }
  },
}
