import * as v from 'valibot'

/** Who is asking, as far as guards need to know. */
export const Viewer = v.object({
  id: v.pipe(v.string(), v.minLength(1), v.maxLength(64)),
  /** What to call them: the display name or, before there is one, the beginning of the email. */
  name: v.string(),
  emailVerified: v.boolean(),
  profileComplete: v.boolean(),
  /** Their face, small; none before there is one. */
  pictureUrl: v.optional(v.nullable(v.string())),
})
export type Viewer = v.InferOutput<typeof Viewer>

export const Session = v.object({ viewer: v.nullable(Viewer) })
export type Session = v.InferOutput<typeof Session>
