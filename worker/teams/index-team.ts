import { type SQL, sql } from 'drizzle-orm'
import type { City } from '../../domain/cities/contract.ts'
import { removeCells, writeCells } from '../geo/commands.ts'
import { runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { indexWords, unindexWords } from '../search/commands.ts'

/** What a team is found by. */
type Indexed = { id: string; name: string; city: Pick<City, 'name' | 'lat' | 'lng'> | null }

const located = ({ id, city }: Indexed) => (city ? [{ id, lat: city.lat, lng: city.lng, activities: [] }] : [])
/** No team is likelier than another. */
const worded = ({ id, name, city }: Indexed) => ({ id, rank: 0, texts: [name, city?.name ?? ''] })

/** Has a team found on maps and by its words. For the batch that makes it. */
export const indexTeam = (team: Indexed, when: SQL): SQL[] => [
  writeCells('team_cells', located(team), when),
  ...indexWords('team', [worded(team)], when),
]

/** Takes it out again, as it stands. */
export const unindexTeam = (team: Indexed, when: SQL): SQL[] => [
  removeCells('team_cells', located(team), when),
  ...unindexWords('team', [worded(team)], when),
]

type Row = { id: string; name: string; cityName: string | null; lat: number; lng: number }

export async function findIndexedTeam(db: Database, id: string): Promise<Indexed | null> {
  const [found] = await runBatch<Row>(db, [
    sql`SELECT id, name, city_name AS cityName, lat, lng FROM teams WHERE id = ${id} AND deleted_at IS NULL`,
  ])
  const [row] = found?.results ?? []
  if (!row) return null
  const { name, cityName, lat, lng } = row
  return { id, name, city: cityName === null ? null : { name: cityName, lat, lng } }
}
