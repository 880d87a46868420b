import { sql } from 'drizzle-orm'
import { connectedNotice, connectionRequestedNotice, followedNotice } from '../../domain/connections/notices.ts'
import { endorsedNotice } from '../../domain/endorsements/notices.ts'
import { day, hour } from '../../domain/time/spans.ts'
import type { Database } from '../../worker/platform/database.ts'
import { runStatements } from '../setup/run-statements.ts'
import { crowdIds } from './crowd.ts'
import { endorseQuietly } from './endorse-quietly.ts'
import { addNotices, type OldNotice } from './notices.ts'

const player = 'demo-player'

/** Everyone whose number is in here lives in Austin, as the demo player does. */
const neighbors = crowdIds.filter((_, index) => index % 5 < 2)

const connected = ['demo-host', 'demo-organizer', ...neighbors.slice(0, 16)]
const requesters = neighbors.slice(16, 19)
const requested = neighbors.slice(19, 21)
/** The host knows some of the same people, so that each has mutual friends with the other. */
const connectedWithHost = neighbors.slice(4, 14)
const followersOfPlayer = neighbors.slice(2, 26)
const followersOfHost = neighbors.slice(0, 90)
const followersOfOrganizer = neighbors.slice(30, 70)

type Pair = { userId: string; otherId: string; state: 'connected' | 'sent' | 'received'; since: number; note?: string }

const bothSides = (userId: string, otherId: string, since: number): Pair[] => [
  { userId, otherId, state: 'connected', since },
  { userId: otherId, otherId: userId, state: 'connected', since },
]
const requestOf = (senderId: string, receiverId: string, since: number, note = ''): Pair[] => [
  { userId: senderId, otherId: receiverId, state: 'sent', since, note },
  { userId: receiverId, otherId: senderId, state: 'received', since, note },
]

/** The newest requester says where they met. */
const requestNotes = ['We played doubles at Northside last Saturday. Same time next week?']

/**
 * Gives the demo player and the host the people they know, and the player notifications of the last two weeks. The rows are written
 * directly, so that nobody gets an email. Needs the people and the crowd.
 */
export async function addCircle(db: Database, now: number): Promise<void> {
  const pairs = [
    ...connected.flatMap((id, index) => bothSides(player, id, now - (index + 2) * 3 * day)),
    ...connectedWithHost.flatMap((id, index) => bothSides('demo-host', id, now - (index + 5) * 4 * day)),
    ...requesters.flatMap((id, index) => requestOf(id, player, now - (index * 9 + 2) * hour, requestNotes[index])),
    ...requested.flatMap((id, index) => requestOf(player, id, now - (index + 1) * day)),
  ]
  const followed = { 'demo-player': followersOfPlayer, 'demo-host': followersOfHost, 'demo-organizer': followersOfOrganizer }
  const followRows = Object.entries(followed).flatMap(([followedId, followers]) =>
    followers.map((followerId, index) => ({ followerId, followedId, at: now - (index + 1) * day })),
  )
  const names = await readNames(db)
  await endorseQuietly(db, now, endorsements)
  await runStatements(db, [
    sql`INSERT OR IGNORE INTO connections (user_id, other_id, state, since, note)
      SELECT value->>'userId', value->>'otherId', value->>'state', value->>'since', coalesce(value->>'note', '') FROM json_each(${JSON.stringify(pairs)})`,
    sql`INSERT OR IGNORE INTO follows (follower_id, followed_id, created_at)
      SELECT value->>'followerId', value->>'followedId', value->>'at' FROM json_each(${JSON.stringify(followRows)})`,
    sql`INSERT OR REPLACE INTO follow_totals (user_id, followers)
      SELECT followed_id, count(*) FROM follows WHERE followed_id IN (SELECT value FROM json_each(${JSON.stringify(Object.keys(followed))})) GROUP BY followed_id`,
  ])
  await addNotices(db, player, listNotices(names), now)
}

async function readNames(db: Database): Promise<Map<string, string>> {
  const [found] = await runStatements<{ id: string; name: string }>(db, [
    sql`SELECT id, display_name AS name FROM users WHERE id IN (SELECT value FROM json_each(${JSON.stringify([...connected, ...neighbors])}))`,
  ])
  return new Map(found?.results.map(({ id, name }) => [id, name]))
}

const endorsements = (['good-company', 'on-time', 'fair-play'] as const).map((kind, index) => ({
  actorId: neighbors[index + 1] as string,
  personId: player,
  kind,
}))

function listNotices(names: ReadonlyMap<string, string>): OldNotice[] {
  const by = (actorId: string) => ({ actorId, actorName: names.get(actorId) ?? '', personId: player })
  return [
    ...requesters.map((id, index) => ({
      kind: 'connection-requested' as const,
      notice: connectionRequestedNotice({ ...by(id), note: requestNotes[index] ?? '' }),
      age: (index * 9 + 2) * hour,
    })),
    ...endorsements.map(({ actorId, kind }, index) => ({
      kind: 'endorsed' as const,
      notice: endorsedNotice({ ...by(actorId), endorsement: kind }),
      age: (index * 40 + 20) * hour,
    })),
    ...connected
      .slice(2, 5)
      .map((id, index) => ({ kind: 'connected' as const, notice: connectedNotice(by(id)), age: (index + 4) * 3 * day })),
    ...followersOfPlayer
      .slice(0, 8)
      .map((id, index) => ({ kind: 'followed' as const, notice: followedNotice(by(id)), age: (index + 1) * day + 5 * hour })),
  ]
}
