import { and, eq, isNull, sql } from 'drizzle-orm'
import * as v from 'valibot'
import {
  type ExternalGame,
  type ExternalGamePage,
  type ExternalGamesQuery,
  type ExternalTeam,
  externalGamePageSize,
  maxExternalTeams,
} from '../../domain/external-teams/contract.ts'
import { readAll, readFirst } from '../platform/batch.ts'
import { cutPage, readCursor } from '../platform/cursor.ts'
import type { Database } from '../platform/database.ts'
import { asNumber, computed, type RowOf, selectFields } from '../platform/row-query.ts'
import { externalGames as games, externalTeams as teams } from './schema.ts'

/** For a batch: the teams of a person, or one of them, without those that were removed. */
export const selectTeams = (userId: string, now: number, id?: string) =>
  selectFields(
    {
      id: teams.id,
      name: teams.name,
      address: teams.address,
      feedUrl: teams.feedUrl,
      timeZone: teams.timeZone,
      state: teams.state,
      fetchId: teams.fetchId,
      fetchedAt: teams.fetchedAt,
      nextFetchAt: teams.nextFetchAt,
      failure: teams.failure,
      failedSince: teams.failedSince,
      skippedEntries: teams.skippedEntries,
      isCut: teams.isCut,
      gameCount: computed(
        sql`(SELECT count(*) FROM ${games} WHERE ${games.externalTeamId} = ${teams.id} AND ${games.endsAt} > ${now})`,
        asNumber,
      ),
    },
    sql`FROM ${teams} WHERE ${teams.userId} = ${userId} AND ${teams.removedAt} IS NULL ${id === undefined ? sql`` : sql`AND ${teams.id} = ${id}`}
      ORDER BY ${teams.createdAt}, ${teams.id} LIMIT ${maxExternalTeams}`,
  )

export const toExternalTeam = ({ feedUrl, fetchId, ...row }: RowOf<ReturnType<typeof selectTeams>>): ExternalTeam => ({
  ...row,
  feedHost: new URL(feedUrl).hostname,
  isFetching: fetchId !== null,
})

export async function listExternalTeams(db: Database, userId: string, now: number): Promise<ExternalTeam[]> {
  return (await readAll(db, selectTeams(userId, now))).map(toExternalTeam)
}

const gameKey = sql`(${games.startsAt}, ${games.externalTeamId}, ${games.uid}, ${games.occurrence})`
const GameCursor = v.tuple([v.number(), v.string(), v.string(), v.string()])

type GamesAfter = { now: number; teamId?: string | undefined; after?: v.InferOutput<typeof GameCursor> | null; limit: number }

/** For a batch: the upcoming games of all linked teams of a person, or of one of them, in order. */
export const selectExternalGames = (userId: string, { now, teamId, after = null, limit }: GamesAfter) =>
  selectFields(
    {
      teamId: games.externalTeamId,
      teamName: teams.name,
      timeZone: teams.timeZone,
      uid: games.uid,
      occurrence: games.occurrence,
      title: games.title,
      place: games.place,
      startsAt: games.startsAt,
      endsAt: games.endsAt,
      firstDate: games.firstDate,
      lastDate: games.lastDate,
      isCancelled: games.isCancelled,
    },
    sql`FROM ${games} CROSS JOIN ${teams} ON ${teams.id} = ${games.externalTeamId}
      WHERE ${games.userId} = ${userId} AND ${games.endsAt} > ${now}
        ${teamId === undefined ? sql`` : sql`AND ${games.externalTeamId} = ${teamId}`}
        ${after === null ? sql`` : sql`AND ${gameKey} > (${after[0]}, ${after[1]}, ${after[2]}, ${after[3]})`}
      ORDER BY ${games.startsAt}, ${games.externalTeamId}, ${games.uid}, ${games.occurrence} LIMIT ${limit}`,
  )

export const toExternalGame = ({
  uid,
  occurrence,
  firstDate,
  lastDate,
  ...row
}: RowOf<ReturnType<typeof selectExternalGames>>): ExternalGame => ({
  ...row,
  key: `${row.teamId} ${uid} ${occurrence}`,
  days: firstDate !== null && lastDate !== null ? { firstDate, lastDate } : null,
})

/** One page of these games. */
export async function listExternalGames(
  db: Database,
  userId: string,
  { teamId, cursor, now }: ExternalGamesQuery & { now: number },
): Promise<ExternalGamePage> {
  const after = readCursor(GameCursor, cursor)
  const rows = await readAll(db, selectExternalGames(userId, { now, teamId, after, limit: externalGamePageSize + 1 }))
  const { page, next } = cutPage(rows, externalGamePageSize, (row) => [row.startsAt, row.teamId, row.uid, row.occurrence])
  return { games: page.map(toExternalGame), next }
}

/** What a job needs to load a calendar. Undefined if the job is out of date: another one came after it, or it has run already. */
export const findFetch = (db: Database, id: string, fetchId: string) =>
  readFirst(
    db,
    db
      .select()
      .from(teams)
      .where(and(eq(teams.id, id), eq(teams.fetchId, fetchId), isNull(teams.removedAt))),
  )
