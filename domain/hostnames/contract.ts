import * as v from 'valibot'
import { DiscoverEvent } from '../discover/contract.ts'
import { TeamDetail } from '../teams/detail-contract.ts'
import { day } from '../time/spans.ts'
import { readHostname } from './read-hostname.ts'

/** What the own domain of a community shows. All its links lead to the product. */
export const TeamSite = v.object({
  team: TeamDetail,
  /** Its next public games, in the order of their dates. */
  events: v.array(DiscoverEvent),
  hasMore: v.boolean(),
})
export type TeamSite = v.InferOutput<typeof TeamSite>

/** How long a community can take to prove a domain. */
export const claimLifetime = 7 * day

const maxTypedLength = 300

export const ClaimHostname = v.object({
  host: v.pipe(
    v.string(),
    v.maxLength(maxTypedLength, 'This is too long for a domain.'),
    v.check((typed) => readHostname(typed) !== null, 'Enter a domain, such as play.example.com.'),
    v.transform((typed) => readHostname(typed) ?? ''),
  ),
})
export type ClaimHostname = v.InferOutput<typeof ClaimHostname>

const dnsRecordTypes = ['CNAME', 'TXT'] as const
const DnsRecord = v.object({ type: v.picklist(dnsRecordTypes), name: v.string(), value: v.string() })
export type DnsRecord = v.InferOutput<typeof DnsRecord>

/** The domain of a community, as its owner sees it. */
export const TeamHostname = v.object({
  /** The plan of the community allows a domain. What it has, it keeps without it. */
  isAllowed: v.boolean(),
  /** Null without a domain. */
  domain: v.nullable(
    v.object({
      host: v.string(),
      /** Visitors of the domain see the community. */
      isLive: v.boolean(),
      /** What the owner sets in the DNS. Empty for a live domain. */
      records: v.array(DnsRecord),
      /** When the community loses an unproved domain. Null for a live one. */
      endsAt: v.nullable(v.number()),
    }),
  ),
})
export type TeamHostname = v.InferOutput<typeof TeamHostname>

/** What the DNS did not answer as it must. If nothing is missing, the domain is live. */
export const HostnameCheck = v.object({ missing: v.array(v.picklist(dnsRecordTypes)) })
export type HostnameCheck = v.InferOutput<typeof HostnameCheck>
