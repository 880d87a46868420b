import * as v from 'valibot'
import { Email } from '../accounts/contract.ts'
import { Id, IdempotencyKey } from '../ids.ts'
import { properName } from '../texts.ts'

export const maxLists = 50
export const maxListItems = 200

const ListName = properName('A list name', 1, 60)

export const CreateUserList = v.object({ name: ListName, idempotencyKey: v.optional(IdempotencyKey) })
export type CreateUserList = v.InferOutput<typeof CreateUserList>
export const RenameUserList = v.object({ name: ListName })
export const UserListId = v.object({ id: Id })
export const UserListItemId = v.object({ id: Id, itemId: Id })

/** By id from the search, or by address: whether it has an account is not told. */
export const AddToUserList = v.union([v.strictObject({ userId: Id }), v.strictObject({ email: Email })], 'Pick a person or type an email.')
export type AddToUserList = v.InferOutput<typeof AddToUserList>

export const UserListItem = v.object({
  id: v.string(),
  uid: v.nullable(v.string()),
  email: v.nullable(v.string()),
  displayName: v.string(),
  pictureUrl: v.nullable(v.string()),
  /** On my blocklist already, as far as I could know. */
  isBlocked: v.boolean(),
})
export type UserListItem = v.InferOutput<typeof UserListItem>

export const UserListSummary = v.object({ uid: v.string(), name: v.string(), count: v.number() })
export type UserListSummary = v.InferOutput<typeof UserListSummary>
export const UserLists = v.object({ lists: v.array(UserListSummary) })
export const UserList = v.object({ uid: v.string(), name: v.string(), userListItems: v.array(UserListItem) })
export type UserList = v.InferOutput<typeof UserList>
