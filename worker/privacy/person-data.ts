import { sql } from 'drizzle-orm'
import { emailKeyOf, nameOf } from '../accounts/name-of.ts'
import { type PersonData, readParts } from '../platform/person-data.ts'
import { isShown } from './reach.ts'

export const privacyData: PersonData = {
  feature: 'privacy',
  tables: { privacy_settings: ['user_id'], blocks: ['blocker_id', 'blocked_id', 'email', 'email_key'] },
  erase: (userId) => [
    sql`DELETE FROM privacy_settings WHERE user_id = ${userId}`,
    // Also what others blocked: there is nobody left to keep away, and an address they typed is this person's.
    sql`DELETE FROM blocks WHERE blocker_id = ${userId} OR blocked_id = ${userId} OR email_key = ${emailKeyOf(userId)}`,
  ],
  export: (db, userId) =>
    readParts(db, {
      settings: sql`SELECT messages_from_anyone AS messagesFromAnyone, public_badges AS publicBadges,
        public_online_status AS publicOnlineStatus, public_upcoming_games AS publicUpcomingGames, updated_at AS updatedAt
        FROM privacy_settings WHERE user_id = ${userId}`,
      // Who was blocked by their address is told by it: whether someone has an account with it is nobody's business.
      blocked: sql`SELECT coalesce(email, iif(${isShown(userId, sql`blocked_id`)}, ${nameOf(sql`blocked_id`)}, 'Someone')) AS person,
        created_at AS createdAt FROM blocks WHERE blocker_id = ${userId} ORDER BY created_at`,
    }),
}
