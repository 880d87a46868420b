import { eq, or, sql } from 'drizzle-orm'
import { emailKeyOf, nameOf } from '../accounts/name-of.ts'
import { selectAs } from '../platform/columns.ts'
import { type PersonData, readParts } from '../platform/person-data.ts'
import { switches } from './queries.ts'
import { isShown } from './reach.ts'
import { blocks, privacySettings } from './schema.ts'

export const privacyData: PersonData = {
  feature: 'privacy',
  tables: { privacy_settings: ['user_id'], blocks: ['blocker_id', 'blocked_id', 'email', 'email_key'] },
  erase: (userId) => [
    sql`DELETE FROM ${privacySettings} WHERE ${eq(privacySettings.userId, userId)}`,
    // Also what others blocked: nobody is left to keep away, and an address they typed is this person's.
    sql`DELETE FROM ${blocks} WHERE ${or(eq(blocks.blockerId, userId), eq(blocks.blockedId, userId), eq(blocks.emailKey, emailKeyOf(userId)))}`,
  ],
  export: (db, userId) =>
    readParts(db, {
      settings: selectAs(
        { ...switches, updatedAt: privacySettings.updatedAt },
        sql`FROM ${privacySettings} WHERE ${eq(privacySettings.userId, userId)}`,
      ),
      // Who was blocked by their address is shown by it: whether someone has an account with it is nobody's business.
      blocked: selectAs(
        {
          person: sql`coalesce(${blocks.email}, iif(${isShown(userId, blocks.blockedId)}, ${nameOf(blocks.blockedId)}, 'Someone'))`,
          createdAt: blocks.createdAt,
        },
        sql`FROM ${blocks} WHERE ${eq(blocks.blockerId, userId)} ORDER BY ${blocks.createdAt}`,
      ),
    }),
}
