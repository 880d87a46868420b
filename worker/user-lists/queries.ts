import { and, eq, type SQL, sql } from 'drizzle-orm'
import { makeFace } from '../../domain/profiles/faces.ts'
import { maxListItems, maxLists, type UserList, type UserListItem, type UserListSummary } from '../../domain/user-lists/contract.ts'
import { people } from '../accounts/shared.ts'
import { readAll, runBatch } from '../platform/batch.ts'
import { selectAs } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { asBoolean, asNumber, asText, type RowQuery, select } from '../platform/row-query.ts'
import { isEntryVisibleTo, isOnBlocklist, isVisibleTo } from '../privacy/reach.ts'
import { userListItems as items, userLists as lists } from './schema.ts'

export const isOwnList = (ownerId: string, listId: string | null) => sql`${lists.id} = ${listId} AND ${lists.ownerId} = ${ownerId}`

/**
 * In a statement: the entries of all lists of one owner, as rows of `id`, `personId`, `email` and `emailKey`. A statement may
 * compare the emails, but other people must never see them.
 */
export const selectOwnListItems = (ownerId: string): SQL =>
  selectAs(
    { id: items.id, personId: items.userId, email: items.email, emailKey: items.emailKey },
    sql`FROM ${items} JOIN ${lists} ON ${lists.id} = ${items.listId} WHERE ${lists.ownerId} = ${ownerId}`,
  )

/** In the order of creation. Counting reads a few rows for each entry. */
export const listUserLists = (db: Database, ownerId: string): Promise<UserListSummary[]> =>
  readAll(
    db,
    select(
      { uid: lists.id, name: lists.name, count: asNumber },
      sql`SELECT ${lists.id} AS uid, ${lists.name} AS name, (
          SELECT count(*) FROM ${items} WHERE ${items.listId} = ${lists.id} AND ${isEntryVisibleTo(ownerId, items.userId)}) AS count
        FROM ${lists} WHERE ${lists.ownerId} = ${ownerId} ORDER BY ${lists.createdAt}, ${lists.id} LIMIT ${maxLists}`,
    ),
  )

export async function findUserList(db: Database, ownerId: string, listId: string): Promise<UserList | null> {
  const { found, entries } = await runBatch(db, {
    found: db
      .select({ uid: lists.id, name: lists.name })
      .from(lists)
      .where(and(eq(lists.id, listId), eq(lists.ownerId, ownerId))),
    entries: selectItems(ownerId, listId),
  })
  const [list] = found.rows
  return list ? { ...list, userListItems: entries.rows.map(toListItem) } : null
}

type ItemRow = {
  id: string
  personId: string | null
  email: string | null
  name: string | null
  photoKey: string | null
  isBlocked: boolean
}

/**
 * An entry by email shows only the email. Deleted accounts and people who blocked the owner are left out in the same way. The
 * name is joined here, because people whom the owner blocked stay in the owner's lists but are left out of other lists.
 */
export const selectItems = (ownerId: string, listId: string, only: SQL = sql`true`): RowQuery<ItemRow> =>
  select(
    {
      id: items.id,
      personId: items.userId,
      email: items.email,
      name: people.displayName,
      photoKey: people.photoKey,
      isBlocked: asBoolean,
    },
    selectAs(
      {
        id: items.id,
        personId: items.userId,
        email: items.email,
        name: people.displayName,
        photoKey: people.photoKey,
        isBlocked: isOnBlocklist(ownerId, { personId: items.userId, emailKey: items.emailKey }),
      },
      sql`FROM ${lists} CROSS JOIN ${items} ON ${items.listId} = ${lists.id}
          LEFT JOIN ${people} ON ${people.id} = ${items.userId} AND ${isVisibleTo(ownerId, people)}
        WHERE ${isOwnList(ownerId, listId)} AND (${items.userId} IS NULL OR ${people.id} IS NOT NULL) AND ${only}
        ORDER BY ${items.createdAt}, ${items.id} LIMIT ${maxListItems}`,
    ),
  )

export function toListItem({ id, personId, email, name, photoKey, isBlocked }: ItemRow): UserListItem {
  const face = makeFace(personId ?? id, name, photoKey)
  return { id, uid: personId, email, displayName: email ?? face.name, pictureUrl: face.pictureUrl, isBlocked }
}

/** The emails in one of the owner's lists. */
export const selectListEmails = (ownerId: string, listId: string | null) =>
  select(
    { email: asText },
    sql`SELECT ${items.email} AS email FROM ${lists} JOIN ${items} ON ${items.listId} = ${lists.id}
      WHERE ${isOwnList(ownerId, listId)} AND ${items.email} IS NOT NULL`,
  )

/** In a statement: the people in one of the owner's lists, as rows of `id`. Entries by email are left out. */
export const selectListPeople = (ownerId: string, listId: string | null): SQL =>
  sql`SELECT ${items.userId} AS id FROM ${lists} JOIN ${items} ON ${items.listId} = ${lists.id}
    WHERE ${isOwnList(ownerId, listId)} AND ${items.userId} IS NOT NULL`
