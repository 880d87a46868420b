import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { ListedEvent } from '../../domain/events/contract.ts'
import { readAll } from '../platform/batch.ts'
import { readCursor, TimeCursor, writeCursor } from '../platform/cursor.ts'
import type { Database } from '../platform/database.ts'
import { asBoolean, asText, computed, selectFields } from '../platform/row-query.ts'
import { isOpenToViewer, listCards } from './queries.ts'
import { events } from './schema.ts'
import { e } from './tables.ts'

/** Of each team, a page reads this many of its next games, also those that the viewer cannot find. */
const maxRead = 12

type Game = { teamId: string; id: string; startsAt: number; isShown: boolean }

const byStart = (a: Game, b: Game) => a.startsAt - b.startsAt || (a.id < b.id ? -1 : Number(a.id > b.id))

/** The last game up to which we have read all teams. Null if every team was read to its end. */
function findEnd(games: readonly Game[]): Game | null {
  const ends = [...Map.groupBy(games, ({ teamId }) => teamId).values()].filter((ofTeam) => ofTeam.length === maxRead)
  return ends.flatMap((ofTeam) => ofTeam.toSorted(byStart).slice(-1)).toSorted(byStart)[0] ?? null
}

/**
 * Lists the public games to come of several teams together, the earliest first. `teamIds` selects rows of `id`. Each team is read only a
 * few games ahead, so a page ends where the first team may have games that were not read. It can be empty and have a next one.
 */
export async function listGamesOfTeams(
  db: Database,
  teamIds: SQL,
  { viewerId, now, cursor, size }: { viewerId: string | null; now: number; cursor: string | undefined; size: number },
): Promise<{ events: ListedEvent[]; next: string | null }> {
  const [startsAt, id] = readCursor(TimeCursor, cursor) ?? [now, '']
  const upcoming = alias(events, 'upcoming')
  const isShown = sql`${e.state} = 'published' AND ${e.visibility} = 'public' AND ${isOpenToViewer(viewerId)}`
  const games = await readAll(
    db,
    selectFields(
      { teamId: computed(sql`team.id`, asText), id: e.id, startsAt: e.startsAt, isShown: computed(isShown, asBoolean) },
      sql`FROM (${teamIds}) team CROSS JOIN ${events} ${e} ON ${e.id} IN (SELECT ${upcoming.id} FROM ${events} ${upcoming}
        WHERE ${upcoming.teamId} = team.id AND (${upcoming.startsAt}, ${upcoming.id}) > (${startsAt}, ${id})
        ORDER BY ${upcoming.startsAt}, ${upcoming.id} LIMIT ${maxRead})`,
    ),
  )
  const end = findEnd(games)
  const shown = games.filter((game) => game.isShown && (end === null || byStart(game, end) <= 0)).toSorted(byStart)
  const page = shown.slice(0, size)
  const last = shown.length > size ? page.at(-1) : end
  return {
    events: await listCards(
      db,
      { viewerId, now },
      page.map((game) => game.id),
    ),
    next: last ? writeCursor([last.startsAt, last.id]) : null,
  }
}
