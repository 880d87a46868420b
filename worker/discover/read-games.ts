import { type SQL, sql } from 'drizzle-orm'
import { matchesFilters } from '../../domain/discover/match-event.ts'
import type { ListedEvent } from '../../domain/events/contract.ts'
import { milesBetween } from '../../domain/geo/distance.ts'
import { hour } from '../../domain/time/spans.ts'
import { nextDatesField } from '../events/next-dates.ts'
import { type CardRow, cardFields, toCard } from '../events/queries.ts'
import { game, games } from '../events/shared.ts'
import { asJson, asNumber, asText, computed, orNull, selectLeftJoined } from '../platform/row-query.ts'
import { selectSides } from '../seasons/shared.ts'
import { canViewerFind, type EventSearch, selectCandidates } from './select-candidates.ts'

/** A date starts first in the zone UTC+14 and ends last in the zone UTC-12. */
const getEarliestStart = (date: string) => Date.parse(`${date}T00:00:00Z`) - 14 * hour
const getLatestEnd = (date: string) => Date.parse(`${date}T24:00:00Z`) + 12 * hour

/** The range of the index that a search reads. The index stores games that have started under their negative start time. */
function getIndexRange({ filters, isPast, now }: EventSearch): { from: number; to?: number } {
  if (!isPast) {
    const from = Math.max(now, filters.from === null ? now : getEarliestStart(filters.from))
    return { from, ...(filters.to === null ? {} : { to: getLatestEnd(filters.to) }) }
  }
  return {
    from: filters.to === null ? -now : Math.max(-now, -getLatestEnd(filters.to)),
    to: filters.from === null ? 0 : -getEarliestStart(filters.from),
  }
}

type Sides = { home: string; away: string }
type GameRow = CardRow & { nextDates: number[]; sides: Sides | null }
export type CandidateRow = { candidateStart: number; candidateId: string; joined: GameRow | null }

type Page = { after: { start: number; id: string } | null; limit: number }

/** Selects the next games of a search. A game that the viewer may not see leaves an empty row, so that the cursor of the next page is right. */
export const selectGames = (viewerId: string | null, search: EventSearch, page: Page) =>
  selectRows(
    viewerId,
    search,
    selectCandidates(viewerId, search, { ...getIndexRange(search), ...page }),
    sql`ORDER BY candidate.start, candidate.id`,
  )

type Activities = EventSearch['filters']['activities']
export type OwnShare = { activities: Activities; limit: number; minOfAny: number }

/**
 * Selects the next games of these activities, and the next ones of any activity, up to `limit` of each, in no order. Where that many of
 * these activities are found, only `minOfAny` of any are read. A game that is among both is read once.
 */
export function selectMixedGames(viewerId: string, search: EventSearch, { activities, limit, minOfAny }: OwnShare) {
  if (activities.length === 0) return selectGames(viewerId, search, { after: null, limit })
  const range = getIndexRange(search)
  const selectNext = (wanted: Activities, limit: number | SQL) =>
    selectCandidates(viewerId, { ...search, filters: { ...search.filters, activities: wanted } }, { ...range, limit, after: null })
  // One row of JSON, which is searched without reading its games again.
  const own = sql`SELECT json_group_array(json_array(start, id)) AS games, iif(count(*) >= ${limit}, ${minOfAny}, ${limit}) AS ofAny
    FROM (${selectNext(activities, limit)})`
  const ofAny = selectNext([], sql`(SELECT ofAny FROM own)`)
  return selectRows(
    viewerId,
    search,
    sql`WITH own AS MATERIALIZED (${own})
      SELECT value->>0 AS start, value->>1 AS id FROM own CROSS JOIN json_each(own.games)
      UNION ALL SELECT start, id FROM (${ofAny}) WHERE instr((SELECT games FROM own), json_quote(id)) = 0`,
  )
}

function selectRows(viewerId: string | null, search: EventSearch, candidates: SQL, order = sql``) {
  return selectLeftJoined(
    { candidateStart: computed(sql`candidate.start`, asNumber), candidateId: computed(sql`candidate.id`, asText) },
    {
      ...cardFields(viewerId),
      nextDates: nextDatesField(viewerId),
      sides: computed(viewerId === null ? sql`NULL` : selectSides(sql`${game.id}`, sql`${game.teamId}`, viewerId), orNull(asJson<Sides>())),
    },
    sql`FROM (${candidates}) candidate LEFT JOIN ${games} ${game} ON ${game.id} = candidate.id AND ${game.state} = 'published' AND ${canViewerFind(viewerId, search)}
      ${order}`,
  )
}

export type CardWithMiles = ListedEvent & { miles: number | null; sides: Sides | null }

/** The card of a row, or null if the viewer may not see the game or the filters do not match. */
export function toMatchingCard({ joined }: CandidateRow, { center, filters, now }: EventSearch): CardWithMiles | null {
  if (!joined) return null
  const { nextDates, sides, ...row } = joined
  const card = toCard(row, now)
  const miles = center && milesBetween(center, card.where)
  if (!matchesFilters(card, filters) || (filters.radius !== null && miles !== null && miles > filters.radius)) return null
  return { ...card, nextDates, sides, miles: miles === null ? null : Math.round(miles * 10) / 10 }
}
