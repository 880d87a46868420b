import { day } from '../time/spans.ts'

/** A browser tells us this often that it is still there, because it may get a new endpoint without telling us. */
export const registrationLifetime = 7 * day

/** A message that could not be delivered for this long is not worth a sound anymore. */
export const pushLifetime = day

/** A push service that needs longer than this is slow, and we try again later. */
export const pushTimeout = 10_000
