import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { activeStates } from '../../domain/events/states.ts'
import type { GameTab, NextOfPast } from '../../domain/my-games/contract.ts'
import { day } from '../../domain/time/spans.ts'
import { literalList } from '../platform/columns.ts'
import { asBoolean, asJson, asNumber, computed, orNull } from '../platform/row-query.ts'
import { hasNoBlock } from '../privacy/reach.ts'
import { isInTeam } from '../teams/members.ts'
import { hasNoBlockWithHosts, isHostOf, isVisibleTo } from './acting.ts'
import { cardFields, maxTimeSinceStart } from './queries.ts'
import { eventHosts, events, joiners, savedGames } from './schema.ts'
import { waitlistPosition } from './seats.ts'
import { e, j } from './tables.ts'

type OwnTab = Exclude<GameTab, 'saved'>
type Start = readonly [startsAt: number, id: string]

const [game, again] = [alias(events, 'game'), alias(events, 'again')]

/** How long a game that was cancelled stays among the next ones. It stands there only if it would have been soon. */
const cancelledDays = 7 * day

/** How far ahead we look for the next game of a community or a host. It bounds how many games of other activities are read. */
const nextDateDays = 60 * day

const waitingStates = ['asked', 'waiting', 'offered']
const entryStates: Record<OwnTab, readonly string[]> = { next: activeStates, hosting: [], waiting: waitingStates, past: ['going'] }

const isListed = (table: typeof events | typeof game, tab: OwnTab, now: number): SQL => {
  if (tab === 'hosting') return sql`${table.state} <> 'cancelled'`
  if (tab === 'past') return sql`${table.state} = 'published'`
  return sql`(${table.state} = 'published' OR (${table.state} = 'cancelled' AND ${table.startsAt} < ${now + cancelledDays}))`
}

type Range = { where: (startsAt: SQLWrapper, id: SQLWrapper) => SQL; isDescending: boolean; size: number; more?: SQL | undefined }

/**
 * Selects the `start` and `id` of a person's games in the order of their start. Each part has an index in this order, so SQLite merges
 * the parts and stops at the limit. `more` selects the `id` of a few other games that belong to the list.
 */
function selectOwnIds(userId: string, tab: OwnTab, now: number, { where, isDescending, size, more }: Range): SQL {
  const order = isDescending ? sql`DESC` : sql`ASC`
  const part = (table: typeof joiners | typeof eventHosts, more: SQL, ofGame = sql``) => sql`
    SELECT ${table.startsAt} AS start, ${table.eventId} AS id FROM ${table} WHERE ${table.userId} = ${userId} AND ${where(table.startsAt, table.eventId)} ${more}
      AND EXISTS (SELECT 1 FROM ${events} ${game} WHERE ${game.id} = ${table.eventId} AND ${isListed(game, tab, now)} ${ofGame})`
  // Once a game is over, only those who had a seat have it in their lists.
  const isNotMissed = sql`AND (${joiners.state} = 'going' OR ${game.endsAt} > ${now})`
  const parts = [
    ...(tab === 'hosting' ? [] : [part(joiners, sql`AND ${joiners.state} IN ${literalList(entryStates[tab])}`, isNotMissed)]),
    ...(tab === 'waiting'
      ? []
      : [
          sql`SELECT ${events.startsAt} AS start, ${events.id} AS id FROM ${events} WHERE ${events.creatorId} = ${userId} AND ${where(events.startsAt, events.id)}
            AND ${isListed(events, tab, now)}`,
          part(eventHosts, sql``),
        ]),
    ...(more
      ? [
          sql`SELECT ${game.startsAt} AS start, ${game.id} AS id FROM (${more}) more CROSS JOIN ${events} ${game} ON ${game.id} = more.id
            WHERE ${where(game.startsAt, game.id)} AND ${isListed(game, tab, now)}`,
        ]
      : []),
  ]
  return sql`${sql.join(parts, sql` UNION `)} ORDER BY start ${order}, id ${order} LIMIT ${size}`
}

