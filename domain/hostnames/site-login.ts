import * as v from 'valibot'
import { minute } from '../time/spans.ts'
import { maxHostnameLength } from './read-hostname.ts'

// The own domain of a community has no login. It sends people to ours, which gives them a code to bring back. The code works only in the
// tab that asked for it: that tab keeps a secret, and we get the hash of it (RFC 7636 calls it a challenge).

/** How long a code is on its way from our domain to that of the community. */
export const siteCodeLifetime = minute

/** 32 bytes in base64url. */
const Secret = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{43}$/))

export const AskSiteCode = v.object({
  host: v.pipe(v.string(), v.maxLength(maxHostnameLength)),
  challenge: Secret,
})
export type AskSiteCode = v.InferOutput<typeof AskSiteCode>

/** The code, and the origin of the domain that takes it. */
export const SiteCode = v.object({ origin: v.string(), code: v.string() })
export type SiteCode = v.InferOutput<typeof SiteCode>

export const RedeemSiteCode = v.object({ code: Secret, secret: Secret })
export type RedeemSiteCode = v.InferOutput<typeof RedeemSiteCode>

/** The page of our own domain on which a person goes on to the domain of a community. */
export const siteLoginPath = (host: string, challenge: string, next: string): string =>
  `/login/site?${new URLSearchParams({ host, challenge, next })}`
