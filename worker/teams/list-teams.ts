import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import * as v from 'valibot'
import { AppError } from '../../domain/errors.ts'
import type { LatLng } from '../../domain/geo/contract.ts'
import { joinModes } from '../../domain/teams/contract.ts'
import {
  maxNearMiles,
  maxTeamListPageSize,
  type TeamList,
  type TeamListSearch,
  teamListPageSize,
} from '../../domain/teams/directory-contract.ts'
import { type ListFilters, nameTeamList } from '../../domain/teams/team-lists.ts'
import { findCity } from '../cities/queries.ts'
import { selectNextGame } from '../events/queries.ts'
import { games } from '../events/shared.ts'
import { milesFrom, selectNearest } from '../geo/queries.ts'
import { readAll } from '../platform/batch.ts'
import { cutPage, readCursor } from '../platform/cursor.ts'
import type { Database } from '../platform/database.ts'
import { asNumber, asText, orNull, select } from '../platform/row-query.ts'
import { findItemIds } from '../search/queries.ts'
import { cityColumns, withCity } from './city-columns.ts'
import { isInList } from './is-in-list.ts'
import { publicFactColumns, withPublicFacts } from './public-facts.ts'
import { teamMembers, teams } from './schema.ts'

const t = alias(teams, 't')

/** Of each team we read this many of its next games, to find one that the viewer can find. */
const maxGamesRead = 5

/** Where a page begins. Rows are sorted by distance, city, members and id; without a city, the first two are always the same. */
const ListCursor = v.tuple([v.number(), v.string(), v.number(), v.string()])
type After = v.InferOutput<typeof ListCursor> | null

/** Larger than the number of members of any team. */
const beforeFirst = [1_000_000_000, ''] as const

type PageSearch = { filters: ListFilters; after: After; limit: number }

/**
 * Selects the teams with the most members, after this position. Each join mode has its own part of the index, so we read the first teams
 * of each and keep the first of all.
 */
const selectLargest = ({ activity, joinMode }: ListFilters, where: SQL, after: { members: SQL; id: SQL }, limit: number): SQL => {
  const selectOfMode = (mode: string) => sql`SELECT * FROM (SELECT ${t.members} AS members, ${t.id} AS id FROM ${teams} ${t}
    WHERE ${t.deletedAt} IS NULL AND ${where} AND ${activity ? sql`${t.activity} = ${activity}` : sql`true`}
      AND ${t.joinMode} = ${mode} AND (${t.members}, ${t.id}) < (${after.members}, ${after.id})
    ORDER BY ${t.members} DESC, ${t.id} DESC LIMIT ${limit})`
  const parts = (joinMode ? [joinMode] : joinModes).map(selectOfMode)
  return sql`SELECT members, id FROM (${sql.join(parts, sql` UNION ALL `)}) ORDER BY members DESC, id DESC LIMIT ${limit}`
}

const selectAll = ({ filters, after, limit }: PageSearch): SQL => {
  const [members, id] = after ? [after[2], after[3]] : beforeFirst
  return sql`SELECT id, members, 0 AS miles, '' AS city
    FROM (${selectLargest(filters, sql`true`, { members: sql`${members}`, id: sql`${id}` }, limit)})`
}

/** The teams with the most members, for search engines. Reads as many rows as it returns, and one page of each join mode. */
export const listLargestTeams = (db: Database, limit: number): Promise<{ id: string; updatedAt: number; cityId: number | null }[]> => {
  const largest = selectLargest({}, sql`true`, { members: sql`${beforeFirst[0]}`, id: sql`${beforeFirst[1]}` }, limit)
  return readAll(
    db,
    select(
      { id: asText, updatedAt: asNumber, cityId: orNull(asNumber) },
      sql`SELECT ${t.id} AS id, ${t.updatedAt} AS updatedAt, ${t.cityId} AS cityId FROM (${largest}) listed CROSS JOIN ${teams} ${t} ON ${t.id} = listed.id
        ORDER BY listed.members DESC, listed.id DESC`,
    ),
  )
}

/** The id is text, as in the table of cells, because cities at the same distance are sorted by it. */
type NearCity = [cityId: string, miles: number]

/** Nowhere are there enough cities for a page within a shorter distance. */
const minRingMiles = 10

/** The nearest cities that have such teams. Each of them shows at least one, so a page needs no more of them than it shows teams. */
async function findCities(db: Database, { filters, after, limit }: PageSearch, point: LatLng): Promise<NearCity[]> {
  const activities = [nameTeamList(filters)]
  const last = after && { miles: after[0], id: after[1] }
  const cities = selectNearest({ table: 'team_city_cells', activities, point, miles: maxNearMiles, minRingMiles, after: last, limit })
  const rows = await readAll(db, select({ id: asText, miles: asNumber }, cities))
  const others = rows.map(({ id, miles }): NearCity => [id, miles])
  // The page before may have ended in the middle of a city.
  return after ? [[after[1], after[0]], ...others] : others
}

/**
 * Walks through the cities, nearest first, and through the teams of each, one step for each team and one more for each city. So a city with
 * thousands of teams costs no more than the teams that are shown. `last` is the team of the step, null at the end of a city.
 */
