/** Seconds to wait before trying again: 10, 20, 40, … up to an hour. */
export const retryDelay = (attempts: number) => Math.min(10 * 2 ** (attempts - 1), 3600)

/** How long a finished job is remembered, so that a late second delivery is recognized. */
export const doneKeptFor = 7 * 24 * 60 * 60 * 1000

/** A message younger than this is still being sent by the request that wrote it. */
export const outboxGrace = 30 * 1000
