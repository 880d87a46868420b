import type { FeedFailure } from '../../domain/external-teams/failures.ts'
import { type FeedRules, judgeFeedUrl, resolveFeedUrl } from '../../domain/external-teams/judge-feed-url.ts'
import { feedTimeout, maxFeedBytes, maxFeedRedirects } from '../../domain/external-teams/rules.ts'

export type FeedAnswer =
  | { kind: 'failed'; failure: FeedFailure }
  | { kind: 'unchanged' }
  | { kind: 'loaded'; text: string; hash: string; etag: string | null; lastModified: string | null }

type FeedRequest = {
  url: string
  rules: FeedRules
  userAgent: string
  /** What the site sent with the last answer. Null to get the calendar in any case. */
  known: { etag: string | null; lastModified: string | null } | null
}

/** Why we stopped reading. */
class FeedError extends Error {
  readonly failure: FeedFailure
  constructor(failure: FeedFailure) {
    super(failure)
    this.failure = failure
  }
}

/**
 * Loads a calendar from another site. Ten seconds are for everything: all redirects and the whole body. No error of `fetch` leaves this
 * function, because its text may contain the secret address.
 */
export async function fetchFeed(request: FeedRequest): Promise<FeedAnswer> {
  const signal = AbortSignal.timeout(feedTimeout)
  const timedOut = new Promise<never>((_, reject) => {
    const stop = () => reject(new FeedError('tooSlow'))
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  })
  try {
    return await Promise.race([load(request, signal), timedOut])
  } catch (error) {
    if (error instanceof FeedError) return { kind: 'failed', failure: error.failure }
    return { kind: 'failed', failure: signal.aborted ? 'tooSlow' : 'unreachable' }
  }
}

async function load({ url, rules, userAgent, known }: FeedRequest, signal: AbortSignal): Promise<FeedAnswer> {
  const headers = new Headers({ accept: 'text/calendar, */*;q=0.1', 'user-agent': userAgent })
  if (known?.etag) headers.set('if-none-match', known.etag)
  if (known?.lastModified) headers.set('if-modified-since', known.lastModified)
  const response = await follow(url, rules, { headers, signal, redirect: 'manual' })
  if (response.status === 304 && known) return { kind: 'unchanged' }
  const failure = failureOf(response.status)
  if (failure) {
    await discard(response)
    throw new FeedError(failure)
  }
  const bytes = await readBody(response, signal)
  return {
    kind: 'loaded',
    text: new TextDecoder().decode(bytes),
    hash: await hashOf(bytes),
    etag: readHeader(response, 'etag'),
    lastModified: readHeader(response, 'last-modified'),
  }
}

/** Follows redirects by hand, because each address must be decided anew. */
async function follow(first: string, rules: FeedRules, init: RequestInit): Promise<Response> {
  let base: string | undefined
  let next = first
  for (let redirects = 0; redirects <= maxFeedRedirects; redirects++) {
    const judged = judgeFeedUrl(next, rules, base)
    if (judged.fault !== null) throw new FeedError(judged.fault)
    const response = await fetch(resolveFeedUrl(judged.url, rules), init)
    const location = response.headers.get('location')
    if (![301, 302, 303, 307, 308].includes(response.status) || location === null) return response
    await discard(response)
    base = judged.url
    next = location
  }
  throw new FeedError('tooManyRedirects')
}

function failureOf(status: number): FeedFailure | null {
  if (status >= 200 && status < 300) return null
  if (status === 404 || status === 410) return 'notFound'
  return status === 401 || status === 403 ? 'signInNeeded' : 'serverFailed'
}

/** Reads the body and stops at the limit. A declared length may be a lie, and packed bytes grow, so we count what arrives. */
async function readBody(response: Response, signal: AbortSignal): Promise<Uint8Array> {
  if (Number(response.headers.get('content-length') ?? 0) > maxFeedBytes) {
    await discard(response)
    throw new FeedError('tooLarge')
  }
  const chunks: Uint8Array[] = []
  let size = 0
  if (response.body === null) return new Uint8Array()
  const reader = response.body.getReader()
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.byteLength
    if (size > maxFeedBytes || signal.aborted) {
      await reader.cancel().catch(ignoreClosed)
      throw new FeedError(signal.aborted ? 'tooSlow' : 'tooLarge')
    }
    chunks.push(part.value)
  }
  const bytes = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.byteLength
  }
  return bytes
}

const discard = async ({ body }: Response) => await body?.cancel().catch(ignoreClosed)

/** The other side closed the connection first, which is what we want. */
const ignoreClosed = () => undefined

/** A header that is too long to store is dropped, so the next request asks for the whole calendar. */
function readHeader({ headers }: Response, name: string): string | null {
  const value = headers.get(name)
  return value !== null && value.length <= 300 ? value : null
}

async function hashOf(bytes: Uint8Array): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
