import * as v from 'valibot'
import { Id } from '../ids.ts'

export const privacySwitches = ['messagesFromAnyone', 'publicBadges', 'publicOnlineStatus', 'publicUpcomingGames'] as const
export type PrivacySwitch = (typeof privacySwitches)[number]

export const PrivacySwitches = v.object({
  messagesFromAnyone: v.boolean(),
  publicBadges: v.boolean(),
  publicOnlineStatus: v.boolean(),
  publicUpcomingGames: v.boolean(),
})
export type PrivacySwitches = v.InferOutput<typeof PrivacySwitches>

/** What was never stored reads as off. */
export const nothingPublic: PrivacySwitches = {
  messagesFromAnyone: false,
  publicBadges: false,
  publicOnlineStatus: false,
  publicUpcomingGames: false,
}

/** Only what changes is sent, so that two tabs do not undo each other. */
export const ChangePrivacy = v.pipe(
  v.partial(v.strictObject(PrivacySwitches.entries)),
  v.check((changes) => Object.keys(changes).length > 0, 'There is nothing to change.'),
)
export type ChangePrivacy = v.InferOutput<typeof ChangePrivacy>

/** An entry made by address shows the address and tells nothing of an account: `userId` is null there. */
export const BlockEntry = v.object({
  id: v.string(),
  userId: v.nullable(v.string()),
  email: v.nullable(v.string()),
  name: v.string(),
  pictureUrl: v.nullable(v.string()),
  blockedAt: v.number(),
})
export type BlockEntry = v.InferOutput<typeof BlockEntry>

export const BlockPage = v.object({ blocklist: v.array(BlockEntry), next: v.nullable(v.string()) })
export type BlockPage = v.InferOutput<typeof BlockPage>

export const maxBlocks = 1000
const blocksAtOnce = 100

/** People by id, and entries of one's own user lists, which may be addresses. */
export const BlockPeople = v.pipe(
  v.object({
    userIds: v.optional(v.pipe(v.array(Id), v.maxLength(blocksAtOnce)), []),
    listItemIds: v.optional(v.pipe(v.array(Id), v.maxLength(blocksAtOnce)), []),
  }),
  v.check(({ userIds, listItemIds }) => userIds.length + listItemIds.length > 0, 'Choose someone to block.'),
)
export type BlockPeople = v.InferOutput<typeof BlockPeople>

/** How many were not blocked before. */
export const BlockAnswer = v.object({ blocked: v.number() })
export const BlockId = v.object({ id: Id })
