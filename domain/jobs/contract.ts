import * as v from 'valibot'
import { platformIds } from '../platforms.ts'

export const queueNames = ['mail', 'notices', 'work'] as const
export type QueueName = (typeof queueNames)[number]

/** A job that failed every time it was tried, as an operator sees it: what and why, not whose. */
export const DeadLetter = v.object({
  id: v.string(),
  queue: v.picklist(queueNames),
  error: v.nullable(v.string()),
  attempts: v.number(),
  failedAt: v.number(),
})
export type DeadLetter = v.InferOutput<typeof DeadLetter>

export const DeadLetterList = v.object({ deadLetters: v.array(DeadLetter) })
export const JobId = v.object({ id: v.pipe(v.string(), v.minLength(1), v.maxLength(200)) })

const platform = v.optional(v.picklist(platformIds))

/**
 * What takes long or touches files: each kind with what its message says. The names of kinds and fields stay as they are: an older
 * release may have queued them. A new kind is an entry here, and worker/work.ts then does not compile before it says how it is done.
 */
export const workKinds = {
  export: v.object({ exportId: v.string(), platform }),
  /** A key that ends with a slash means all files below it. */
  'erase-files': v.object({ keys: v.array(v.string()) }),
  /** Someone deleted their account: what Durable Objects hold of them goes too. */
  'forget-objects': v.object({ userId: v.string() }),
  /** Games that are over: what counts for the badges of those who were in them is counted anew. */
  'games-over': v.object({ eventIds: v.array(v.string()) }),
}

export type WorkKind = keyof typeof workKinds
export type WorkOf<Kind extends WorkKind> = { kind: Kind } & v.InferOutput<(typeof workKinds)[Kind]>
export type Work = { [Kind in WorkKind]: WorkOf<Kind> }[WorkKind]
