import { and, eq, sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import { canonicalAddress } from '../../domain/mail/rules.ts'
import { type AddToUserList, type CreateUserList, maxListItems, maxLists, type UserListItem } from '../../domain/user-lists/contract.ts'
import { people } from '../accounts/shared.ts'
import { runBatch, write } from '../platform/batch.ts'
import { insertSelect } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { deriveId } from '../platform/derive-id.ts'
import type { Clock } from '../platform/from-request.ts'
import { asBoolean, select } from '../platform/row-query.ts'
import { requireReach } from '../privacy/reach.ts'
import { isOwnList, selectItems, toListItem } from './queries.ts'
import { userListItems as items, userLists as lists } from './schema.ts'

export const listNotFound = () => new AppError('UserListNotFound')

/** Returns the id of the list. A second request with the same key creates no second list. */
export async function createUserList(db: Database, { now, newId }: Clock, ownerId: string, input: CreateUserList): Promise<string> {
  const { name, idempotencyKey } = input
  const id = idempotencyKey === undefined ? newId() : await deriveId('user-list', ownerId, idempotencyKey)
  const { existing, created } = await runBatch(db, {
    existing: db.select({ id: lists.id }).from(lists).where(eq(lists.id, id)),
    created: insertSelect(
      lists,
      { id, ownerId, name, createdAt: now, updatedAt: now },
      sql`WHERE (SELECT count(*) FROM ${lists} WHERE ${lists.ownerId} = ${ownerId}) < ${maxLists} ON CONFLICT DO NOTHING`,
    ),
  })
  if (created.changes === 0 && existing.rows.length === 0) throw new AppError('UserListsFull', { values: { max: maxLists } })
  return id
}

export async function renameUserList(db: Database, now: number, ownerId: string, listId: string, name: string): Promise<void> {
  const renamed = await write(
    db,
    db
      .update(lists)
      .set({ name, updatedAt: now })
      .where(and(eq(lists.id, listId), eq(lists.ownerId, ownerId))),
  )
  if (renamed === 0) throw listNotFound()
}

export async function deleteUserList(db: Database, ownerId: string, listId: string): Promise<void> {
  const { deleted } = await runBatch(db, {
    entries: db.delete(items).where(isInOwnList(ownerId, listId)),
    deleted: db.delete(lists).where(and(eq(lists.id, listId), eq(lists.ownerId, ownerId))),
  })
  if (deleted.changes === 0) throw listNotFound()
}

const selectOwnList = (ownerId: string, listId: string) => sql`(SELECT ${lists.id} FROM ${lists} WHERE ${isOwnList(ownerId, listId)})`

const isInOwnList = (ownerId: string, listId: string) => eq(items.listId, selectOwnList(ownerId, listId))

/**
 * Adds a person whom the owner may find, or any email; we never look up whether an email has an account. If the entry
 * exists, it is returned.
 */
export async function addToUserList(
  db: Database,
  { now, newId }: Clock,
  ownerId: string,
  listId: string,
  input: AddToUserList,
): Promise<UserListItem> {
  const personId = 'userId' in input ? input.userId : null
  const email = 'email' in input ? input.email : null
  if (personId !== null) await requireReach(db, ownerId, personId, 'search')
  const emailKey = email === null ? null : canonicalAddress(email)
  const isOwnAddress = sql`EXISTS (SELECT 1 FROM ${people} WHERE ${people.id} = ${ownerId} AND ${people.emailKey} = ${emailKey})`
  const { facts, found } = await runBatch(db, {
    facts: select(
      { isMine: asBoolean, isOwnAddress: asBoolean },
      sql`SELECT EXISTS ${selectOwnList(ownerId, listId)} AS isMine, ${isOwnAddress} AS isOwnAddress`,
    ),
    added: insertSelect(
      items,
      { id: newId(), listId: lists.id, userId: personId, email, emailKey, createdAt: now },
      sql`FROM ${lists} WHERE ${isOwnList(ownerId, listId)}
        AND (SELECT count(*) FROM ${items} WHERE ${items.listId} = ${listId}) < ${maxListItems} AND NOT ${isOwnAddress}
        ON CONFLICT DO NOTHING`,
    ),
    found: selectItems(ownerId, listId, sql`(${items.userId} = ${personId} OR ${items.emailKey} = ${emailKey})`),
  })
  const [item] = found.rows
  if (item) return toListItem(item)
  const [refusal] = facts.rows
  if (!refusal?.isMine) throw listNotFound()
  throw refusal.isOwnAddress ? new AppError('EmailIsOwn') : new AppError('UserListFull', { values: { max: maxListItems } })
}

export async function removeFromUserList(db: Database, ownerId: string, listId: string, itemId: string): Promise<void> {
  const removed = await write(db, db.delete(items).where(and(eq(items.id, itemId), isInOwnList(ownerId, listId))))
  if (removed === 0) throw listNotFound()
}
