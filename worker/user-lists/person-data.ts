import { sql } from 'drizzle-orm'
import { emailKeyOf, exportedNameOf } from '../accounts/exported-name-of.ts'
import { selectAs } from '../platform/columns.ts'
import { type PersonData, readParts } from '../platform/person-data.ts'
import { isEntryVisibleTo } from '../privacy/reach.ts'
import { userListItems as items, userLists as lists } from './schema.ts'

export const userListData: PersonData = {
  feature: 'user-lists',
  tables: { user_lists: ['owner_id'], user_list_items: ['user_id', 'email', 'email_key'] },
  erase: (userId) => [
    sql`DELETE FROM ${items} WHERE ${items.listId} IN (SELECT ${lists.id} FROM ${lists} WHERE ${lists.ownerId} = ${userId})`,
    // Removes the person from other people's lists.
    sql`DELETE FROM ${items} WHERE ${items.userId} = ${userId} OR ${items.emailKey} = ${emailKeyOf(userId)}`,
    sql`DELETE FROM ${lists} WHERE ${lists.ownerId} = ${userId}`,
  ],
  export: (db, userId) =>
    readParts(db, {
      lists: selectAs(
        { name: lists.name, createdAt: lists.createdAt, updatedAt: lists.updatedAt },
        sql`FROM ${lists} WHERE ${lists.ownerId} = ${userId} ORDER BY ${lists.createdAt}`,
      ),
      people: selectAs(
        { list: lists.name, person: sql`coalesce(${items.email}, ${exportedNameOf(items.userId)})`, createdAt: items.createdAt },
        sql`FROM ${items} JOIN ${lists} ON ${lists.id} = ${items.listId}
          WHERE ${lists.ownerId} = ${userId} AND ${isEntryVisibleTo(userId, items.userId)} ORDER BY ${items.createdAt}`,
      ),
    }),
}
