import * as v from 'valibot'

/** The client makes one key for each thing it creates, so that a repeated request does not create it twice. */
export const IdempotencyKey = v.pipe(v.string(), v.regex(/^[\w-]{8,64}$/, 'This is not a valid idempotency key.'))

/** An id that we generated, or a fixed id of the demo data. */
export const Id = v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/, 'This is not a valid id.'))

/** Where the next page of a list starts. Clients must not read it. */
export const Cursor = v.optional(v.pipe(v.string(), v.maxLength(300)))
export const CursorOnly = v.object({ cursor: Cursor })
