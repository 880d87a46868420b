import { eq, sql } from 'drizzle-orm'
import { compareHours, pickSettledWeek } from '../../domain/availability/compare-hours.ts'
import { connectionStates } from '../../domain/connections/contract.ts'
import { milesToPerson } from '../../domain/geo/people.ts'
import type { NearPlayers } from '../../domain/people/contract.ts'
import { findSharedActivities, rankPlayers } from '../../domain/people/rules.ts'
import { faceColumns, toFace } from '../accounts/faces.ts'
import { people } from '../accounts/shared.ts'
import { sharedAvailability } from '../availability/shared.ts'
import { selectConnection } from '../connections/queries.ts'
import { selectNearest } from '../geo/queries.ts'
import { readAll, readFirst } from '../platform/batch.ts'
import { selectAs } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { asOneOf, orNull, select } from '../platform/row-query.ts'
import { hasNoBlock, showsSimilarHours } from '../privacy/reach.ts'
import { playerProfiles } from '../profiles/shared.ts'

const maxMiles = 50
/** We read this many of the nearest players, and then rank them by how well they match. */
const maxRanked = 60

const playerColumns = {
  cityName: playerProfiles.cityName,
  cityState: playerProfiles.cityState,
  lat: playerProfiles.lat,
  lng: playerProfiles.lng,
  activities: playerProfiles.activities,
}

const selectViewer = (db: Database, viewerId: string) =>
  db
    .select({
      ...playerColumns,
      hours: {
        weekly: sharedAvailability.weekly,
        weeklySince: sharedAvailability.weeklySince,
        earlierWeekly: sharedAvailability.earlierWeekly,
      },
    })
    .from(playerProfiles)
    .leftJoin(sharedAvailability, eq(sharedAvailability.userId, playerProfiles.userId))
    .where(eq(playerProfiles.userId, viewerId))

/**
 * Lists nearby players who share an activity with the viewer. A person's location is their city, and distances are rounded.
 * The search index is by activity, so people without a shared activity are never read.
 */
export async function listNearPlayers(
  db: Database,
  viewerId: string,
  { activity, limit, now }: { activity: string | undefined; limit: number; now: number },
): Promise<NearPlayers> {
  const viewer = await readFirst(db, selectViewer(db, viewerId))
  if (!viewer) return { players: [], city: null }
  const played = viewer.activities.filter(({ isOn }) => isOn)
  const searched = played.filter((one) => activity === undefined || one.activity === activity)
  const city = `${viewer.cityName}, ${viewer.cityState}`
  if (searched.length === 0) return { players: [], city }
  const nearestPeople = selectNearest({
    table: 'person_cells',
    point: viewer,
    miles: maxMiles,
    activities: searched.map((one) => one.activity),
    condition: sql`item.id <> ${viewerId} AND ${hasNoBlock(viewerId, sql`item.id`)}`,
    limit: maxRanked,
  })
  // Only with the person's permission. Otherwise it is as if they had no hours.
  const shownWeekly = sql`iif(${showsSimilarHours(people.id)}, ${sharedAvailability.weekly}, NULL)`
  const columns = { ...faceColumns, ...playerColumns, weekly: sharedAvailability.weekly }
  const rows = await readAll(
    db,
    select(
      {
        ...columns,
        weekly: orNull(columns.weekly),
        connection: orNull(asOneOf(connectionStates)),
      },
      selectAs(
        { ...columns, weekly: shownWeekly, connection: sql`(${selectConnection(viewerId, people.id)})` },
        sql`FROM (${nearestPeople}) near CROSS JOIN ${people} ON ${people.id} = near.id AND ${people.deletedAt} IS NULL
          JOIN ${playerProfiles} ON ${playerProfiles.userId} = ${people.id} LEFT JOIN ${sharedAvailability} ON ${sharedAvailability.userId} = ${people.id}`,
      ),
    ),
  )
  const viewerWeek = viewer.hours && pickSettledWeek(viewer.hours, now)
  const players = rows.map((row) => ({
    person: toFace(row),
    city: { name: row.cityName, state: row.cityState },
    miles: milesToPerson(viewer, row),
    shared: findSharedActivities(searched, row.activities),
    hoursTogether: compareHours(viewerWeek, row.weekly),
    connection: row.connection,
  }))
  return {
    players: rankPlayers(
      players.filter(({ shared }) => shared.length > 0),
      played,
    ).slice(0, limit),
    city,
  }
}
