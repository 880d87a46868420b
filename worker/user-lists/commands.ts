import { sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import { canonicalAddress } from '../../domain/mail/rules.ts'
import { type AddToUserList, type CreateUserList, listItemsMost, listsMost, type UserListItem } from '../../domain/user-lists/contract.ts'
import { runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { deriveId } from '../platform/derive-id.ts'
import type { Clock } from '../platform/from-request.ts'
import { requireReach } from '../privacy/reach.ts'
import { readItems, selectItems } from './queries.ts'

export const listNotFound = () => new AppError('UserListNotFound')

/** Answers the list's id. Asked again with the same key, it makes no second one. */
export async function createUserList(db: Database, { now, newId }: Clock, ownerId: string, input: CreateUserList): Promise<string> {
  const { name, idempotencyKey } = input
  const id = idempotencyKey === undefined ? newId() : await deriveId('user-list', ownerId, idempotencyKey)
  const [known, made] = await runBatch(db, [
    sql`SELECT 1 FROM user_lists WHERE id = ${id}`,
    sql`INSERT INTO user_lists (id, owner_id, name, created_at, updated_at)
      SELECT ${id}, ${ownerId}, ${name}, ${now}, ${now} WHERE (SELECT count(*) FROM user_lists WHERE owner_id = ${ownerId}) < ${listsMost}
      ON CONFLICT (id) DO NOTHING`,
  ])
  if (made?.meta.changes === 0 && known?.results.length === 0) throw new AppError('UserListsFull', { values: { max: listsMost } })
  return id
}

export async function renameUserList(db: Database, now: number, ownerId: string, listId: string, name: string): Promise<void> {
  const [renamed] = await runBatch(db, [
    sql`UPDATE user_lists SET name = ${name}, updated_at = ${now} WHERE id = ${listId} AND owner_id = ${ownerId}`,
  ])
  if (renamed?.meta.changes === 0) throw listNotFound()
}

export async function deleteUserList(db: Database, ownerId: string, listId: string): Promise<void> {
  const [, deleted] = await runBatch(db, [
    sql`DELETE FROM user_list_items WHERE list_id = (${ownList(ownerId, listId)})`,
    sql`DELETE FROM user_lists WHERE id = ${listId} AND owner_id = ${ownerId}`,
  ])
  if (deleted?.meta.changes === 0) throw listNotFound()
}

const ownList = (ownerId: string, listId: string) => sql`SELECT id FROM user_lists WHERE id = ${listId} AND owner_id = ${ownerId}`

type Refusal = { isMine: number; isOwnAddress: number }

/** Adds a person the owner may find, or any address: that one is looked up nowhere. Who is in already is answered as they stand there. */
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
  const isOwnAddress = sql`EXISTS (SELECT 1 FROM users WHERE id = ${ownerId} AND email_key = ${emailKey})`
  const [met, , there] = await runBatch(db, [
    sql`SELECT EXISTS (${ownList(ownerId, listId)}) AS isMine, ${isOwnAddress} AS isOwnAddress`,
    sql`INSERT INTO user_list_items (id, list_id, user_id, email, email_key, created_at)
      SELECT ${newId()}, id, ${personId}, ${email}, ${emailKey}, ${now} FROM (${ownList(ownerId, listId)})
      WHERE (SELECT count(*) FROM user_list_items WHERE list_id = ${listId}) < ${listItemsMost} AND NOT ${isOwnAddress}
      ON CONFLICT DO NOTHING`,
    selectItems(ownerId, listId, sql`(i.user_id = ${personId} OR i.email_key = ${emailKey})`),
  ])
  const [item] = readItems(there)
  if (item) return item
  const facts = met?.results[0] as Refusal | undefined
  if (!facts?.isMine) throw listNotFound()
  throw facts.isOwnAddress ? new AppError('EmailIsOwn') : new AppError('UserListFull', { values: { max: listItemsMost } })
}

export async function removeFromUserList(db: Database, ownerId: string, listId: string, itemId: string): Promise<void> {
  const [removed] = await runBatch(db, [sql`DELETE FROM user_list_items WHERE id = ${itemId} AND list_id = (${ownList(ownerId, listId)})`])
  if (removed?.meta.changes === 0) throw listNotFound()
}
