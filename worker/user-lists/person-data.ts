import { sql } from 'drizzle-orm'
import { emailKeyOf, nameOf } from '../accounts/name-of.ts'
import { type PersonData, readParts } from '../platform/person-data.ts'
import { isShown } from '../privacy/reach.ts'

export const userListData: PersonData = {
  feature: 'user-lists',
  tables: { user_lists: ['owner_id'], user_list_items: ['user_id', 'email', 'email_key'] },
  erase: (userId) => [
    sql`DELETE FROM user_list_items WHERE list_id IN (SELECT id FROM user_lists WHERE owner_id = ${userId})`,
    // Out of the lists of others.
    sql`DELETE FROM user_list_items WHERE user_id = ${userId} OR email_key = ${emailKeyOf(userId)}`,
    sql`DELETE FROM user_lists WHERE owner_id = ${userId}`,
  ],
  export: (db, userId) =>
    readParts(db, {
      lists: sql`SELECT name, created_at AS createdAt, updated_at AS updatedAt FROM user_lists WHERE owner_id = ${userId} ORDER BY created_at`,
      people: sql`SELECT l.name AS list, coalesce(i.email, ${nameOf(sql`i.user_id`)}) AS person, i.created_at AS createdAt
        FROM user_list_items i JOIN user_lists l ON l.id = i.list_id WHERE l.owner_id = ${userId}
          AND ${isShown(userId, sql`i.user_id`)} ORDER BY i.created_at`,
    }),
}
