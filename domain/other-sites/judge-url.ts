export type UrlFault = 'notALink' | 'notHttps' | 'withPassword' | 'otherPort' | 'notPublic' | 'ownSite'

export type SiteRules = {
  /** Our own hosts. The server must not ask itself. */
  ownHosts: ReadonlySet<string>
  /** In local use, this name stands for a part of the sandbox, so that links stay the same on every port. Null in production. */
  sandbox: { host: string; url: string } | null
}

export type JudgedUrl = { fault: null; url: string } | { fault: UrlFault }

/** Names that only exist within one computer or network. */
const privateSuffixes = new Set(
  'local localhost localdomain internal intranet lan home corp private invalid onion arpa alt workgroup mshome'.split(' '),
)

/**
 * Decides whether the server may open this address, which a person typed or a server sent us to. Each redirect is decided again.
 * The URL parser has already turned every odd form of an IPv4 address (0x7f.1, 2130706433, 127.1) into four numbers, so we refuse all
 * addresses that are numbers: public sites have names.
 */
export function judgeUrl(address: string, { ownHosts, sandbox }: SiteRules, base?: string): JudgedUrl {
  if (!URL.canParse(address, base)) return { fault: 'notALink' }
  const url = new URL(address, base)
  url.hash = ''
  if (url.protocol !== 'https:') return { fault: url.protocol === 'http:' ? 'notHttps' : 'notALink' }
  if (url.username !== '' || url.password !== '') return { fault: 'withPassword' }
  if (url.port !== '') return { fault: 'otherPort' }
  const host = hostOf(url)
  if (host === sandbox?.host) return { fault: null, url: url.href }
  if (!isPublicName(host)) return { fault: 'notPublic' }
  return ownHosts.has(host) ? { fault: 'ownSite' } : { fault: null, url: url.href }
}

/** The host of a URL. A dot at its end changes nothing about where it leads. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/\.+$/, '')

/** A name that can exist on the internet, and no address. */
export function isPublicName(host: string): boolean {
  const labels = host.split('.')
  const last = labels.at(-1) ?? ''
  const isNumber = host.startsWith('[') || /^[\d.]+$/.test(host)
  return !isNumber && labels.length > 1 && labels.every((label) => label !== '') && !privateSuffixes.has(last)
}

/** The address to open for a link that was judged: in local use, links to the sandbox lead to its port. */
export function resolveUrl(url: string, { sandbox }: SiteRules): string {
  const { hostname, pathname, search } = new URL(url)
  return hostname === sandbox?.host ? `${sandbox.url}${pathname}${search}` : url
}
