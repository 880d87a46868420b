import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { makeNewcomerKey, newcomerNotice } from '../../domain/people/notices.ts'
import { findSharedActivities } from '../../domain/people/rules.ts'
import { people } from '../accounts/shared.ts'
import { selectNearest } from '../geo/queries.ts'
import { isNotified, isTopicOff } from '../notifications/queries.ts'
import { noDeliveries, type Renderers } from '../notifications/renderer.ts'
import { readAll, readFirst } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { select } from '../platform/row-query.ts'
import { hasNoBlock } from '../privacy/reach.ts'
import { playerProfiles } from '../profiles/shared.ts'

const maxMiles = 15
const maxRecipients = 20

export const peopleNotices: Renderers<'newcomer'> = {
  /** A person's location is their city, and the notification contains no distance. */
  newcomer: async ({ personId }, { db, now }) => {
    const newcomer = await readFirst(db, selectNewcomer(db, personId))
    if (!newcomer || newcomer.name === null) return noDeliveries
    const { name, timeZone } = newcomer
    const played = newcomer.activities.filter(({ isOn }) => isOn)
    if (played.length === 0) return noDeliveries
    const near = await listRecipients(db, { ...newcomer, activities: played.map(({ activity }) => activity) }, now)
    const byActivity = Map.groupBy(near, ({ activities }) => findSharedActivities(played, activities)[0]?.activity)
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

/** The nearest people who share an activity, have this topic on, and got no such notification today. */
async function listRecipients(db: Database, { id, timeZone, activities, ...point }: Newcomer, now: number) {
  // This is part of the nearest query, before its limit. All people of one city are equally near, so otherwise the same ones
  // would always fill the list.
  const isRecipient = sql`NOT ${isNotified(sql`item.id`, makeNewcomerKey(timeZone, now))}
    AND EXISTS (SELECT 1 FROM ${people} WHERE ${people.id} = item.id AND ${people.deletedAt} IS NULL AND NOT ${isTopicOff('usersJoinNearby', people)})`
  const near = selectNearest({
    table: 'person_cells',
    point,
    miles: maxMiles,
    activities,
    condition: sql`item.id <> ${id} AND ${hasNoBlock(id, sql`item.id`)} AND ${isRecipient}`,
    limit: maxRecipients,
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
