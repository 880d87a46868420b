import { type SQL, sql } from 'drizzle-orm'
import { makeFace } from '../../domain/profiles/faces.ts'
import { listItemsMost, listsMost, type UserList, type UserListItem, type UserListSummary } from '../../domain/user-lists/contract.ts'
import { runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { isOnBlocklist, isShown, isThere } from '../privacy/reach.ts'

/** The entries of all lists of one person. An address in them may be compared in a statement and never leaves for others. */
export const ownListItems = (ownerId: string): SQL => sql`
  SELECT i.id, i.user_id AS personId, i.email, i.email_key AS emailKey FROM user_list_items i JOIN user_lists l ON l.id = i.list_id WHERE l.owner_id = ${ownerId}`

/** In the order they were made. Counting reads a few rows for each entry. */
export async function listUserLists(db: Database, ownerId: string): Promise<UserListSummary[]> {
  const [found] = await runBatch<UserListSummary>(db, [
    sql`SELECT id AS uid, name, (
        SELECT count(*) FROM user_list_items i WHERE i.list_id = l.id AND ${isShown(ownerId, sql`i.user_id`)}) AS count
      FROM user_lists l WHERE owner_id = ${ownerId} ORDER BY created_at, id LIMIT ${listsMost}`,
  ])
  return found?.results ?? []
}

export async function findUserList(db: Database, ownerId: string, listId: string): Promise<UserList | null> {
  const [found, items] = await runBatch(db, [
    sql`SELECT id AS uid, name FROM user_lists WHERE id = ${listId} AND owner_id = ${ownerId}`,
    selectItems(ownerId, listId),
  ])
  const list = found?.results[0] as { uid: string; name: string } | undefined
  return list ? { ...list, userListItems: readItems(items) } : null
}

type Row = {
  id: string
  personId: string | null
  email: string | null
  displayName: string | null
  photoKey: string | null
  isBlocked: number
}

/**
 * An entry by address shows the address and nothing else. Who is gone and who blocked the owner are left out alike.
 * The account is joined for its name: whom the owner blocked is in no list of faces, but stays in their own lists.
 */
export const selectItems = (ownerId: string, listId: string, only?: SQL): SQL => sql`
  SELECT i.id, i.user_id AS personId, i.email, u.display_name AS displayName, u.photo_key AS photoKey,
    ${isOnBlocklist(ownerId, { personId: sql`i.user_id`, emailKey: sql`i.email_key` })} AS isBlocked
  FROM user_lists l CROSS JOIN user_list_items i ON i.list_id = l.id
    LEFT JOIN users u ON u.id = i.user_id AND ${isThere(ownerId, { id: sql`u.id`, deletedAt: sql`u.deleted_at` })}
  WHERE l.id = ${listId} AND l.owner_id = ${ownerId} AND (i.user_id IS NULL OR u.id IS NOT NULL) ${only ? sql`AND ${only}` : sql``}
  ORDER BY i.created_at, i.id LIMIT ${listItemsMost}`

export const readItems = (result: D1Result | undefined): UserListItem[] =>
  ((result?.results ?? []) as Row[]).map(({ id, personId, email, displayName, photoKey, isBlocked }) => {
    const face = makeFace(personId ?? id, displayName, photoKey)
    return { id, uid: personId, email, displayName: email ?? face.name, pictureUrl: face.pictureUrl, isBlocked: isBlocked === 1 }
  })

/** Those of one's own list who are known by name. An address in it leads to nobody. */
export const selectListPeople = (ownerId: string, listId: string | null): SQL => sql`
  SELECT i.user_id AS id FROM user_lists l JOIN user_list_items i ON i.list_id = l.id
  WHERE l.id = ${listId} AND l.owner_id = ${ownerId} AND i.user_id IS NOT NULL`
