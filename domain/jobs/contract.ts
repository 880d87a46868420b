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

/** What takes long or touches files. These words stay as they are: an older release may have queued them. */
export const Work = v.variant('kind', [
  v.object({ kind: v.literal('export'), exportId: v.string(), platform: v.optional(v.picklist(platformIds)) }),
  /** A key that ends with a slash means all files below it. */
  v.object({ kind: v.literal('erase-files'), keys: v.array(v.string()) }),
  /** Something about an event that many are to hear of. Who that is, and whether it still holds, is looked up when it is told. */
  v.object({
    kind: v.literal('event-news'),
    what: v.picklist(['published', 'changed', 'cancelled', 'update', 'dayBefore', 'hoursBefore', 'howWasIt']),
    eventId: v.string(),
    /** Names the fact: a version, or the id of a hosts' message. */
    fact: v.string(),
    /** The last person whom the job before it told, where they are more than one job tells. */
    after: v.optional(v.string()),
    platform: v.optional(v.picklist(platformIds)),
  }),
  /** Someone set their profile up: who plays the same near by is to hear of it. */
  v.object({ kind: v.literal('newcomer'), userId: v.string(), platform: v.optional(v.picklist(platformIds)) }),
  /** A reminder of many events at once. The fact is the start that each was to be reminded of. */
  v.object({
    kind: v.literal('event-reminders'),
    what: v.picklist(['dayBefore', 'hoursBefore', 'howWasIt']),
    events: v.array(v.object({ eventId: v.string(), fact: v.string() })),
  }),
])
export type Work = v.InferOutput<typeof Work>
