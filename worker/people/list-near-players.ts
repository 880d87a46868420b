import { eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { compareHours, pickSettledWeek } from '../../domain/availability/compare-hours.ts'
import { connectionStates } from '../../domain/connections/contract.ts'
import { milesToPerson } from '../../domain/geo/people.ts'
import type { NearPlayers } from '../../domain/people/contract.ts'
import { findSharedActivities, pickSpot, rankPlayers } from '../../domain/people/rules.ts'
import { faceColumns, toFace } from '../accounts/faces.ts'
import { people } from '../accounts/shared.ts'
import { sharedAvailability } from '../availability/shared.ts'
import { selectConnection } from '../connections/queries.ts'
import { selectSample } from '../geo/sample.ts'
import { readAll, readFirst } from '../platform/batch.ts'
import { selectAs } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { asOneOf, orNull, select } from '../platform/row-query.ts'
import { hasNoBlock, showsSimilarHours } from '../privacy/reach.ts'
import { playerProfiles } from '../profiles/shared.ts'

const maxMiles = 50
/** We read this many players, however many are near, and then rank them by how well they match. A few more than the longest list shows. */
const maxRanked = 32
/** A short list is the best of so many times as many. More would make it little better, and each player is seven rows. */
const rankedForEach = 1.4
/** Someone who shares several activities is found once for each of them. */
const maxFound = 100

const someone = alias(playerProfiles, 'someone')

const playerColumns = {
  cityName: playerProfiles.cityName,
  cityState: playerProfiles.cityState,
  lat: playerProfiles.lat,
  lng: playerProfiles.lng,
  activities: playerProfiles.activities,
}

/** Any person's id, to begin with. Ids are in the order of sign-up in every city, so this is a random position in most of them. */
const selectStartId = (spot: number) => sql<string>`(SELECT ${someone.userId} FROM ${playerProfiles} ${someone}
  WHERE ${someone}.rowid >= ${spot} * (SELECT max(rowid) FROM ${playerProfiles}) ORDER BY ${someone}.rowid LIMIT 1)`

const selectViewer = (db: Database, viewerId: string, now: number) =>
  db
    .select({
      ...playerColumns,
      startId: selectStartId(pickSpot(viewerId, now)),
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
 * The search index is by activity, so people without a shared activity are never read. Of many, some are read: others for each viewer
 * and each day.
 */
export async function listNearPlayers(
  db: Database,
  viewerId: string,
  { activity, limit, now }: { activity: string | undefined; limit: number; now: number },
): Promise<NearPlayers> {
  const viewer = await readFirst(db, selectViewer(db, viewerId, now))
  if (!viewer) return { players: [], city: null }
  const played = viewer.activities.filter(({ isOn }) => isOn)
  const searched = played.filter((one) => activity === undefined || one.activity === activity)
  const city = `${viewer.cityName}, ${viewer.cityState}`
  if (searched.length === 0) return { players: [], city }
  const someNear = selectSample({
    table: 'person_cells',
    point: viewer,
    miles: maxMiles,
    activities: searched.map((one) => one.activity),
    startId: viewer.startId,
    condition: sql`item.id <> ${viewerId} AND ${hasNoBlock(viewerId, sql`item.id`)}`,
    limit: Math.min(maxRanked, Math.ceil(rankedForEach * limit)),
    maxRead: maxFound,
  })
  const viewerWeek = viewer.hours && pickSettledWeek(viewer.hours, now)
  // Only with the person's permission. Otherwise it is as if they had no hours. A viewer without hours needs none.
  const shownWeekly = viewerWeek
    ? sql`(SELECT ${sharedAvailability.weekly} FROM ${sharedAvailability} WHERE ${sharedAvailability.userId} = ${people.id} AND ${showsSimilarHours(people.id)})`
    : sql`NULL`
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
        sql`FROM (${someNear}) near CROSS JOIN ${people} ON ${people.id} = near.id AND ${people.deletedAt} IS NULL
          JOIN ${playerProfiles} ON ${playerProfiles.userId} = ${people.id}`,
      ),
    ),
  )
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
