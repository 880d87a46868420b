import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { newcomerKey, newcomerNotice } from '../../domain/people/notices.ts'
import { sharedActivities } from '../../domain/people/rules.ts'
import { people } from '../accounts/shared.ts'
import { selectNearest } from '../geo/queries.ts'
import { isTold, isTopicOff } from '../notifications/queries.ts'
import { nothing, type Renderers } from '../notifications/renderer.ts'
import { readAll, readFirst } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { select } from '../platform/row-query.ts'
import { nobodyBlocked } from '../privacy/reach.ts'
import { playerProfiles } from '../profiles/shared.ts'

const maxMiles = 15
const maxTold = 20

export const peopleNotices: Renderers<'newcomer'> = {
  /** Where people are is their city, and no distance is told. */
  newcomer: async ({ personId }, { db, now }) => {
    const newcomer = await readFirst(db, selectNewcomer(db, personId))
    if (!newcomer || newcomer.name === null) return nothing
    const { name, timeZone } = newcomer
    const played = newcomer.activities.filter(({ isOn }) => isOn)
    if (played.length === 0) return nothing
    const near = await listPlayersToTell(db, { ...newcomer, activities: played.map(({ activity }) => activity) }, now)
    const byActivity = Map.groupBy(near, ({ activities }) => sharedActivities(played, activities)[0]?.activity)
    const deliveries = [...byActivity].flatMap(([activity, players]) =>
      activity === undefined
        ? []
        : [{ ...newcomerNotice({ id: personId, name, timeZone }, activity, now), to: players.map(({ id }) => id) }],
    )
    return { deliveries }
  },
}

const selectNewcomer = (db: Database, personId: string) =>
  db
    .select({
      id: people.id,
      name: people.displayName,
      lat: playerProfiles.lat,
      lng: playerProfiles.lng,
      timeZone: playerProfiles.timeZone,
      activities: playerProfiles.activities,
    })
    .from(people)
    .innerJoin(playerProfiles, eq(playerProfiles.userId, people.id))
    .where(and(eq(people.id, personId), isNull(people.deletedAt), isNotNull(people.displayName)))

type Newcomer = { id: string; lat: number; lng: number; timeZone: string; activities: readonly string[] }

/** The nearest who play the same, want to hear of it, and have not heard of someone else today. */
async function listPlayersToTell(db: Database, { id, timeZone, activities, ...point }: Newcomer, now: number) {
  // Asked before the cut: people of one city are all as near as each other, and the same ones would always come first.
  const wantsIt = sql`NOT ${isTold(sql`spot.id`, newcomerKey(timeZone, now))}
    AND EXISTS (SELECT 1 FROM ${people} WHERE ${people.id} = spot.id AND ${people.deletedAt} IS NULL AND NOT ${isTopicOff('usersJoinNearby', people)})`
  const near = selectNearest({
    table: 'person_cells',
    point,
    miles: maxMiles,
    activities,
    also: sql`spot.id <> ${id} AND ${nobodyBlocked(id, sql`spot.id`)} AND ${wantsIt}`,
    limit: maxTold,
  })
  return readAll(
    db,
    select(
      { id: playerProfiles.userId, activities: playerProfiles.activities },
      sql`SELECT ${playerProfiles.userId} AS id, ${playerProfiles.activities} AS activities
        FROM (${near}) near CROSS JOIN ${playerProfiles} ON ${playerProfiles.userId} = near.id`,
    ),
  )
}
