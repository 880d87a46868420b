import * as v from 'valibot'
import { maxCoHosts } from './co-host-limits.ts'

export const MakeCoHostLink = v.object({
  /** Whether it is for the later dates of the series too. */
  isForSeries: v.optional(v.boolean(), false),
  maxUses: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(maxCoHosts, `A link works for up to ${maxCoHosts} people.`)),
})
export type MakeCoHostLink = v.InferOutput<typeof MakeCoHostLink>

/** The link of a host, without its token: we store only the hash. */
const OwnCoHostLink = v.object({ isForSeries: v.boolean(), uses: v.number(), maxUses: v.number(), expiresAt: v.number() })
export type OwnCoHostLink = v.InferOutput<typeof OwnCoHostLink>

export const OwnCoHostLinkAnswer = v.object({ link: v.nullable(OwnCoHostLink) })
export type OwnCoHostLinkAnswer = v.InferOutput<typeof OwnCoHostLinkAnswer>

/** The only answer that contains the token. */
export const MadeCoHostLink = v.object({ token: v.string(), ...OwnCoHostLink.entries })
export type MadeCoHostLink = v.InferOutput<typeof MadeCoHostLink>

export const CoHostLinkToken = v.object({
  token: v.pipe(v.string(), v.regex(/^[\w-]{20,100}$/, 'This link is incomplete. Open it again from the message.')),
})