/** Selects the `start` and `id` of the newest games that a person played or hosted and that have begun. */
export const selectNewestGames = (userId: string, now: number, size: number): SQL =>
  selectOwnIds(userId, 'past', now, { where: (startsAt) => sql`${startsAt} < ${now}`, isDescending: true, size })

const isCurrentOrPast = (tab: OwnTab, now: number): SQL => (tab === 'past' ? sql`${e.endsAt} <= ${now}` : sql`${e.endsAt} > ${now}`)

/** For `selectFields`: the games `e` of one tab, one more than fits on a page. Each has `start` and `id` in `mine`, for the cursor. */
export function fromOwnGames(
  userId: string,
  tab: OwnTab,
  { now, after, size, more }: { now: number; after: Start | null; size: number; more?: SQL | undefined },
): SQL {
  const isDescending = tab === 'past'
  // One bound only, because SQLite would begin at the other one. Nobody gets behind the edge with a cursor of their own.
  const where = (startsAt: SQLWrapper, id: SQLWrapper) => {
    if (isDescending) return after ? sql`(${startsAt}, ${id}) < (${Math.min(after[0], now)}, ${after[1]})` : sql`${startsAt} <= ${now}`
    const edge = now - maxTimeSinceStart
    return after ? sql`(${startsAt}, ${id}) > (${Math.max(after[0], edge)}, ${after[1]})` : sql`${startsAt} > ${edge}`
  }
  const order = isDescending ? sql`DESC` : sql`ASC`
  return sql`FROM (${selectOwnIds(userId, tab, now, { where, isDescending, size: size + 1, more })}) mine
    LEFT JOIN ${events} ${e} ON ${e.id} = mine.id AND ${isCurrentOrPast(tab, now)} AND ${isVisibleTo(userId)}
    ORDER BY mine.start ${order}, mine.id ${order}`
}

/** Some of the next games may be cancelled or hidden. */
const maxLookedAt = 100

/**
 * For `selectFields`: the next games `e` of a person, by start, with the `state` of the person's seat in `mine`. Other than `fromOwnGames`,
 * it has no cursor to keep right, so it leaves out games that are over, cancelled or not visible before it counts. `more` is as there.
 * With its own LIMIT, the union is read in order, and no further than the games that are shown. It is a UNION ALL, because with the state
 * in its rows SQLite would sort all games to find each once. A game that the person hosts and plays is found as the one with their seat.
 */
export function fromNextGames(userId: string, { now, size, more }: { now: number; size: number; more: SQL }): SQL {
  const edge = now - maxTimeSinceStart
  const part = (startsAt: SQLWrapper, id: SQLWrapper, from: SQL, state = sql`NULL`) =>
    sql`SELECT ${startsAt} AS start, ${id} AS id, ${state} AS state FROM ${from} AND ${startsAt} > ${edge}`
  const isSeat = sql`${joiners.userId} = ${userId} AND ${joiners.state} IN ${literalList(entryStates.next)}`
  const isFoundBySeat = sql`mine.state IS NULL AND EXISTS (SELECT 1 FROM ${joiners} WHERE ${joiners.eventId} = mine.id AND ${isSeat})`
  const parts = [
    part(joiners.startsAt, joiners.eventId, sql`${joiners} WHERE ${isSeat}`, sql`${joiners.state}`),
    part(events.startsAt, events.id, sql`${events} WHERE ${events.creatorId} = ${userId}`),
    part(eventHosts.startsAt, eventHosts.eventId, sql`${eventHosts} WHERE ${eventHosts.userId} = ${userId}`),
    part(game.startsAt, game.id, sql`(${more}) more CROSS JOIN ${events} ${game} ON ${game.id} = more.id`),
  ]
  return sql`FROM (${sql.join(parts, sql` UNION ALL `)} ORDER BY start, id LIMIT ${maxLookedAt}) mine CROSS JOIN ${events} ${e} ON ${e.id} = mine.id
    WHERE NOT (${isFoundBySeat}) AND ${e.state} = 'published' AND ${isCurrentOrPast('next', now)} AND ${isVisibleTo(userId)}
    ORDER BY mine.start, mine.id LIMIT ${size}`
}

