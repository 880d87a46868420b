import { sql } from 'drizzle-orm'
import { selectAs } from '../platform/columns.ts'
import { type PersonData, readParts } from '../platform/person-data.ts'
import { isEntryVisibleTo } from '../privacy/reach.ts'
import { topicsOfTeams } from '../team-topics/shared.ts'
import { communities } from '../teams/shared.ts'
import {
  digestEntries,
  mailFrequencyChoices,
  notices,
  notificationChoices,
  notificationTimes,
  pushOptouts,
  teamMutes,
  teamTopicOptouts,
} from './schema.ts'

export const notificationData: PersonData = {
  feature: 'notifications',
  tables: {
    notices: ['user_id', 'actor_id'],
    push_optouts: ['user_id'],
    team_mutes: ['user_id'],
    team_topic_optouts: ['user_id'],
    notification_choices: ['user_id'],
    mail_frequency_choices: ['user_id'],
    digest_entries: ['user_id'],
    notification_times: ['user_id'],
  },
  erase: (userId) => [
    // Notices that others got about this person are deleted too, because they contain the name.
    sql`DELETE FROM ${notices} WHERE ${notices.userId} = ${userId}`,
    sql`DELETE FROM ${notices} WHERE ${notices.actorId} = ${userId}`,
    sql`DELETE FROM ${pushOptouts} WHERE ${pushOptouts.userId} = ${userId}`,
    sql`DELETE FROM ${teamMutes} WHERE ${teamMutes.userId} = ${userId}`,
    sql`DELETE FROM ${teamTopicOptouts} WHERE ${teamTopicOptouts.userId} = ${userId}`,
    sql`DELETE FROM ${mailFrequencyChoices} WHERE ${mailFrequencyChoices.userId} = ${userId}`,
    sql`DELETE FROM ${digestEntries} WHERE ${digestEntries.userId} = ${userId}`,
    sql`DELETE FROM ${notificationTimes} WHERE ${notificationTimes.userId} = ${userId}`,
    sql`DELETE FROM ${notificationChoices} WHERE ${notificationChoices.userId} = ${userId}`,
  ],
  export: (db, userId) =>
    readParts(db, {
      notices: selectAs(
        {
          topic: notices.topic,
          title: notices.title,
          text: notices.text,
          path: notices.path,
          reason: notices.reason,
          createdAt: notices.createdAt,
          readAt: notices.readAt,
        },
        sql`FROM ${notices} WHERE ${notices.userId} = ${userId} AND ${isEntryVisibleTo(userId, notices.actorId)} ORDER BY ${notices.createdAt}`,
      ),
      'push-turned-off': selectAs(
        { topic: pushOptouts.topic, createdAt: pushOptouts.createdAt },
        sql`FROM ${pushOptouts} WHERE ${pushOptouts.userId} = ${userId} ORDER BY ${pushOptouts.topic}`,
      ),
      'email-frequencies': selectAs(
        { topic: mailFrequencyChoices.topic, frequency: mailFrequencyChoices.frequency, createdAt: mailFrequencyChoices.createdAt },
        sql`FROM ${mailFrequencyChoices} WHERE ${mailFrequencyChoices.userId} = ${userId} ORDER BY ${mailFrequencyChoices.topic}`,
      ),
      'notification-times': selectAs(
        { weekday: notificationTimes.weekday, quietHours: notificationTimes.quietHours, createdAt: notificationTimes.createdAt },
        sql`FROM ${notificationTimes} WHERE ${notificationTimes.userId} = ${userId}`,
      ),
      'muted-teams': selectAs(
        {
          team: sql`(SELECT ${communities.name} FROM ${communities} WHERE ${communities.id} = ${teamMutes.teamId})`,
          createdAt: teamMutes.createdAt,
        },
        sql`FROM ${teamMutes} WHERE ${teamMutes.userId} = ${userId} ORDER BY ${teamMutes.createdAt}`,
      ),
      'topics-of-teams-turned-off': selectAs(
        {
          team: sql`(SELECT ${communities.name} FROM ${communities} WHERE ${communities.id} = ${topicsOfTeams.teamId})`,
          topic: topicsOfTeams.name,
          channel: teamTopicOptouts.channel,
          createdAt: teamTopicOptouts.createdAt,
        },
        sql`FROM ${teamTopicOptouts} JOIN ${topicsOfTeams} ON ${topicsOfTeams.id} = ${teamTopicOptouts.topicId}
          WHERE ${teamTopicOptouts.userId} = ${userId} ORDER BY ${teamTopicOptouts.createdAt}`,
      ),
      'notifications-chosen-at': selectAs(
        { decidedAt: notificationChoices.chosenAt },
        sql`FROM ${notificationChoices} WHERE ${notificationChoices.userId} = ${userId}`,
      ),
    }),
}
