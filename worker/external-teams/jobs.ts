import type { FeedFailure } from '../../domain/external-teams/failures.ts'
import { expansionLifetime, feedHorizon } from '../../domain/external-teams/rules.ts'
import { makeSiteRules } from '../../domain/other-sites/site-rules.ts'
import type { JobContext } from '../platform/job-context.ts'
import { fetchFeed } from './fetch-feed.ts'
import { findFetch } from './queries.ts'
import { saveFailure, saveGames, saveUnchanged } from './save-fetch.ts'

type Fetch = { externalTeamId: string; fetchId: string }

/**
 * Loads the calendar of a linked team. A job that is delivered twice finds that its fetch is over, and two that run at the same time
 * write once, because each write checks the id of the fetch.
 */
export async function loadFeed({ externalTeamId, fetchId }: Fetch, { db, now, settings }: JobContext): Promise<void> {
  const team = await findFetch(db, externalTeamId, fetchId)
  if (!team) return
  const isFresh = team.expandedAt !== null && now - team.expandedAt < expansionLifetime
  const answer = await fetchFeed({
    url: team.feedUrl,
    rules: makeSiteRules(settings, 'feeds'),
    userAgent: `Gather (${settings.productUrl})`,
    known: isFresh ? team : null,
  })
  const fail = (failure: FeedFailure) => saveFailure(db, { ...team, fetchId }, failure, now)
  if (answer.kind === 'failed') return await fail(answer.failure)
  if (answer.kind === 'unchanged' || (isFresh && answer.hash === team.contentHash))
    return await saveUnchanged(db, { ...team, fetchId }, now)
  // The library for repeating games is large, so only this job loads it.
  const { expandFeed } = await import('../../domain/external-teams/expand-feed.ts')
  const { readFeed } = await import('../../domain/external-teams/read-feed.ts')
  const feed = readFeed(answer.text)
  if (!feed) return await fail('notACalendar')
  const expanded = expandFeed(feed, team.timeZone, { start: now, end: now + feedHorizon })
  await saveGames(db, { ...team, fetchId }, { ...expanded, ...answer }, now)
}
