import type { SQL } from 'drizzle-orm'
import type { City } from '../../domain/cities/contract.ts'
import { removeCells, writeCells } from '../geo/commands.ts'
import { readFirst } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { indexWords, unindexWords } from '../search/commands.ts'
import { isTeam } from './actor.ts'
import { teams } from './schema.ts'

/** The fields by which a team is found. */
type IndexedTeam = { id: string; name: string; city: Pick<City, 'name' | 'lat' | 'lng'> | null }

const toMapItems = ({ id, city }: IndexedTeam) => (city ? [{ id, lat: city.lat, lng: city.lng, activities: [] }] : [])
/** All teams have the same rank in search. */
const toSearchItem = ({ id, name, city }: IndexedTeam) => ({ id, rank: 0, texts: [name, city?.name ?? ''], at: city })

/** Adds a team to the map and the search. Put it in the batch that creates the team. */
export const indexTeam = (team: IndexedTeam, when: SQL): SQL[] => [
  writeCells('team_cells', toMapItems(team), when),
  ...indexWords('team', [toSearchItem(team)], when),
]

/** Removes a team from the map and the search. `team` must be as it was indexed. */
export const unindexTeam = (team: IndexedTeam, when: SQL): SQL[] => [
  removeCells('team_cells', toMapItems(team), when),
  ...unindexWords('team', [toSearchItem(team)], when),
]

export async function findIndexedTeam(db: Database, id: string): Promise<IndexedTeam | null> {
  const { cityName, lat, lng } = teams
  const team = await readFirst(db, db.select({ name: teams.name, cityName, lat, lng }).from(teams).where(isTeam(id)))
  return team ? { id, name: team.name, city: cityOf(team) } : null
}

/** The three columns are either all null or all set. */
const cityOf = ({ cityName, lat, lng }: { cityName: string | null; lat: number | null; lng: number | null }): IndexedTeam['city'] =>
  cityName === null || lat === null || lng === null ? null : { name: cityName, lat, lng }
