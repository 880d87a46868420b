import * as v from 'valibot'

/** One person's presence as others see it. */
export const Presence = v.object({
  online: v.boolean(),
  /** When they came online or went offline; null for someone never seen. */
  since: v.nullable(v.number()),
})
export type Presence = v.InferOutput<typeof Presence>

export const PersonId = v.object({ userId: v.pipe(v.string(), v.minLength(1), v.maxLength(64)) })

/** A socket is closed with this when the session it was opened with has ended, wherever that was done. */
export const sessionEnded = 4401

/** Answered by the runtime itself, so that a ping does not wake the object. */
export const ping = 'ping'
export const pong = 'pong'

/** Clients ping this often … */
export const pingEvery = 25_000
/** … and a socket silent for this long is a phone that left the network without saying so. */
export const silentAfter = 70_000
