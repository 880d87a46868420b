import { day } from '../time/spans.ts'

/** Seconds to wait before trying again: 10, 20, 40, … up to an hour; asked to wait longer, at most half a day. */
export const retryDelay = (attempts: number, asked = 0) => Math.min(Math.max(asked, Math.min(10 * 2 ** (attempts - 1), 3600)), 43_200)

/** How long a finished job is remembered, so that a late second delivery is recognized. */
export const doneKeptFor = 7 * day

/** A message younger than this is still being sent by the request that wrote it. */
export const outboxGrace = 30 * 1000

/** A queue takes 256 KB at once; the rest is room for what wraps each message. */
const largestLoad = 200_000

/** Splits messages into loads that a queue takes at once, in their order. */
export function cutBySize<Message extends { body: string }>(messages: readonly Message[]): Message[][] {
  const loads: Message[][] = []
  let size = 0
  for (const message of messages) {
    const bytes = new TextEncoder().encode(message.body).length + 200
    const load = loads.at(-1)
    if (load && size + bytes <= largestLoad) {
      load.push(message)
      size += bytes
    } else {
      loads.push([message])
      size = bytes
    }
  }
  return loads
}
