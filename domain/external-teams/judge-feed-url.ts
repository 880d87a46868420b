import type { FeedFailure } from './failures.ts'

export type FeedUrlFault = Extract<FeedFailure, 'notALink' | 'notHttps' | 'withPassword' | 'otherPort' | 'notPublic' | 'ownSite'>

export type FeedRules = {
  /** Our own hosts. A feed there would make the server ask itself. */
  ownHosts: ReadonlySet<string>
  /** Where the sandbox of local use has its feeds. Null in production. */
  sandboxFeeds: string | null
}

/** In local use, this name stands for the sandbox, so that links stay the same on every port. In production it is no public name. */
const sandboxHost = 'feeds.sandbox.localhost'

export type JudgedFeedUrl = { fault: null; url: string } | { fault: FeedUrlFault }

/** Names that only exist within one computer or network. */
const privateSuffixes = new Set(
  'local localhost localdomain internal intranet lan home corp private invalid onion arpa alt workgroup mshome'.split(' '),
)

/**
 * Decides whether the server may open this address, which a person typed or a server sent us to. Each redirect is decided again.
 * The URL parser has already turned every odd form of an IPv4 address (0x7f.1, 2130706433, 127.1) into four numbers, so we refuse all
 * addresses that are numbers: no team has its calendar on one.
 */
export function judgeFeedUrl(text: string, { ownHosts, sandboxFeeds }: FeedRules, base?: string): JudgedFeedUrl {
  const address = text.trim().replace(/^webcals?:/i, 'https:')
  if (!URL.canParse(address, base)) return { fault: 'notALink' }
  const url = new URL(address, base)
  url.hash = ''
  if (url.protocol !== 'https:') return { fault: url.protocol === 'http:' ? 'notHttps' : 'notALink' }
  if (url.username !== '' || url.password !== '') return { fault: 'withPassword' }
  if (url.port !== '') return { fault: 'otherPort' }
  const host = url.hostname.replace(/\.+$/, '')
  if (host === sandboxHost && sandboxFeeds !== null) return { fault: null, url: url.href }
  if (!isPublicName(host)) return { fault: 'notPublic' }
  return ownHosts.has(host) ? { fault: 'ownSite' } : { fault: null, url: url.href }
}

function isPublicName(host: string): boolean {
  const labels = host.split('.')
  const last = labels.at(-1) ?? ''
  const isNumber = host.startsWith('[') || /^[\d.]+$/.test(host)
  return !isNumber && labels.length > 1 && labels.every((label) => label !== '') && !privateSuffixes.has(last)
}

/** The address to open for a link that was judged: in local use, links to the sandbox lead to its port. */
export function resolveFeedUrl(url: string, { sandboxFeeds }: FeedRules): string {
  const { hostname, pathname, search } = new URL(url)
  return hostname === sandboxHost && sandboxFeeds !== null ? `${sandboxFeeds}${pathname}${search}` : url
}
