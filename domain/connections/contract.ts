import * as v from 'valibot'
import { CursorOnly } from '../ids.ts'
import { Face } from '../profiles/contract.ts'
import { oneLineText } from '../texts.ts'

/** The state as one of the two people sees it: a request is `sent` for one and `received` for the other. */
export const connectionStates = ['sent', 'received', 'connected'] as const
export type ConnectionState = (typeof connectionStates)[number]

export const maxConnections = 2000
export const maxFollows = 2000
export const peoplePageSize = 30

export const maxNoteLength = 200

/** A note says who asks and where they met. Accepting a request ignores it. */
export const ConnectionRequest = v.object({ note: v.optional(oneLineText('The note', maxNoteLength), '') })

export const ConnectionSearch = v.object({
  state: v.optional(v.picklist(connectionStates), 'connected'),
  ...CursorOnly.entries,
})

export const Connection = v.object({
  person: Face,
  state: v.picklist(connectionStates),
  since: v.number(),
  /** What came with a request; empty once they are connected. */
  note: v.string(),
})
export type Connection = v.InferOutput<typeof Connection>

export const ConnectionPage = v.object({ connections: v.array(Connection), next: v.nullable(v.string()) })
export type ConnectionPage = v.InferOutput<typeof ConnectionPage>

/** The state after a request. When two people request each other, they are connected. */
export const ConnectionAnswer = v.object({ state: v.nullable(v.picklist(connectionStates)) })

/** The people the viewer follows. The spec calls them favorites. */
export const FollowPage = v.object({ people: v.array(Face), next: v.nullable(v.string()) })
export type FollowPage = v.InferOutput<typeof FollowPage>

export const FollowAnswer = v.object({ isFollowing: v.boolean(), followers: v.number() })
export type FollowAnswer = v.InferOutput<typeof FollowAnswer>
