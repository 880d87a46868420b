export type EndpointRules = {
  /** Where the push service of the sandbox is. Null in production. */
  sandboxPush: string | null
}

/** In local use, this name stands for the sandbox, because endpoints must use https. In production it is no public name. */
const sandboxHost = 'push.sandbox.localhost'

/** The push services of the browsers: Chrome and its relatives, Firefox, Safari and Edge. */
const knownHosts: readonly RegExp[] = [
  /^fcm\.googleapis\.com$/,
  /^jmt17\.google\.com$/,
  /^([a-z0-9-]+\.)?push\.services\.mozilla\.com$/,
  /^([a-z0-9-]+\.)*push\.apple\.com$/,
  /^([a-z0-9-]+\.)+notify\.windows\.com$/,
]

/**
 * Decides whether we may send to this endpoint. Anybody can name one, and we would then send requests to an address of their choice,
 * so we only know the push services of browsers.
 */
export function isKnownEndpoint(text: string, { sandboxPush }: EndpointRules): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, username, password, port, hostname, hash } = new URL(text)
  if (protocol !== 'https:' || username !== '' || password !== '' || port !== '' || hash !== '') return false
  if (hostname === sandboxHost) return sandboxPush !== null
  return knownHosts.some((host) => host.test(hostname))
}

/** The address to send to: in local use, endpoints of the sandbox lead to its port. */
export function resolveEndpoint(endpoint: string, { sandboxPush }: EndpointRules): string {
  const { hostname, pathname, search } = new URL(endpoint)
  return hostname === sandboxHost && sandboxPush !== null ? `${sandboxPush}${pathname}${search}` : endpoint
}
