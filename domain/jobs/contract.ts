import * as v from 'valibot'

export const queueNames = ['mail', 'notices'] as const
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
