import { eq, or, sql } from 'drizzle-orm'
import { emailKeyOf, exportedNameOf } from '../accounts/exported-name-of.ts'
import { selectAs } from '../platform/columns.ts'
import { type PersonData, readParts } from '../platform/person-data.ts'
import { switches } from './queries.ts'
import { isEntryVisibleTo } from './reach.ts'
import { blocks, privacySettings } from './schema.ts'

export const privacyData: PersonData = {
  feature: 'privacy',
  tables: { privacy_settings: ['user_id'], blocks: ['blocker_id', 'blocked_id', 'email', 'email_key'] },
  erase: (userId) => [
    sql`DELETE FROM ${privacySettings} WHERE ${eq(privacySettings.userId, userId)}`,
    // Blocks by other people go too: there is nobody left to block, and the emails they typed belong to this person.
    sql`DELETE FROM ${blocks} WHERE ${or(eq(blocks.blockerId, userId), eq(blocks.blockedId, userId), eq(blocks.emailKey, emailKeyOf(userId)))}`,
  ],
  export: (db, userId) =>
    readParts(db, {
      settings: selectAs(
        { ...switches, updatedAt: privacySettings.updatedAt },
        sql`FROM ${privacySettings} WHERE ${eq(privacySettings.userId, userId)}`,
      ),
      // A person blocked by email appears with that email, so that the export does not reveal whether it has an account.
      blocked: selectAs(
        {
          person: sql`coalesce(${blocks.email}, iif(${isEntryVisibleTo(userId, blocks.blockedId)}, ${exportedNameOf(blocks.blockedId)}, 'Someone'))`,
          createdAt: blocks.createdAt,
        },
        sql`FROM ${blocks} WHERE ${eq(blocks.blockerId, userId)} ORDER BY ${blocks.createdAt}`,
      ),
    }),
}