/** For `selectFields`: the games `e` of a person between two times. All that they play, wait for or host, or only one kind of them. */
export function fromOwnGamesBetween(
  userId: string,
  tab: OwnTab,
  now: number,
  { from, to, size, more }: { from: number; to: number; size: number; more?: SQL | undefined },
): SQL {
  const where = (startsAt: SQLWrapper) => sql`${startsAt} >= ${from} AND ${startsAt} < ${to}`
  return sql`FROM (${selectOwnIds(userId, tab, now, { where, isDescending: false, size: size + 1, more })}) mine
    CROSS JOIN ${events} ${e} ON ${e.id} = mine.id WHERE ${isVisibleTo(userId)} ORDER BY mine.start, mine.id`
}

/** For `selectFields`: the saved games `e` that are not over, by start. A person has at most `maxSavedGames`. */
export const fromSavedGames = (userId: string, { where, size }: { where: SQL; size: number }): SQL => sql`
  FROM ${savedGames} CROSS JOIN ${events} ${e} ON ${e.id} = ${savedGames.eventId}
  WHERE ${savedGames.userId} = ${userId} AND ${where} AND ${isVisibleTo(userId)} ORDER BY ${e.startsAt}, ${e.id} LIMIT ${size + 1}`

/** The fields of a game in the lists of a person. Only a past game has `again`. */
export function ownGameFields(userId: string, tab: GameTab, now: number) {
  const position = sql`(SELECT ${waitlistPosition} FROM ${joiners} ${j} WHERE ${j.eventId} = ${e.id} AND ${j.userId} = ${userId} AND ${j.state} = 'waiting')`
  return {
    ...cardFields(userId),
    isHost: computed(isHostOf(userId), asBoolean),
    position: computed(tab === 'past' ? sql`NULL` : position, orNull(asNumber)),
    again: computed(tab === 'past' ? selectNextOf(userId, now) : sql`NULL`, orNull(asJson<NextOfPast>())),
  }
}

/**
 * The next game of the series of event `e`, or else the next one with its activity: of its community, or else a public one of its host.
 * Null for games that the person created. The page of a game looks for one with its players, which is too much to read for each row of
 * a list, so a row says which game it means.
 */
function selectNextOf(userId: string, now: number): SQL {
  const next = (
    of: NextOfPast['of'],
    which: SQL,
  ) => sql`(SELECT json_object('id', ${again.id}, 'title', ${again.title}, 'of', ${of}, 'startsAt', ${again.startsAt}, 'timeZone', ${again.timeZone}) FROM ${events} ${again}
    WHERE ${which} AND ${again.startsAt} > ${now} AND +${again.state} = 'published'
      AND ${hasNoBlockWithHosts(userId, again)} ORDER BY ${again.startsAt}, ${again.id} LIMIT 1)`
  const ofSeries = next(
    'series',
    sql`${again.seriesId} = ${e.seriesId} AND ${again.visibility} = ${e.visibility} AND ${again.teamId} IS ${e.teamId}`,
  )
  const isOpen = sql`(${again.visibility} = 'public' OR (${again.visibility} = 'team' AND ${isInTeam(again.teamId, userId)}))`
  const isAlike = sql`${again.startsAt} < ${now + nextDateDays} AND ${again.activity} = ${e.activity}`
  const ofTeam = next('community', sql`${again.teamId} = ${e.teamId} AND ${isAlike} AND ${isOpen}`)
  const ofHost = next('host', sql`${again.creatorId} = ${e.creatorId} AND ${isAlike} AND ${again.visibility} = 'public'`)
  return sql`CASE WHEN ${e.creatorId} <> ${userId} AND ${hasNoBlock(userId, e.creatorId)} THEN coalesce(${ofSeries}, ${ofTeam}, ${ofHost}) END`
}
