import * as v from 'valibot'

/** Made by the client once for each thing it creates, so that a repeated request makes no second one. */
export const IdempotencyKey = v.pipe(v.string(), v.regex(/^[\w-]{8,64}$/, 'This is no idempotency key.'))

/** Ours, or a fixed handle of the demo world. */
export const Id = v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/, 'This is no id.'))

/** Where a page of a list goes on; opaque. */
export const Cursor = v.optional(v.pipe(v.string(), v.maxLength(300)))
export const CursorOnly = v.object({ cursor: Cursor })
