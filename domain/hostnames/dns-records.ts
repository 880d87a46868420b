import type { DnsRecord } from './contract.ts'
import { proofPrefix } from './read-hostname.ts'

/** What an owner sets where their domain is registered: the first leads visitors to us, the second proves whose domain it is. */
export const dnsRecordsOf = (host: string, { target, token }: { target: string; token: string }): DnsRecord[] => [
  { type: 'CNAME', name: host, value: target },
  { type: 'TXT', name: `${proofPrefix}${host}`, value: token },
]
