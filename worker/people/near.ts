import { sql } from 'drizzle-orm'
import type { ConnectionState } from '../../domain/connections/contract.ts'
import { milesToPerson } from '../../domain/geo/people.ts'
import type { NearPlayers } from '../../domain/people/contract.ts'
import { hoursTogether, rankPlayers, sharedActivities } from '../../domain/people/rules.ts'
import type { PlayedActivity } from '../../domain/profiles/contract.ts'
import { makeFace } from '../../domain/profiles/faces.ts'
import { readAvailability } from '../availability/queries.ts'
import { selectConnection } from '../connections/queries.ts'
import { selectNearest } from '../geo/queries.ts'
import { runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { nobodyBlocked } from '../privacy/reach.ts'

const milesMost = 50
/** The nearest so many are looked at; of them the likeliest partners come first. */
const lookedAt = 60

type PersonRow = {
  id: string
  displayName: string | null
  photoKey: string | null
  cityName: string
  cityState: string
  lat: number
  lng: number
  activities: string
  timeZone: string | null
  weekly: string | null
  dates: string | null
}

type FoundRow = PersonRow & { connection: ConnectionState | null }

const columns = sql`u.id, u.display_name AS displayName, u.photo_key AS photoKey, p.city_name AS cityName, p.city_state AS cityState,
  p.lat, p.lng, p.activities, a.time_zone AS timeZone, a.weekly, a.dates`
const joined = sql`JOIN profiles p ON p.user_id = u.id LEFT JOIN availability a ON a.user_id = u.id`

/**
 * Who plays near by what both play. Where someone is is their city, and how far away is told in coarse steps. People are found
 * in the search index of their activities, so whoever plays nothing in common is not even read.
 */
export async function listNearPlayers(
  db: Database,
  viewerId: string,
  { activity, limit, now }: { activity: string | undefined; limit: number; now: number },
): Promise<NearPlayers> {
  const [own] = await runBatch<PersonRow>(db, [sql`SELECT ${columns} FROM users u ${joined} WHERE u.id = ${viewerId}`])
  const me = own?.results[0]
  if (!me) return { players: [], city: null }
  const played = (JSON.parse(me.activities) as PlayedActivity[]).filter(({ isOn }) => isOn)
  const wanted = played.filter((one) => activity === undefined || one.activity === activity)
  const city = `${me.cityName}, ${me.cityState}`
  if (wanted.length === 0) return { players: [], city }
  const near = selectNearest({
    table: 'person_cells',
    point: me,
    miles: milesMost,
    activities: wanted.map((one) => one.activity),
    also: sql`spot.id <> ${viewerId} AND ${nobodyBlocked(viewerId, sql`spot.id`)}`,
    limit: lookedAt,
  })
  const [found] = await runBatch<FoundRow>(db, [
    sql`SELECT ${columns}, (${selectConnection(viewerId, sql`u.id`)}) AS connection FROM (${near}) near CROSS JOIN users u ON u.id = near.id AND u.deleted_at IS NULL ${joined}`,
  ])
  const mine = readAvailability(me)
  const players = (found?.results ?? []).map((row) => ({
    person: makeFace(row.id, row.displayName, row.photoKey),
    city: { name: row.cityName, state: row.cityState },
    miles: milesToPerson(me, row),
    shared: sharedActivities(wanted, JSON.parse(row.activities) as PlayedActivity[]),
    hoursTogether: hoursTogether(mine, readAvailability(row), now),
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
