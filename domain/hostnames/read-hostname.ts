import { isPublicName } from '../other-sites/judge-url.ts'

/** Where the TXT record of a domain is, in front of its name. */
export const proofPrefix = '_verify.'

/** A name in the DNS has up to 253 characters, and the name of the TXT record is longer than that of the domain. */
export const maxHostnameLength = 253 - proofPrefix.length

const label = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/

/** What a person typed as the name of a domain: lower case, with punycode for other letters. Null if it is not the name of a public site. */
export function readHostname(typed: string): string | null {
  // People also copy an address from their browser.
  const name = typed
    .trim()
    .replace(/^https?:\/\//i, '')
    .replace(/\.?\/?$/, '')
  // The parser would take these for other parts of an address.
  if (/[/?#@:\\\s]/.test(name) || !URL.canParse(`https://${name}`)) return null
  const { hostname } = new URL(`https://${name}`)
  const isName = isPublicName(hostname) && hostname.split('.').every((part) => label.test(part))
  return isName && hostname.length <= maxHostnameLength ? hostname : null
}

/** The host is one of these, or below one of them. */
export const isHostOf = (host: string, hosts: Iterable<string>): boolean =>
  [...hosts].some((one) => host === one || host.endsWith(`.${one}`))
