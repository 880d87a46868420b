import { and, eq, isNotNull, type SQL, sql } from 'drizzle-orm'
import { type ActivityId, activities } from '../../domain/activities.ts'
import type { City } from '../../domain/cities/contract.ts'
import type { JoinMode } from '../../domain/teams/contract.ts'
import { listFiltersOf, nameTeamList } from '../../domain/teams/team-lists.ts'
import { removeCells, writeCells } from '../geo/commands.ts'
import { readFirst } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { indexWords, unindexWords } from '../search/commands.ts'
import { isTeam } from './actor.ts'
import { isInList } from './is-in-list.ts'
import { teams } from './schema.ts'

/** The fields by which a team is found. */
type IndexedTeam = {
  id: string
  name: string
  activity: ActivityId | null
  joinMode: JoinMode
  city: Pick<City, 'id' | 'name' | 'lat' | 'lng'> | null
}

const toMapItems = ({ id, activity, city }: IndexedTeam) =>
  city ? [{ id, lat: city.lat, lng: city.lng, activities: activity === null ? [] : [activity] }] : []

/** The lists in which a team is found, by its city and by its words. */
const listsOf = (team: IndexedTeam) => listFiltersOf(team).map(nameTeamList)

const labelOf = (activity: ActivityId | null) => activities.find(({ id }) => id === activity)?.label ?? ''
/** All teams have the same rank in search. */
const toSearchItem = (team: IndexedTeam) => ({
  id: team.id,
  rank: 0,
  texts: [team.name, team.city?.name ?? '', labelOf(team.activity)],
  at: team.city,
  lists: listsOf(team),
})

const toCityItem = ({ id, lat, lng }: NonNullable<IndexedTeam['city']>, lists: readonly string[]) => ({
  id: String(id),
  lat,
  lng,
  activities: lists,
})

/** Adds a team to the map, the search and the directory. Put it in the batch that creates the team. */
export const indexTeam = (team: IndexedTeam, when: SQL): SQL[] => [
  writeCells('team_cells', toMapItems(team), when),
  ...(team.city ? [writeCells('team_city_cells', [toCityItem(team.city, listsOf(team))], when)] : []),
  ...indexWords('team', [toSearchItem(team)], when),
]

/** Removes a team from the map, the search and the directory. `team` must be as it was indexed. */
export const unindexTeam = (team: IndexedTeam, when: SQL): SQL[] => [
  removeCells('team_cells', toMapItems(team), when),
  ...unindexCity(team, when),
  ...unindexWords('team', [toSearchItem(team)], when),
]

/** A city stays in each list in which it has another team. */
function unindexCity(team: IndexedTeam, when: SQL): SQL[] {
  const { id, city } = team
  if (!city) return []
  return listFiltersOf(team).map((filters) => {
    const isInCity = sql`${teams.cityId} = ${city.id} AND ${isInList(filters)}`
    const isLast = sql`NOT EXISTS (SELECT 1 FROM ${teams} WHERE ${isInCity} AND ${teams.id} <> ${id})`
    return removeCells('team_city_cells', [toCityItem(city, [nameTeamList(filters)])], sql`${when} AND ${isLast}`)
  })
}

/** `version` says whether the team is still as it was read. */
export async function findIndexedTeam(
  db: Database,
  id: string,
  { isDeleted = false } = {},
): Promise<(IndexedTeam & { version: number }) | null> {
  const { name, activity, joinMode, cityId, cityName, lat, lng, version } = teams
  const columns = { name, activity, joinMode, cityId, cityName, lat, lng, version }
  const which = isDeleted ? and(eq(teams.id, id), isNotNull(teams.deletedAt)) : isTeam(id)
  const team = await readFirst(db, db.select(columns).from(teams).where(which))
  return team ? { id, name: team.name, activity: team.activity, joinMode: team.joinMode, city: cityOf(team), version: team.version } : null
}

/** The four columns are either all null or all set. */
function cityOf(team: { cityId: number | null; cityName: string | null; lat: number | null; lng: number | null }): IndexedTeam['city'] {
  const { cityId: id, cityName: name, lat, lng } = team
  return id === null || name === null || lat === null || lng === null ? null : { id, name, lat, lng }
}
