import type { SQL } from 'drizzle-orm'
import type { City } from '../../domain/cities/contract.ts'
import { removeCells, writeCells } from '../geo/commands.ts'
import { readFirst } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { indexWords, unindexWords } from '../search/commands.ts'
import { isTeam } from './acting.ts'
import { teams } from './schema.ts'

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

export async function findIndexedTeam(db: Database, id: string): Promise<Indexed | null> {
  const { cityName, lat, lng } = teams
  const team = await readFirst(db, db.select({ name: teams.name, cityName, lat, lng }).from(teams).where(isTeam(id)))
  return team ? { id, name: team.name, city: cityOf(team) } : null
}

/** All three columns are written together. */
const cityOf = ({ cityName, lat, lng }: { cityName: string | null; lat: number | null; lng: number | null }): Indexed['city'] =>
  cityName === null || lat === null || lng === null ? null : { name: cityName, lat, lng }
