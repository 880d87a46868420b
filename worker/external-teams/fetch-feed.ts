import type { FeedFailure } from '../../domain/external-teams/failures.ts'
import { judgeFeedUrl } from '../../domain/external-teams/judge-feed-url.ts'
import { feedTimeout, maxFeedBytes } from '../../domain/external-teams/rules.ts'
import type { SiteRules } from '../../domain/other-sites/judge-url.ts'
import { discardBody, loadFromSite, readUpTo } from '../other-sites/load.ts'

export type FeedAnswer =
  | { kind: 'failed'; failure: FeedFailure }
  | { kind: 'unchanged' }
  | { kind: 'loaded'; text: string; hash: string; etag: string | null; lastModified: string | null }

type FeedRequest = {
  url: string
  rules: SiteRules
  userAgent: string
  /** What the site sent with the last answer. Null to get the calendar in any case. */
  known: { etag: string | null; lastModified: string | null } | null
}

/** Loads a calendar from another site. */
export async function fetchFeed({ url, rules, userAgent, known }: FeedRequest): Promise<FeedAnswer> {
  const headers = new Headers({ accept: 'text/calendar, */*;q=0.1', 'user-agent': userAgent })
  if (known?.etag) headers.set('if-none-match', known.etag)
  if (known?.lastModified) headers.set('if-modified-since', known.lastModified)
  const loaded = await loadFromSite({ url, rules, judge: judgeFeedUrl, headers, timeout: feedTimeout }, async (response, signal) =>
    response.status === 304 && known ? ({ kind: 'unchanged' } as const) : readFeed(response, signal),
  )
  return loaded.fault === null ? loaded.result : { kind: 'failed', failure: loaded.fault }
}

async function readFeed(response: Response, signal: AbortSignal): Promise<FeedAnswer> {
  const isTooLarge = Number(response.headers.get('content-length') ?? 0) > maxFeedBytes
  const failure = failureOf(response.status) ?? (isTooLarge ? 'tooLarge' : null)
  if (failure) {
    await discardBody(response)
    return { kind: 'failed', failure }
  }
  const { bytes, isWhole } = await readUpTo(response, maxFeedBytes, signal)
  if (!isWhole) return { kind: 'failed', failure: 'tooLarge' }
  return {
    kind: 'loaded',
    text: new TextDecoder().decode(bytes),
    hash: await hashOf(bytes),
    etag: readHeader(response, 'etag'),
    lastModified: readHeader(response, 'last-modified'),
  }
}

function failureOf(status: number): FeedFailure | null {
  if (status >= 200 && status < 300) return null
  if (status === 404 || status === 410) return 'notFound'
  return status === 401 || status === 403 ? 'signInNeeded' : 'serverFailed'
}

/** A header that is too long to store is dropped, so the next request asks for the whole calendar. */
function readHeader({ headers }: Response, name: string): string | null {
  const value = headers.get(name)
  return value !== null && value.length <= 300 ? value : null
}

async function hashOf(bytes: Uint8Array): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
