import * as v from 'valibot'
import { Id } from '../ids.ts'

export const privacySwitches = [
  'messagesFromAnyone',
  'publicBadges',
  'publicOnlineStatus',
  'publicUpcomingGames',
  'publicHours',
  'publicLinkPreview',
] as const
export type PrivacySwitch = (typeof privacySwitches)[number]

export const PrivacySwitches = v.object({
  messagesFromAnyone: v.boolean(),
  publicBadges: v.boolean(),
  publicOnlineStatus: v.boolean(),
  publicUpcomingGames: v.boolean(),
  /** Whether others see in words how similar their hours are. Nobody ever sees the hours. */
  publicHours: v.boolean(),
  /** Whether chats show the name, city and activities under a link to the profile, which only members can open. */
  publicLinkPreview: v.boolean(),
})
export type PrivacySwitches = v.InferOutput<typeof PrivacySwitches>

/** The settings of a person who has stored none. */
export const defaultPrivacy: PrivacySwitches = {
  messagesFromAnyone: false,
  publicBadges: false,
  publicOnlineStatus: false,
  publicUpcomingGames: false,
  publicHours: false,
  publicLinkPreview: false,
}

/** The client sends only the changed switches, so that two tabs do not overwrite each other. */
export const ChangePrivacy = v.pipe(
  v.partial(v.strictObject(PrivacySwitches.entries)),
  v.check((changes) => Object.keys(changes).length > 0, 'There is nothing to change.'),
)
export type ChangePrivacy = v.InferOutput<typeof ChangePrivacy>

/** An entry blocked by email shows only the email. Its `userId` is null, so that it does not reveal whether there is an account. */
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
const maxBlocksPerRequest = 100

/** People by id, and entries of the viewer's own user lists, which may be emails. */
export const BlockPeople = v.pipe(
  v.object({
    userIds: v.optional(v.pipe(v.array(Id), v.maxLength(maxBlocksPerRequest)), []),
    listItemIds: v.optional(v.pipe(v.array(Id), v.maxLength(maxBlocksPerRequest)), []),
  }),
  v.check(({ userIds, listItemIds }) => userIds.length + listItemIds.length > 0, 'Choose someone to block.'),
)
export type BlockPeople = v.InferOutput<typeof BlockPeople>

/** The number of people who were not blocked before. */
export const BlockAnswer = v.object({ blocked: v.number() })
export const BlockId = v.object({ id: Id })
