import * as v from 'valibot'

/** The person who sends the request, with the facts that guards need. */
export const Viewer = v.object({
  id: v.pipe(v.string(), v.minLength(1), v.maxLength(64)),
  /** The display name or, before there is one, the part of the email before the `@`. */
  name: v.string(),
  emailVerified: v.boolean(),
  profileComplete: v.boolean(),
  /** The smallest size of their picture. */
  pictureUrl: v.optional(v.nullable(v.string())),
})
export type Viewer = v.InferOutput<typeof Viewer>

export const Session = v.object({ viewer: v.nullable(Viewer) })
export type Session = v.InferOutput<typeof Session>
