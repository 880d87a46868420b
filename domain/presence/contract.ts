import * as v from 'valibot'

/** One person's presence as others see it. */
export const Presence = v.object({
  online: v.boolean(),
  /** When they came online or went offline; null if they were never online. */
  since: v.nullable(v.number()),
})
export type Presence = v.InferOutput<typeof Presence>

export const PersonId = v.object({ userId: v.pipe(v.string(), v.minLength(1), v.maxLength(64)) })

/** The close code of a socket whose session has ended, in this browser or elsewhere. */
export const sessionEndedCode = 4401

/** How many sockets one person can have open, in all tabs and devices together. */
export const maxSockets = 20
/** The close code of a socket over this limit: a newer one took its place. */
export const tooManySocketsCode = 4429

/** A tab watches at most so many people. */
export const maxWatched = 50

/** The runtime answers a ping itself, so that it does not wake the Durable Object. */
export const ping = 'ping'
export const pong = 'pong'

/** How often clients send a ping. It costs no request to the object, because the runtime answers it. */
export const pingInterval = 8000
/**
 * After this long without a ping we count a socket as closed: a phone that loses its network sends no goodbye. Two pings may be late or lost,
 * and everybody knows it within 30 seconds.
 */
export const socketTimeout = 26_000
