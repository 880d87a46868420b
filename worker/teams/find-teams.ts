import { type SQL, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { type TeamCard, type TeamCardPage, type TeamsInBounds, teamCardPageSize, upcomingMost } from '../../domain/teams/contract.ts'
import { selectUpcomingCount } from '../events/queries.ts'
import { selectInBounds } from '../geo/queries.ts'
import { runBatch } from '../platform/batch.ts'
import { cutPage, readCursor } from '../platform/cursor.ts'
import type { Database } from '../platform/database.ts'

/** Who looks, and when: games to come are counted for them. */
type Looker = { viewerId: string | null; now: number }

type CardRow = Omit<TeamCard, 'city'> & {
  cityId: number | null
  cityName: string
  cityState: string
  lat: number
  lng: number
}

/** The columns of a card; `t` is the row of `teams`. */
const cardColumns = ({ viewerId, now }: Looker): SQL => sql`
  t.id, t.name, t.photo_key AS photo, t.city_id AS cityId, t.city_name AS cityName, t.city_state AS cityState, t.lat, t.lng, t.members,
  (${selectUpcomingCount(sql`t.id`, { viewerId, now, most: upcomingMost })}) AS upcoming`

const toCard = ({ cityId, cityName, cityState, lat, lng, ...row }: CardRow): TeamCard => ({
  ...row,
  city: cityId === null ? null : { id: cityId, name: cityName, state: cityState, lat, lng },
})

const IdCursor = v.tuple([v.string()])

type Spotted = { spotId: string } & (CardRow | { [Column in keyof CardRow]: null })

/** Communities that are at home in a view of the map, in one round trip. */
export async function listTeamsInBounds(db: Database, looker: Looker, { cursor, ...bounds }: TeamsInBounds): Promise<TeamCardPage> {
  const after = readCursor(IdCursor, cursor)
  const spots = selectInBounds({ table: 'team_cells', bounds, after: after && { id: after[0] }, limit: teamCardPageSize + 1 })
  const [found] = await runBatch<Spotted>(db, [
    // What was deleted meanwhile leaves its place in the order empty, so that the next page knows where to go on.
    sql`SELECT found.id AS spotId, ${cardColumns(looker)} FROM (${spots}) found
      LEFT JOIN teams t ON t.id = found.id AND t.deleted_at IS NULL ORDER BY found.id`,
  ])
  const { page, next } = cutPage(found?.results ?? [], teamCardPageSize, ({ spotId }) => [spotId])
  return { teams: page.flatMap(({ spotId: _, ...row }) => (row.id === null ? [] : [toCard(row)])), next }
}

/** Cards in the order of the ids; what is gone is left out. */
export async function listTeamCards(db: Database, looker: Looker, ids: readonly string[]): Promise<TeamCard[]> {
  if (ids.length === 0) return []
  const [found] = await runBatch<CardRow>(db, [
    sql`SELECT ${cardColumns(looker)} FROM json_each(${JSON.stringify(ids)}) wanted CROSS JOIN teams t ON t.id = wanted.value
      WHERE t.deleted_at IS NULL ORDER BY wanted.key`,
  ])
  return (found?.results ?? []).map(toCard)
}

/** Whether there is such a team: one that was deleted leaves its games behind. */
export const isTeamThere = (id: string): SQL => sql`EXISTS (SELECT 1 FROM teams WHERE id = ${id} AND deleted_at IS NULL)`

export async function findTeamCard(db: Database, looker: Looker, id: string): Promise<TeamCard | null> {
  const [team] = await listTeamCards(db, looker, [id])
  return team ?? null
}
