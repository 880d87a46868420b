import * as v from 'valibot'

/** What a push carries: words, where a tap leads, and a tag that makes a repeated delivery one notification. */
export const PushMessage = v.object({
  title: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
  body: v.pipe(v.string(), v.maxLength(300)),
  // Browsers drop tabs and line breaks from an address: what follows them must not become the second slash.
  path: v.pipe(v.string(), v.regex(/^\/(?![/\\])\P{Cc}*$/u, 'A path on this site.')),
  tag: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
})
export type PushMessage = v.InferOutput<typeof PushMessage>

/** The message in a push, or null for anything else: nobody is bothered with what cannot be read. */
export function readPushMessage(text: string | undefined): PushMessage | null {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), PushMessage), text)
  return parsed.success ? parsed.output : null
}
