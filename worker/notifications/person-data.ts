import { sql } from 'drizzle-orm'
import { type PersonData, readParts } from '../platform/person-data.ts'
import { isShown } from '../privacy/reach.ts'

export const notificationData: PersonData = {
  feature: 'notifications',
  tables: { notices: ['user_id', 'actor_id'], push_optouts: ['user_id'], team_mutes: ['user_id'], notification_choices: ['user_id'] },
  erase: (userId) => [
    // What others were told of this person goes too: it says their name.
    sql`DELETE FROM notices WHERE user_id = ${userId}`,
    sql`DELETE FROM notices WHERE actor_id = ${userId}`,
    sql`DELETE FROM push_optouts WHERE user_id = ${userId}`,
    sql`DELETE FROM team_mutes WHERE user_id = ${userId}`,
    sql`DELETE FROM notification_choices WHERE user_id = ${userId}`,
  ],
  export: (db, userId) =>
    readParts(db, {
      notices: sql`SELECT topic, title, text, path, created_at AS createdAt, read_at AS readAt
        FROM notices WHERE user_id = ${userId} AND ${isShown(userId, sql`actor_id`)} ORDER BY created_at`,
      'no-push-about': sql`SELECT topic, created_at AS createdAt FROM push_optouts WHERE user_id = ${userId} ORDER BY topic`,
      'muted-teams': sql`SELECT (SELECT name FROM teams WHERE teams.id = team_id) AS team, created_at AS createdAt
        FROM team_mutes WHERE user_id = ${userId} ORDER BY created_at`,
      'decided-at': sql`SELECT chosen_at AS decidedAt FROM notification_choices WHERE user_id = ${userId}`,
    }),
}