const selectInCities = (cities: readonly NearCity[], { filters, after, limit }: PageSearch): SQL => {
  const list = sql`${JSON.stringify(cities)}`
  const cityAt = (position: SQL) => sql`json_extract(${list}, '$[' || ${position} || '][0]')`
  const position = sql`(walk.city + (walk.last IS NULL))`
  const [top, topId] = beforeFirst
  const start = after ? [after[2], after[3]] : beforeFirst
  const from = { members: sql`coalesce(walk.last->>0, ${top})`, id: sql`coalesce(walk.last->>1, ${topId})` }
  const found = sql`walk.found + (walk.last IS NOT NULL)`
  return sql`WITH RECURSIVE walk(city, last, found) AS (
      SELECT 0, ${JSON.stringify(start)}, -1
      UNION ALL SELECT ${position},
        (SELECT json_array(members, id) FROM (${selectLargest(filters, sql`${t.cityId} = ${cityAt(position)}`, from, 1)})), ${found}
      FROM walk WHERE ${found} < ${limit} AND ${position} < ${cities.length})
    SELECT last->>1 AS id, last->>0 AS members, json_extract(${list}, '$[' || city || '][1]') AS miles, ${cityAt(sql`city`)} AS city
    FROM walk WHERE found >= 0 AND last IS NOT NULL`
}

/** Of teams that match the words and the filters, selects one page. */
const selectAmong = (ids: readonly string[], point: LatLng | null, { filters, after, limit }: PageSearch): SQL => {
  const place = point ? { miles: milesFrom(point, teams), city: sql`CAST(${teams.cityId} AS TEXT)` } : { miles: sql`0`, city: sql`''` }
  const isAfter = ([miles, city, members, id]: NonNullable<After>) => sql`((miles, city, -members) > (${miles}, ${city}, ${-members})
    OR ((miles, city, members) = (${miles}, ${city}, ${members}) AND id < ${id}))`
  return sql`SELECT id, members, miles, city FROM (
      SELECT ${teams.id} AS id, ${teams.members} AS members, ${place.miles} AS miles, ${place.city} AS city
      FROM json_each(${JSON.stringify(ids)}) wanted CROSS JOIN ${teams} ON ${teams.id} = wanted.value AND ${isInList(filters)})
    WHERE miles <= ${maxNearMiles} AND ${after ? isAfter(after) : sql`true`}
    ORDER BY miles, city, members DESC, id DESC LIMIT ${limit}`
}

/** Lists teams by city, activity, join mode and words. Reads only teams that it shows, except that words find more near a city. */
export async function listTeams(db: Database, viewer: { viewerId: string | null; now: number }, search: TeamListSearch): Promise<TeamList> {
  const after = readCursor(ListCursor, search.cursor)
  const city = search.cityId === undefined ? null : await findCity(db, search.cityId)
  if (search.cityId !== undefined && !city) throw new AppError('TeamCityUnknown')
  const limit = search.limit ?? (search.q === '' ? teamListPageSize : maxTeamListPageSize)
  const page = { filters: { activity: search.activity, joinMode: search.joinMode }, after, limit: limit + 1 }
  const words = { q: search.q, list: nameTeamList(page.filters), maxRead: maxTeamListPageSize }
  const found =
    search.q !== ''
      ? selectAmong(await findItemIds(db, { kind: 'team', point: city, ...words }), city, page)
      : city
        ? selectInCities(await findCities(db, page, city), page)
        : selectAll(page)
  const rows = await readAll(db, selectCards(db, found, viewer))
  const cut = cutPage(rows, limit, ({ at, id }) => [at.miles, at.cityId, at.members, id])
  return {
    teams: cut.page.map(({ at, ...row }) => ({ ...withPublicFacts(withCity(row)), miles: city ? at.miles : null })),
    next: cut.next,
  }
}

/** Selects the cards of teams in the order of their columns `miles`, `city` and `members`. */
export function selectCards(db: Database, found: SQL, { viewerId, now }: { viewerId: string | null; now: number }) {
  const { id, name, photoKey, members, activity, joinMode, mainColor } = teams
  const { title, startsAt, timeZone } = games
  const next = { id: sql<string>`${games.id}`.as('nextId'), title, startsAt, timeZone }
  const at = {
    miles: sql<number>`found.miles`.as('foundMiles'),
    cityId: sql<string>`found.city`.as('foundCity'),
    members: sql<number>`found.members`.as('foundMembers'),
  }
  return db
    .select({
      ...{ id, name, photo: photoKey, ...cityColumns, members, activity, joinMode, mainColor },
      ...{ role: teamMembers.role, next, at, ...publicFactColumns(viewerId) },
    })
    .from(sql`(${found}) found`)
    .crossJoin(teams)
    .leftJoin(teamMembers, and(eq(teamMembers.teamId, teams.id), eq(teamMembers.userId, viewerId ?? '')))
    .leftJoin(games, eq(games.id, sql`(${selectNextGame(sql`${teams.id}`, { viewerId, now, maxRead: maxGamesRead })})`))
    .where(and(eq(teams.id, sql`found.id`), isNull(teams.deletedAt)))
    .orderBy(sql`found.miles`, sql`found.city`, sql`found.members DESC`, sql`found.id DESC`)
}
