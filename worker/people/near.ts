import { eq, sql } from 'drizzle-orm'
import { connectionStates } from '../../domain/connections/contract.ts'
import { milesToPerson } from '../../domain/geo/people.ts'
import type { NearPlayers } from '../../domain/people/contract.ts'
import { hoursTogether, rankPlayers, sharedActivities } from '../../domain/people/rules.ts'
import { faceColumns, toFace } from '../accounts/faces.ts'
import { people } from '../accounts/shared.ts'
import { toAvailability } from '../availability/queries.ts'
import { playTimes } from '../availability/shared.ts'
import { selectConnection } from '../connections/queries.ts'
import { selectNearest } from '../geo/queries.ts'
import { readAll, readFirst } from '../platform/batch.ts'
import { selectAs } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { asOneOf, orNull, select } from '../platform/row-query.ts'
import { nobodyBlocked } from '../privacy/reach.ts'
import { playerProfiles } from '../profiles/shared.ts'

const maxMiles = 50
/** The nearest so many are looked at; of them the likeliest partners come first. */
const lookedAt = 60

const playerColumns = {
  cityName: playerProfiles.cityName,
  cityState: playerProfiles.cityState,
  lat: playerProfiles.lat,
  lng: playerProfiles.lng,
  activities: playerProfiles.activities,
}

const timeColumns = { weekly: playTimes.weekly, dates: playTimes.dates, timeZone: playTimes.timeZone }

const selectOwn = (db: Database, viewerId: string) =>
  db
    .select({ ...playerColumns, ...timeColumns })
    .from(playerProfiles)
    .leftJoin(playTimes, eq(playTimes.userId, playerProfiles.userId))
    .where(eq(playerProfiles.userId, viewerId))

/**
 * Who plays near by what both play. Where someone is is their city, and how far away is told in coarse steps. People are found
 * in the search index of their activities, so whoever plays nothing in common is not even read.
 */
export async function listNearPlayers(
  db: Database,
  viewerId: string,
  { activity, limit, now }: { activity: string | undefined; limit: number; now: number },
): Promise<NearPlayers> {
  const me = await readFirst(db, selectOwn(db, viewerId))
  if (!me) return { players: [], city: null }
  const played = me.activities.filter(({ isOn }) => isOn)
  const wanted = played.filter((one) => activity === undefined || one.activity === activity)
  const city = `${me.cityName}, ${me.cityState}`
  if (wanted.length === 0) return { players: [], city }
  const near = selectNearest({
    table: 'person_cells',
    point: me,
    miles: maxMiles,
    activities: wanted.map((one) => one.activity),
    also: sql`spot.id <> ${viewerId} AND ${nobodyBlocked(viewerId, sql`spot.id`)}`,
    limit: lookedAt,
  })
  const columns = { ...faceColumns, ...playerColumns, ...timeColumns }
  const rows = await readAll(
    db,
    select(
      {
        ...columns,
        weekly: orNull(columns.weekly),
        dates: orNull(columns.dates),
        timeZone: orNull(columns.timeZone),
        connection: orNull(asOneOf(connectionStates)),
      },
      selectAs(
        { ...columns, connection: sql`(${selectConnection(viewerId, people.id)})` },
        sql`FROM (${near}) near CROSS JOIN ${people} ON ${people.id} = near.id AND ${people.deletedAt} IS NULL
          JOIN ${playerProfiles} ON ${playerProfiles.userId} = ${people.id} LEFT JOIN ${playTimes} ON ${playTimes.userId} = ${people.id}`,
      ),
    ),
  )
  const mine = toAvailability(me)
  const players = rows.map((row) => ({
    person: toFace(row),
    city: { name: row.cityName, state: row.cityState },
    miles: milesToPerson(me, row),
    shared: sharedActivities(wanted, row.activities),
    hoursTogether: hoursTogether(mine, toAvailability(row), now),
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
