import { day } from '../time/spans.ts'

/** Seconds to wait before the next try: 10, 20, 40, … up to an hour. If the provider asks for a longer wait, up to half a day. */
export const getRetryDelay = (attempts: number, requested = 0) =>
  Math.min(Math.max(requested, Math.min(10 * 2 ** (attempts - 1), 3600)), 43_200)

/** How long we remember a finished job, so that a late second delivery is recognized. */
export const doneJobLifetime = 7 * day

/** A message younger than this is still being sent by the request that wrote it. */
export const outboxGracePeriod = 30 * 1000

/** A queue accepts 256 KB per batch. The difference leaves room for what the queue adds to each message. */
const maxBatchBytes = 200_000

/** Splits messages into batches that a queue accepts, and keeps their order. */
export function splitBySize<Message extends { body: string }>(messages: readonly Message[]): Message[][] {
  const batches: Message[][] = []
  let size = 0
  for (const message of messages) {
    const bytes = new TextEncoder().encode(message.body).length + 200
    const batch = batches.at(-1)
    if (batch && size + bytes <= maxBatchBytes) {
      batch.push(message)
      size += bytes
    } else {
      batches.push([message])
      size = bytes
    }
  }
  return batches
}
