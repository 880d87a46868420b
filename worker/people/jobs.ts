import { sql } from 'drizzle-orm'
import type { Work } from '../../domain/jobs/contract.ts'
import { sharedActivities } from '../../domain/people/rules.ts'
import { newcomerKey, tellNewcomer } from '../../domain/people/tidings.ts'
import type { PlayedActivity } from '../../domain/profiles/contract.ts'
import { selectNearest } from '../geo/queries.ts'
import { putInOutbox } from '../jobs/commands.ts'
import { isTopicOff } from '../notifications/queries.ts'
import { runBatch, write } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { nobodyBlocked } from '../privacy/reach.ts'

const milesMost = 15
const toldMost = 20

type Row = { id: string; name: string; lat: number; lng: number; timeZone: string; activities: string }

/**
 * Someone's profile is complete: who plays the same near by hears of it, unless they did of someone else today. Where people are
 * is their city, and no distance is told.
 */
export async function tellOfNewcomer(
  { userId, platform }: Extract<Work, { kind: 'newcomer' }>,
  { db, now }: { db: Database; now: number },
): Promise<void> {
  const [own] = await runBatch<Row>(db, [
    sql`SELECT u.id, u.display_name AS name, p.lat, p.lng, p.time_zone AS timeZone, p.activities FROM users u JOIN profiles p ON p.user_id = u.id
      WHERE u.id = ${userId} AND u.deleted_at IS NULL AND u.display_name IS NOT NULL`,
  ])
  const newcomer = own?.results[0]
  if (!newcomer) return
  const played = (JSON.parse(newcomer.activities) as PlayedActivity[]).filter(({ isOn }) => isOn)
  if (played.length === 0) return
  // Asked before the cut: people of one city are all as near as each other, and the same ones would always come first.
  const wantsIt = sql`NOT EXISTS (SELECT 1 FROM notices n WHERE n.user_id = spot.id AND n.key = ${newcomerKey(newcomer.timeZone, now)})
    AND EXISTS (SELECT 1 FROM users u WHERE u.id = spot.id AND u.deleted_at IS NULL AND NOT ${isTopicOff('usersJoinNearby')})`
  const near = selectNearest({
    table: 'person_cells',
    point: newcomer,
    miles: milesMost,
    activities: played.map(({ activity }) => activity),
    also: sql`spot.id <> ${userId} AND ${nobodyBlocked(userId, sql`spot.id`)} AND ${wantsIt}`,
    limit: toldMost,
  })
  const [found] = await runBatch<{ id: string; activities: string }>(db, [
    sql`SELECT p.user_id AS id, p.activities FROM (${near}) near CROSS JOIN profiles p ON p.user_id = near.id`,
  ])
  const byActivity = Map.groupBy(
    found?.results ?? [],
    ({ activities }) => sharedActivities(played, JSON.parse(activities) as PlayedActivity[])[0]?.activity,
  )
  const messages = [...byActivity].flatMap(([activity, people]) => {
    if (activity === undefined) return []
    const to = people.map(({ id }) => id)
    return [{ id: `newcomer-nearby:${userId}:${activity}`, body: { ...tellNewcomer(newcomer, activity, to, now), platform } }]
  })
  await write(db, putInOutbox('notices', messages, { now }))
}
