import * as v from 'valibot'
import { Id, IdempotencyKey } from '../ids.ts'
import { Face } from '../profiles/contract.ts'
import { plainText } from '../texts.ts'

/** The owner renames the group, adds people and removes them. When the owner leaves, the person who is in it longest takes over. */
export const groupRoles = ['owner', 'member'] as const

export const maxGroupSize = 50
const maxGroupName = 60

export const GroupName = v.pipe(plainText('The name', maxGroupName), v.minLength(1, 'Give the group a name.'))

export const StartGroup = v.object({
  name: GroupName,
  userIds: v.pipe(
    v.array(Id),
    v.minLength(1, 'Choose at least one person.'),
    v.maxLength(maxGroupSize - 1, `A group can have up to ${maxGroupSize} people.`),
    v.transform((ids) => [...new Set(ids)]),
  ),
  /** The same key again returns the group that was made. */
  idempotencyKey: v.optional(IdempotencyKey),
})
export type StartGroup = v.InferOutput<typeof StartGroup>

export const UpdateGroup = v.object({ name: GroupName })

/** The people of a group, those who are in it longest first. A group is small, so they are one answer. */
export const GroupMembers = v.object({
  members: v.array(v.object({ ...Face.entries, role: v.picklist(groupRoles), joinedAt: v.number() })),
})
export type GroupMembers = v.InferOutput<typeof GroupMembers>

export const groupConversationId = (groupId: string) => `group_${groupId}`
