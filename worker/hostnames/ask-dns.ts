import * as v from 'valibot'
import { AppError } from '../../domain/errors.ts'
import type { DnsRecord } from '../../domain/hostnames/contract.ts'

const timeout = 5000
const numbers = { CNAME: 5, TXT: 16 } as const satisfies Record<DnsRecord['type'], number>

/** The answer in JSON of Cloudflare, Google and compatible services. A name without records has no `Answer`. */
const Answer = v.object({ Answer: v.optional(v.array(v.object({ type: v.number(), data: v.string() })), []) })

/** Asks a public resolver whether the DNS has this record. A name can have several records of a kind. */
export async function hasRecord(dnsUrl: string, { type, name, value }: DnsRecord): Promise<boolean> {
  const address = new URL(dnsUrl)
  address.searchParams.set('name', name)
  address.searchParams.set('type', type)
  try {
    const answer = await fetch(address, { headers: { accept: 'application/dns-json' }, signal: AbortSignal.timeout(timeout) })
    if (!answer.ok) throw new Error(`The resolver answered ${answer.status}`)
    const { Answer: records } = v.parse(Answer, await answer.json())
    return records.some((record) => record.type === numbers[type] && readData(record.data) === value)
  } catch (cause) {
    throw new AppError('DnsUnavailable', { cause })
  }
}

/** Names end with a dot and texts are in quotes, and both may be without. The DNS ignores the case of names, and our texts have only small letters. */
const readData = (data: string): string =>
  data
    .trim()
    .replace(/^"(.*)"$/, '$1')
    .replace(/\.$/, '')
    .toLowerCase()
