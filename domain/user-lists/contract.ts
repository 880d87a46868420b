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

/** A person by id from the search, or an email. The response does not reveal whether the email has an account. */
export const AddToUserList = v.union(
  [v.strictObject({ userId: Id }), v.strictObject({ email: Email })],
  'Choose a person or enter an email.',
)
export type AddToUserList = v.InferOutput<typeof AddToUserList>

export const UserListItem = v.object({
  id: v.string(),
  uid: v.nullable(v.string()),
  email: v.nullable(v.string()),
  displayName: v.string(),
  pictureUrl: v.nullable(v.string()),
  /** Whether the viewer has blocked them, as far as the viewer may know. */
  isBlocked: v.boolean(),
})
export type UserListItem = v.InferOutput<typeof UserListItem>

export const UserListSummary = v.object({ uid: v.string(), name: v.string(), count: v.number() })
export type UserListSummary = v.InferOutput<typeof UserListSummary>
export const UserLists = v.object({ lists: v.array(UserListSummary) })
export const UserList = v.object({ uid: v.string(), name: v.string(), userListItems: v.array(UserListItem) })
export type UserList = v.InferOutput<typeof UserList>
