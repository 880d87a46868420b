import { type SQL, sql } from 'drizzle-orm'
import * as v from 'valibot'
import {
  type OwnTeam,
  type OwnTeamPage,
  type TeamCard,
  type TeamCardPage,
  type TeamsInBounds,
  teamCardPageSize,
  teamPageSize,
  upcomingMost,
} from '../../domain/teams/contract.ts'
import { selectNextGame, selectUpcomingCount } from '../events/queries.ts'
import { selectInBounds } from '../geo/queries.ts'
import { runBatch } from '../platform/batch.ts'
import { cutPage, readCursor, TimeCursor } from '../platform/cursor.ts'
import type { Database } from '../platform/database.ts'

/** Who looks, and when: games to come are counted for them. */
type Looker = { viewerId: string | null; now: number }

type CityRow = { cityId: number | null; cityName: string; cityState: string; lat: number; lng: number }

const cityColumns = sql`t.city_id AS cityId, t.city_name AS cityName, t.city_state AS cityState, t.lat, t.lng`

const withCity = <Row extends CityRow>({ cityId, cityName, cityState, lat, lng, ...row }: Row) => ({
  ...row,
  city: cityId === null ? null : { id: cityId, name: cityName, state: cityState, lat, lng },
})

type CardRow = Omit<TeamCard, 'city'> & CityRow

/** The columns of a card; `t` is the row of `teams`. */
const cardColumns = ({ viewerId, now }: Looker): SQL => sql`
  t.id, t.name, t.photo_key AS photo, ${cityColumns}, t.members,
  (${selectUpcomingCount(sql`t.id`, { viewerId, now, most: upcomingMost })}) AS upcoming`

const toCard = (row: CardRow): TeamCard => withCity(row)

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

type OwnRow = Omit<OwnTeam, 'city' | 'next'> &
  CityRow &
  ({ nextId: string; title: string; startsAt: number; timeZone: string } | { nextId: null; title: null; startsAt: null; timeZone: null })

/** Every team a person is in, the one joined last first, each with its next game: all of it in one round trip. */
export async function listTeamsOf(db: Database, { userId, now }: { userId: string; now: number }, cursor?: string): Promise<OwnTeamPage> {
  const after = readCursor(TimeCursor, cursor)
  const [found] = await runBatch<OwnRow>(db, [
    sql`SELECT t.id, t.name, t.description, t.photo_key AS photoKey, t.creator_id AS creatorId, t.created_at AS createdAt, ${cityColumns},
        t.members, m.role, m.joined_at AS joinedAt, n.id AS nextId, n.title, n.starts_at AS startsAt, n.time_zone AS timeZone
      FROM (SELECT team_id, role, joined_at FROM team_members
        WHERE user_id = ${userId} ${after ? sql`AND (joined_at, team_id) < (${after[0]}, ${after[1]})` : sql``}
        ORDER BY joined_at DESC, team_id DESC LIMIT ${teamPageSize + 1}) m
      CROSS JOIN teams t ON t.id = m.team_id
      LEFT JOIN events n ON n.id = (${selectNextGame(sql`m.team_id`, { viewerId: userId, now })})
      ORDER BY m.joined_at DESC, m.team_id DESC`,
  ])
  const { page, next } = cutPage(found?.results ?? [], teamPageSize, (row) => [row.joinedAt, row.id])
  return { teams: page.map(toOwnTeam), next }
}

function toOwnTeam({ nextId, title, startsAt, timeZone, ...row }: OwnRow): OwnTeam {
  return { ...withCity(row), next: nextId === null ? null : { id: nextId, title, startsAt, timeZone } }
}
