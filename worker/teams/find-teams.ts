import { and, desc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import * as v from 'valibot'
import {
  type OwnTeamPage,
  type TeamCard,
  type TeamCardPage,
  type TeamsInBounds,
  teamCardPageSize,
  teamPageSize,
  upcomingMost,
} from '../../domain/teams/contract.ts'
import { selectNextGame, selectUpcomingCount } from '../events/queries.ts'
import { games } from '../events/shared.ts'
import { selectInBounds } from '../geo/queries.ts'
import { readAll } from '../platform/batch.ts'
import { cutPage, readCursor, TimeCursor } from '../platform/cursor.ts'
import type { Database } from '../platform/database.ts'
import { isTeam } from './acting.ts'
import { selectTeamsOf } from './members.ts'
import { teams } from './schema.ts'

/** Who looks, and when: games to come are counted for them. */
type Looker = { viewerId: string | null; now: number }

const cityColumns = { cityId: teams.cityId, cityName: teams.cityName, cityState: teams.cityState, lat: teams.lat, lng: teams.lng }

type CityRow = { cityId: number | null; cityName: string | null; cityState: string | null; lat: number | null; lng: number | null }

/** All columns of the city are written together. */
function withCity<Row extends CityRow>({ cityId: id, cityName: name, cityState: state, lat, lng, ...row }: Row) {
  const hasCity = id !== null && name !== null && state !== null && lat !== null && lng !== null
  return { ...row, city: hasCity ? { id, name, state, lat, lng } : null }
}

const cardColumns = ({ viewerId, now }: Looker) => ({
  id: teams.id,
  name: teams.name,
  photo: teams.photoKey,
  ...cityColumns,
  members: teams.members,
  upcoming: sql<number>`(${selectUpcomingCount(sql`${teams.id}`, { viewerId, now, most: upcomingMost })})`.as('upcoming'),
})

const IdCursor = v.tuple([v.string()])

/** Communities that are at home in a view of the map, in one round trip. */
export async function listTeamsInBounds(db: Database, looker: Looker, { cursor, ...bounds }: TeamsInBounds): Promise<TeamCardPage> {
  const after = readCursor(IdCursor, cursor)
  const spots = selectInBounds({ table: 'team_cells', bounds, after: after && { id: after[0] }, limit: teamCardPageSize + 1 })
  const rows = await readAll(
    db,
    // What was deleted meanwhile leaves its place in the order empty, so that the next page knows where to go on.
    db
      .select({ spotId: sql<string>`found.id`.as('spotId'), team: cardColumns(looker) })
      .from(sql`(${spots}) found`)
      .leftJoin(teams, and(eq(teams.id, sql`found.id`), isNull(teams.deletedAt)))
      .orderBy(sql`found.id`),
  )
  const { page, next } = cutPage(rows, teamCardPageSize, ({ spotId }) => [spotId])
  return { teams: page.flatMap(({ team }) => (team === null ? [] : [withCity(team)])), next }
}

/** Cards in the order of the ids; what is gone is left out. */
export async function listTeamCards(db: Database, looker: Looker, ids: readonly string[]): Promise<TeamCard[]> {
  if (ids.length === 0) return []
  const rows = await readAll(
    db,
    db
      .select(cardColumns(looker))
      .from(sql`json_each(${JSON.stringify(ids)}) wanted`)
      .crossJoin(teams)
      .where(and(eq(teams.id, sql`wanted.value`), isNull(teams.deletedAt)))
      .orderBy(sql`wanted.key`),
  )
  return rows.map(withCity)
}

/** Whether there is such a team: one that was deleted leaves its games behind. */
export const isTeamThere = (id: string): SQL => sql`EXISTS (SELECT 1 FROM ${teams} WHERE ${isTeam(id)})`

export async function findTeamCard(db: Database, looker: Looker, id: string): Promise<TeamCard | null> {
  const [team] = await listTeamCards(db, looker, [id])
  return team ?? null
}

/** Every team a person is in, the one joined last first, each with its next game: all of it in one round trip. */
export async function listTeamsOf(db: Database, { userId, now }: { userId: string; now: number }, cursor?: string): Promise<OwnTeamPage> {
  const after = readCursor(TimeCursor, cursor)
  const mine = selectTeamsOf(db, userId, { order: 'newestFirst', limit: teamPageSize + 1, after })
  const { id, name, description, photoKey, creatorId, createdAt, members } = teams
  const next = {
    id: sql<string>`${games.id}`.as('nextId'),
    title: games.title,
    startsAt: games.startsAt,
    timeZone: games.timeZone,
  }
  const { role, joinedAt } = mine
  const rows = await readAll(
    db,
    db
      .select({ id, name, description, photoKey, creatorId, createdAt, ...cityColumns, members, role, joinedAt, next })
      .from(mine)
      .crossJoin(teams)
      .leftJoin(games, eq(games.id, sql`(${selectNextGame(sql`${mine.teamId}`, { viewerId: userId, now })})`))
      .where(eq(teams.id, mine.teamId))
      .orderBy(desc(mine.joinedAt), desc(mine.teamId)),
  )
  const page = cutPage(rows, teamPageSize, (row) => [row.joinedAt, row.id])
  return { teams: page.page.map(withCity), next: page.next }
}
