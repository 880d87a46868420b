import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import * as v from 'valibot'
import {
  maxUpcoming,
  type OwnTeamPage,
  type TeamCard,
  type TeamCardPage,
  type TeamsInBounds,
  teamCardPageSize,
  teamPageSize,
} from '../../domain/teams/contract.ts'
import type { TeamsMap, TeamsMapSearch } from '../../domain/teams/map-contract.ts'
import { selectNextGame, selectUpcomingCount } from '../events/queries.ts'
import { games } from '../events/shared.ts'
import { mapItems } from '../geo/map-items.ts'
import { selectInBounds } from '../geo/queries.ts'
import { readAll } from '../platform/batch.ts'
import { cutPage, readCursor, TimeCursor } from '../platform/cursor.ts'
import type { Database } from '../platform/database.ts'
import { selectUnreadAnnouncements } from '../team-announcements/unread.ts'
import { sharesHours } from '../team-hours/shares-hours.ts'
import { cityColumns, withCity } from './city-columns.ts'
import { selectTeamsOf } from './members.ts'
import { otherPerson, selectOfferOf, toOffer } from './own-hand-over.ts'
import { publicFactColumns, withPublicFacts } from './public-facts.ts'
import { teamCounts, teamHandOvers, teams } from './schema.ts'

/** The viewer and the time, to count the upcoming games that they can find. */
type TeamViewer = { viewerId: string | null; now: number }

const cardColumns = ({ viewerId, now }: TeamViewer) => ({
  id: teams.id,
  name: teams.name,
  photo: teams.photoKey,
  ...cityColumns,
  members: teams.members,
  ...publicFactColumns(viewerId),
  upcoming: sql<number>`(${selectUpcomingCount(sql`${teams.id}`, { viewerId, now, max: maxUpcoming })})`.as('upcoming'),
})

const IdCursor = v.tuple([v.string()])

/** Lists teams whose home city is in the visible part of the map, in one round trip. */
export async function listTeamsInBounds(db: Database, viewer: TeamViewer, { cursor, ...bounds }: TeamsInBounds): Promise<TeamCardPage> {
  const after = readCursor(IdCursor, cursor)
  const candidates = selectInBounds({ table: 'team_cells', bounds, after: after && { id: after[0] }, limit: teamCardPageSize + 1 })
  const rows = await readAll(
    db,
    // A team that was deleted meanwhile is left out, but its position still counts for the cursor of the next page.
    db
      .select({ candidateId: sql<string>`found.id`.as('candidateId'), team: cardColumns(viewer) })
      .from(sql`(${candidates}) found`)
      .leftJoin(teams, and(eq(teams.id, sql`found.id`), isNull(teams.deletedAt)))
      .orderBy(sql`found.id`),
  )
  const { page, next } = cutPage(rows, teamCardPageSize, ({ candidateId }) => [candidateId])
  return { teams: page.flatMap(({ team }) => (team === null ? [] : [withPublicFacts(withCity(team))])), next }
}

/** The teams in a view of the map: one by one if they are few, else true counts by cell. */
export async function mapTeams(db: Database, bounds: TeamsMapSearch): Promise<TeamsMap> {
  const { items, clusters, bits } = await mapItems(db, {
    counts: teamCounts,
    bounds,
    readItems: (limit) =>
      readAll(
        db,
        db
          .select({ id: teams.id, name: teams.name, members: teams.members, lat: sql<number>`found.lat`, lng: sql<number>`found.lng` })
          .from(sql`(${selectInBounds({ table: 'team_cells', bounds, limit })}) found`)
          .crossJoin(teams)
          .where(and(eq(teams.id, sql`found.id`), isNull(teams.deletedAt))),
      ),
  })
  return { teams: items, clusters, bits }
}

/** Lists cards in the order of the ids. Deleted teams are left out. */
export async function listTeamCards(db: Database, viewer: TeamViewer, ids: readonly string[]): Promise<TeamCard[]> {
  if (ids.length === 0) return []
  const rows = await readAll(
    db,
    db
      .select(cardColumns(viewer))
      .from(sql`json_each(${JSON.stringify(ids)}) wanted`)
      .crossJoin(teams)
      .where(and(eq(teams.id, sql`wanted.value`), isNull(teams.deletedAt)))
      .orderBy(sql`wanted.key`),
  )
  return rows.map((row) => withPublicFacts(withCity(row)))
}

export async function findTeamCard(db: Database, viewer: TeamViewer, id: string): Promise<TeamCard | null> {
  const [team] = await listTeamCards(db, viewer, [id])
  return team ?? null
}

/** Lists the teams of a person, the newest membership first, each with its next game, in one round trip. */
export async function listTeamsOf(db: Database, { userId, now }: { userId: string; now: number }, cursor?: string): Promise<OwnTeamPage> {
  const after = readCursor(TimeCursor, cursor)
  const mine = selectTeamsOf(db, userId, { order: 'newestFirst', limit: teamPageSize + 1, after })
  const { id, name, description, photoKey, createdAt, members } = teams
  const next = {
    id: sql<string>`${games.id}`.as('nextId'),
    title: games.title,
    startsAt: games.startsAt,
    timeZone: games.timeZone,
  }
  const { role, rights, joinedAt } = mine
  const unreadAnnouncements = sql<number>`(${selectUnreadAnnouncements({
    teamId: sql`${mine.teamId}`,
    userId,
    role: sql`${mine.role}`,
    rights: sql`${mine.rights}`,
    joinedAt: sql`${mine.joinedAt}`,
  })})`.as('unreadAnnouncements')
  const isSharing = sql<number>`${sharesHours(sql`${mine.teamId}`, userId)}`.as('isSharing')
  const { isOffered, isOther, columns: offer } = selectOfferOf({ userId, now })
  const rows = await readAll(
    db,
    db
      .select({
        ...{
          id,
          name,
          description,
          photoKey,
          createdAt,
          ...cityColumns,
          members,
          role,
          rights,
          joinedAt,
          isSharing,
          unreadAnnouncements,
          next,
          ...offer,
        },
        ...publicFactColumns(userId),
      })
      .from(mine)
      .crossJoin(teams)
      .leftJoin(games, eq(games.id, sql`(${selectNextGame(sql`${mine.teamId}`, { viewerId: userId, now })})`))
      .leftJoin(teamHandOvers, and(eq(teamHandOvers.teamId, mine.teamId), isOffered))
      .leftJoin(otherPerson, isOther)
      .where(eq(teams.id, mine.teamId))
      .orderBy(desc(mine.joinedAt), desc(mine.teamId)),
  )
  const page = cutPage(rows, teamPageSize, (row) => [row.joinedAt, row.id])
  const toOwnTeam = ({ otherId, otherName, otherPhotoKey, isToMe, expiresAt, isSharing: sharing, ...row }: (typeof rows)[number]) => ({
    ...withPublicFacts(withCity(row)),
    handOver: toOffer({ otherId, otherName, otherPhotoKey, isToMe, expiresAt }),
    sharesHours: sharing === 1,
  })
  return { teams: page.page.map(toOwnTeam), next: page.next }
}
