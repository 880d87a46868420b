import { expandFeed } from '../../domain/external-teams/expand-feed.ts'
import { readFeed } from '../../domain/external-teams/read-feed.ts'
import { feedHorizon } from '../../domain/external-teams/rules.ts'
import { createFeeds } from '../../sandbox/feeds/feeds.ts'
import { createExternalTeam } from '../../worker/external-teams/commands.ts'
import { saveGames } from '../../worker/external-teams/save-fetch.ts'
import type { Database } from '../../worker/platform/database.ts'

const name = 'river-city-padel.ics'
const timeZone = 'America/Chicago'

/**
 * Links the padel club of the demo player, with the games that its calendar in the sandbox has now. `npm start` loads it again every
 * hour. Needs the people.
 */
export async function addExternalTeams(db: Database, now: number): Promise<void> {
  const fetchId = `demo-${now}`
  const team = await createExternalTeam(
    db,
    { now, newId: () => fetchId },
    'demo-player',
    {
      name: 'River City Padel',
      address: 'River City Padel Club, Austin, TX',
      feedUrl: `https://feeds.sandbox.localhost/${name}`,
      timeZone,
      idempotencyKey: 'demo-river-city-padel',
    },
    { ownHosts: new Set(), sandbox: { host: 'feeds.sandbox.localhost', url: 'http://localhost/feeds' } },
  )
  const answer = await createFeeds()(new Request('http://localhost/'), `/${name}`)
  const feed = readFeed(await answer.text())
  if (!feed) throw new Error('The calendar of the sandbox cannot be read')
  const loaded = { ...expandFeed(feed, timeZone, { start: now, end: now + feedHorizon }), hash: '', etag: null, lastModified: null }
  await saveGames(db, { id: team.id, fetchId, failureCount: 0, failedSince: null, notifiedFailures: [] }, loaded, now)
}
